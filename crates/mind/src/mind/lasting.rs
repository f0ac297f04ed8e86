//! What of a mind lasts: over a start of the program, and over a change of the program.

use super::Mind;
use crate::hands::arbiter::Arbiter;
use crate::hands::guard::Guard;
use crate::view::View;
use crate::view::beware::Beware;
use crate::wire::config::Config;
use crate::wire::input::Link;
use vocab::{Digest, Tick};

impl Default for Mind {
    fn default() -> Mind {
        Mind::new(Config::default())
    }
}

impl Mind {
    /// A copy of the mind without what belongs to one start of the program: session counters, warnings and the state of
    /// the model. The copies of a life that was stopped and resumed, and of one that was not, are equal.
    pub fn lasting(&self) -> Mind {
        let mut mind = self.clone();
        mind.thoughts.forget_session();
        mind
    }

    /// The digest of the mind's state, without what belongs to one start of the program.
    pub fn digest(&self) -> Digest {
        Digest::of("mind", &self.lasting())
    }

    /// Begins a session: takes over the settings, and the tables of this version of the program. Neither is part of
    /// what lasts, so that an edited setting or a corrected table reaches a life at its next start.
    pub(super) fn begin(&mut self, config: &Config, now: Tick) {
        self.config = config.clone();
        self.thoughts.begin(config.thinking, now);
        self.keeping.begin(config.upkeep);
        self.view.begin();
    }

    /// Prepares a mind that an earlier version of the program saved. What lasts stays: tasks, places, memory, wishes,
    /// thoughts, milestones and what upkeep has learned. What passes goes: the picture of the creatures around, plans
    /// in progress, reflexes. The running action stays until the driver reports its end, as it does for a new body.
    pub fn carry_over(self) -> Mind {
        let Mind { config, tick, link: _, view, beware: _, agenda, hands, arbiter: _, guard: _, .. } = self;
        let Mind { keeping, wishes, thoughts, journey, saved, told: _, .. } = self;
        Mind {
            config,
            tick,
            link: Link::default(),
            view: View {
                places: view.places,
                memory: view.memory,
                builds: view.builds.carry_over(),
                ..View::default()
            },
            beware: Beware::default(),
            agenda: agenda.carry_over(),
            hands,
            arbiter: Arbiter::default(),
            guard: Guard::default(),
            keeping: keeping.carry_over(),
            wishes,
            thoughts: thoughts.carry_over(),
            journey,
            saved,
            told: None,
        }
    }
}
