//! One call of `Body::advance` lasts one mind tick and no longer, so that the loop can be stopped between any two.

use agent::Embedded;
use driver::{Body, Go};
use mind::Config;
use mind::input::Sensed;
use simulator::Simulation;
use vocab::build::Guarded;
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Action, ActionId, BlockPos, Danger, Digest, Query, QueryId};

/// Mind ticks of the life: a minute and a half.
const MIND_TICKS: u64 = 450;

/// The embedded body, with a record of each call of `advance`: the game ticks asked for, and those that passed.
struct Counted {
    body: Embedded,
    advances: Vec<(u64, u64)>,
}

impl Body for Counted {
    fn advance(&mut self, ticks: u64) {
        let before = self.body.world().now();
        self.body.advance(ticks);
        self.advances.push((ticks, self.body.world().now().since(before)));
    }

    fn sense(&mut self) -> Sensed {
        self.body.sense()
    }

    fn act(&mut self, id: ActionId, action: &Action) {
        self.body.act(id, action);
    }

    fn cancel(&mut self, id: ActionId) {
        self.body.cancel(id);
    }

    fn guard(&mut self, cells: &[Guarded]) {
        self.body.guard(cells);
    }

    fn beware(&mut self, dangers: &[Danger]) {
        self.body.beware(dangers);
    }

    fn ask(&mut self, id: QueryId, query: &Query) {
        self.body.ask(id, query);
    }

    fn say(&mut self, text: &str) {
        self.body.say(text);
    }

    fn visit(&mut self, who: &str, at: Option<BlockPos>) {
        self.body.visit(who, at);
    }

    fn stand_safe(&mut self) {
        self.body.stand_safe();
    }

    fn save(&self) -> Option<Vec<u8>> {
        self.body.save()
    }

    fn digest(&self) -> Option<Digest> {
        self.body.digest()
    }
}

#[test]
fn advance_never_blocks_longer_than_a_mind_tick() {
    let body = Counted { body: Embedded::new(1, false), advances: Vec::new() };
    let mut simulation = Simulation::new(Config::default(), body);
    simulation.run(MIND_TICKS, |_, _| Go::On);
    let advances = simulation.body().advances.clone();
    assert!(advances.len() as u64 >= MIND_TICKS, "{} calls", advances.len());
    for (n, advance) in advances.iter().enumerate() {
        assert_eq!(
            *advance,
            (TICKS_PER_MIND_TICK, TICKS_PER_MIND_TICK),
            "call {n}: ticks asked for, ticks that passed"
        );
    }
}
