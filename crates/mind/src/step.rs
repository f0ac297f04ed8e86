//! One step of the mind.

use crate::config::Config;
use crate::effect::Effect;
use crate::input::Input;
use crate::report::Report;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskStore;
use vocab::{Digest, Tick};

/// The whole state of the agent's mind. What is not in here does not exist for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mind {
    config: Config,
    tick: Tick,
    tasks: TaskStore,
}

impl Mind {
    pub fn new(config: Config) -> Mind {
        Mind { config, tick: Tick(0), tasks: TaskStore::new() }
    }

    /// Takes one tick's news and says what to do about it.
    pub fn step(&mut self, input: &Input) -> Vec<Effect> {
        self.tick = input.tick;
        Vec::new()
    }

    /// The digest of the whole state.
    pub fn digest(&self) -> Digest {
        Digest::of("mind", self)
    }

    pub fn tick(&self) -> Tick {
        self.tick
    }

    pub fn tasks(&self) -> &TaskStore {
        &self.tasks
    }

    /// The numbers a run ends with.
    pub fn report(&self) -> Report {
        Report { tick: self.tick, ..Report::default() }
    }

    pub fn config(&self) -> &Config {
        &self.config
    }
}
