//! The agent in its body: the running action, and what the body remembers. It carries out every [`Action`], one at a time, and each
//! action ends with exactly one outcome.

use crate::actions::{Skill, Turn, lamp, mine, prepare, seen::Seen};
use crate::eyes::Eyes;
use crate::limbs::{Cells, Keys, Limbs};
use crate::me::Me;
use crate::path::ground::SKY_LIGHT_MIN;
use crate::state::Cell;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::VecDeque;
use vocab::build::{GUARDED_MAX, Guarded};
use vocab::hazard::DANGERS_MAX;
use vocab::outcome::{BLOCK_RECEIPTS_MAX, End, Failure, Receipt, Refusal};
use vocab::senses::Progress;
use vocab::{Action, ActionId, Bag, BlockPos, Danger, Outcome, StateId, Tick};

/// Most of the agent's chat lines kept for display; older ones are dropped.
pub const SAID_MAX: usize = 32;
/// The game cuts chat lines at this many characters.
pub const CHAT_CHARS_MAX: usize = 256;

/// Writes an empty list in the place of what was said.
fn as_nothing<S: Serializer>(_: &VecDeque<String>, serializer: S) -> Result<S::Ok, S::Error> {
    VecDeque::<String>::new().serialize(serializer)
}

/// Reads a list of lines and forgets it: earlier versions saved what was said.
fn into_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VecDeque<String>, D::Error> {
    VecDeque::<String>::deserialize(deserializer).map(|_| VecDeque::new())
}

/// The running action, and what the body remembers for later actions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Skills {
    /// Boxed, because the whole value moves out of its world and back in each tick.
    running: Option<Box<Running>>,
    /// Cells that the running action changed, with the state that each got.
    changed: VecDeque<(BlockPos, StateId)>,
    /// How many cells the running action changed.
    changes: u32,
    /// Hostile creatures, as the mind believes them to be. Actions know of no other creatures.
    pub(crate) dangers: Vec<Danger>,
    /// Cells that belong to own builds.
    #[serde(default)]
    pub(crate) guarded: Vec<Guarded>,
    /// What the body said last, for tests and onlookers. It is not part of the me: saved, it is empty, so that a
    /// program that puts things into other words simulates the same me.
    #[serde(serialize_with = "as_nothing", deserialize_with = "into_nothing")]
    said: VecDeque<String>,
    /// Ground on or beside which the body has been, so that exploring leads elsewhere.
    pub(crate) seen: Seen,
    /// The last place where the body was under the sky, by which it leaves caves and mines.
    pub(crate) open: Option<BlockPos>,
    /// The mine that the body dug last.
    pub(crate) mine: Option<mine::Shaft>,
    /// The cell in which the body stood in the previous tick.
    stood: Option<BlockPos>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Running {
    id: ActionId,
    began: Tick,
    /// Items that the body carried when the action began.
    carried: Bag,
    skill: Skill,
    /// How the action has ended, while the world has not answered its last clicks.
    ended: Option<End>,
}

impl Skills {
    /// Keeps what the body remembers when the program changes. The running action is dropped.
    #[must_use]
    pub fn carry_over(self) -> Skills {
        let Skills { seen, open, mine, stood, .. } = self;
        Skills { seen, open, mine, stood, ..Skills::default() }
    }

    /// Begins an action of the body. The action that is still running is cancelled, because the body does one thing at a time.
    /// Returns the outcomes of actions that ended by this.
    pub fn begin(&mut self, limbs: &mut impl Limbs, eyes: &mut Eyes, id: ActionId, action: Action) -> Vec<Outcome> {
        let mut ended = Vec::new();
        if let Some(running) = self.running.take() {
            ended.push(self.finish(limbs, &running, End::Cancelled));
        }
        let prepared =
            if limbs.pose().alive { prepare(&Me { limbs, eyes, skills: self }, action) } else { Err(Refusal::Dead) };
        self.changed.clear();
        self.changes = 0;
        let at = limbs.now();
        match prepared {
            Ok(skill) => {
                let carried = limbs.inventory().everything();
                self.running = Some(Box::new(Running { id, began: at, carried, skill, ended: None }));
            }
            Err(refusal) => {
                let end = End::Refused(refusal);
                ended.push(Outcome { id, at, end, receipt: Receipt::default() });
            }
        }
        ended
    }

    /// Cancels the running action if it has this id; other ids are ignored. Its outcome comes once the world has answered the clicks
    /// that are on their way, so that it leaves nothing predicted and its receipt is complete.
    pub fn cancel(&mut self, limbs: &mut impl Limbs, id: ActionId) -> Option<Outcome> {
        let running = self.running.take_if(|running| running.id == id && running.ended.is_none())?;
        limbs.stop();
        self.end_when_answered(limbs, running, End::Cancelled)
    }

    /// Ends the running action with a failure, because the body died or left the world.
    pub fn abort(&mut self, limbs: &mut impl Limbs, failure: Failure) -> Option<Outcome> {
        let running = self.running.take()?;
        Some(self.finish(limbs, &running, End::Failed(failure)))
    }

    /// Runs one tick of the current action, which sets the body's keys. Returns its outcome if it ended.
    pub fn tick(&mut self, limbs: &mut impl Limbs, eyes: &mut Eyes) -> Option<Outcome> {
        let pose = limbs.pose();
        // An idle body keeps its head above water.
        *limbs.keys() = Keys { jump: pose.in_water, ..Keys::default() };
        if !pose.alive {
            return None;
        }
        let feet = pose.feet();
        self.seen.stand_on(feet);
        if pose.on_ground && limbs.cells().light(feet).0 >= SKY_LIGHT_MIN {
            self.open = Some(feet);
        }
        let stood = self.stood.replace(feet);
        let mut running = self.running.take()?;
        if let Some(end) = running.ended.clone() {
            self.note_changes(limbs, eyes);
            return self.end_when_answered(limbs, running, end);
        }
        let mut me = Me { limbs, eyes, skills: self };
        let turn = running.skill.tick(&mut me);
        if let (Some(left), Skill::Travel(_) | Skill::Collect(_) | Skill::Mine(_)) =
            (stood.filter(|stood| *stood != feet), &running.skill)
        {
            lamp::light_up(&mut me, left);
        }
        self.note_changes(limbs, eyes);
        let end = match turn {
            Turn::Going => {
                self.running = Some(running);
                return None;
            }
            Turn::Done => End::Done,
            Turn::Refused(refusal) => End::Refused(refusal),
            Turn::Failed(failure) => End::Failed(failure),
        };
        self.end_when_answered(limbs, running, end)
    }

    /// Ends the action once the world has answered all its clicks, so that the receipt is complete.
    fn end_when_answered(&mut self, limbs: &mut impl Limbs, mut running: Box<Running>, end: End) -> Option<Outcome> {
        if !limbs.is_waiting() {
            return Some(self.finish(limbs, &running, end));
        }
        running.ended = Some(end);
        self.running = Some(running);
        None
    }

    /// Records the cells that the hands have changed for the action's receipt.
    fn note_changes(&mut self, limbs: &mut impl Limbs, eyes: &mut Eyes) {
        for (at, state) in limbs.take_changes() {
            eyes.note_touched(at);
            self.changes = self.changes.saturating_add(1);
            self.changed.retain(|(cell, _)| *cell != at);
            self.changed.push_back((at, state));
            if self.changed.len() > BLOCK_RECEIPTS_MAX {
                self.changed.pop_front();
            }
        }
    }

    /// How much of the running action is done.
    pub fn progress(&self, limbs: &impl Limbs) -> Option<Progress> {
        let running = self.running.as_ref()?;
        let (done, of) = running.skill.progress(limbs);
        Some(Progress { id: running.id, done, of, blocks: self.changes })
    }

    /// Cells that the action changed are told with what is in them now: panes join the block that was placed after them.
    fn finish(&mut self, limbs: &mut impl Limbs, running: &Running, end: End) -> Outcome {
        limbs.stop();
        let now = limbs.inventory().everything();
        let receipt = match end {
            End::Refused(_) => Receipt::default(),
            End::Done | End::Failed(_) | End::Cancelled => Receipt {
                gained: running.carried.missing(&now),
                spent: now.missing(&running.carried),
                blocks: self.changed.drain(..).map(|(at, state)| (at, told(limbs, at).unwrap_or(state))).collect(),
            },
        };
        self.changed.clear();
        Outcome { id: running.id, at: limbs.now(), end, receipt }
    }

    /// Tells the body which cells belong to its own builds. It keeps at most [`GUARDED_MAX`] boxes, until the next call.
    pub fn guard(&mut self, cells: &[Guarded]) {
        self.guarded = cells.iter().take(GUARDED_MAX).copied().collect();
    }

    /// Tells the body of hostile creatures, nearest first. It keeps at most [`DANGERS_MAX`] of them, until the next call.
    pub fn beware(&mut self, dangers: &[Danger]) {
        self.dangers = dangers.iter().take(DANGERS_MAX).copied().collect();
    }

    /// The chat lines that the body has said, oldest first.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        self.said.iter().map(String::as_str)
    }

    /// Says a chat line as the agent, cut at [`CHAT_CHARS_MAX`] as in the game. Speaking is not an action and interrupts none.
    pub fn say(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.said.len() >= SAID_MAX {
            self.said.pop_front();
        }
        self.said.push_back(text.chars().take(CHAT_CHARS_MAX).collect());
    }

    /// Whether the running action has changed any cell.
    pub(crate) fn has_changed(&self) -> bool {
        self.changes > 0
    }

    /// Whether an action is running.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }
}

/// What a cell holds, unless that is only predicted.
fn told(limbs: &impl Limbs, at: BlockPos) -> Option<StateId> {
    limbs.cells().cell(at).filter(|_| !limbs.is_predicted(at)).map(Cell::state)
}
