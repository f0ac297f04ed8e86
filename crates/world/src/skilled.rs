//! Runs the skills on this world's limbs.

use crate::World;
use skills::eyes::Eyes;
use skills::{Skills, answers};
use vocab::build::Guarded;
use vocab::outcome::{Failure, Outcome};
use vocab::{Action, ActionId, Answer, BlockPos, Danger, Query};

impl World {
    /// Lets the skills work on the limbs of this world.
    fn with_skills<T>(&mut self, work: impl FnOnce(&mut Skills, &mut World, &mut Eyes) -> T) -> T {
        let (mut skills, mut eyes) = (std::mem::take(&mut self.skills), std::mem::take(&mut self.eyes));
        let found = work(&mut skills, self, &mut eyes);
        (self.skills, self.eyes) = (skills, eyes);
        found
    }

    /// Runs one tick of the current action.
    pub(crate) fn run_skills(&mut self) {
        let ended: Option<Outcome> = self.with_skills(Skills::tick);
        self.outcomes.extend(ended);
    }

    /// Marks what the body sees in this tick.
    pub(crate) fn open_eyes(&mut self) {
        let World { eyes, grid, body, .. } = self;
        eyes.tick(grid, body.eyes());
        self.note_changes();
    }

    pub(crate) fn begin_action(&mut self, id: ActionId, action: Action) {
        let ended = self.with_skills(|skills, world, eyes| skills.begin(world, eyes, id, action));
        self.outcomes.extend(ended);
    }

    pub(crate) fn cancel_action(&mut self, id: ActionId) {
        let ended = self.with_skills(|skills, world, _| skills.cancel(world, id));
        self.outcomes.extend(ended);
    }

    /// Ends the running action with a failure, because the body died or left the world.
    pub(crate) fn abort_action(&mut self, failure: Failure) {
        let ended = self.with_skills(|skills, world, _| skills.abort(world, failure));
        self.outcomes.extend(ended);
    }

    /// Answers a query about blocks; a disconnected body knows nothing.
    pub fn answer(&mut self, query: &Query) -> Answer {
        if !self.is_connected() {
            return Answer::Unknown;
        }
        self.with_skills(|_, world, eyes| answers::answer(world, eyes, query))
    }

    /// Tells the body which cells belong to its own builds.
    pub fn guard(&mut self, cells: &[Guarded]) {
        self.skills.guard(cells);
    }

    /// Tells the body of hostile creatures, nearest first, until the next call.
    pub fn beware(&mut self, dangers: &[Danger]) {
        self.skills.beware(dangers);
    }

    /// The chat lines that the body has said, oldest first.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        self.skills.said()
    }

    /// Says a chat line as the agent. Speaking is not an action and interrupts none.
    pub fn say(&mut self, text: &str) {
        self.skills.say(text);
    }

    /// Whether an action is running.
    pub fn is_busy(&self) -> bool {
        self.skills.is_busy()
    }

    /// Turns X-ray on or off. With it searches find every loaded block, as other bots do; without it only seen blocks.
    pub fn set_xray(&mut self, xray: bool) {
        self.eyes.set_xray(xray);
    }

    pub fn eyes(&self) -> &Eyes {
        &self.eyes
    }

    /// Whether the body knows the block at a place: it sees the block now or has seen it before.
    pub fn knows(&self, at: BlockPos) -> bool {
        self.eyes.knows(&self.grid, self.body.eyes(), at)
    }
}
