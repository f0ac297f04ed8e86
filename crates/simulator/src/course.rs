//! What comes of one action of a scripted body: how long it takes, how it ends, what changes, and what is reported of it.

use crate::stage::Stage;
use crate::{block, item};
use std::fmt;
use vocab::outcome::{End, Failure, Receipt, Refusal};
use vocab::{BlockPos, ItemId};

/// Game ticks that a scripted body's action takes unless the script says otherwise: one mind tick.
const TICKS_USUAL: u64 = 4;

/// What is done of an action that is cancelled after this many ticks.
type Part = Box<dyn FnOnce(&mut Stage, &mut Receipt, u64)>;

type Change = Box<dyn FnOnce(&mut Stage, &mut Receipt) -> Option<End>>;

/// What comes of one action of a scripted body. By default it takes four ticks, changes nothing and reports its outcome
/// when it ends.
pub struct Course {
    pub(crate) ticks: u64,
    /// How the scripted action ends; `None` means that it never ends by itself.
    pub(crate) end: Option<End>,
    pub(crate) changes: Vec<Change>,
    /// The receipt that the body reports when it is not what really changed.
    pub(crate) claim: Option<Receipt>,
    pub(crate) report: Report,
    /// What a cancelled action has done so far; nothing when it is `None`.
    pub(crate) part: Option<Part>,
}

/// When the outcome of a scripted action reaches the mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    AtEnd,
    Late(u64),
    Never,
}

impl fmt::Debug for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Course { ticks, end, report, .. } = self;
        f.debug_struct("Course").field("ticks", ticks).field("end", end).field("report", report).finish_non_exhaustive()
    }
}

impl Course {
    fn ending(end: Option<End>) -> Course {
        Course { ticks: TICKS_USUAL, end, changes: Vec::new(), claim: None, report: Report::AtEnd, part: None }
    }

    pub fn done() -> Course {
        Course::ending(Some(End::Done))
    }

    pub fn refused(why: Refusal) -> Course {
        Course::ending(Some(End::Refused(why)))
    }

    pub fn failed(why: Failure) -> Course {
        Course::ending(Some(End::Failed(why)))
    }

    /// An action that begins, shows no progress and never ends unless it is cancelled.
    pub fn never() -> Course {
        Course::ending(None)
    }

    /// An action whose result is decided when it ends: `finish` changes the stage, fills the receipt and says how the
    /// action ended.
    pub fn finally(finish: impl FnOnce(&mut Stage, &mut Receipt) -> End + 'static) -> Course {
        let mut course = Course::done();
        course.changes.push(Box::new(move |stage, receipt| Some(finish(stage, receipt))));
        course
    }

    /// Makes a cancelled action leave a part of its work done: `part` gets the ticks that it ran.
    pub fn interruptible(mut self, part: impl FnOnce(&mut Stage, &mut Receipt, u64) + 'static) -> Course {
        self.part = Some(Box::new(part));
        self
    }

    /// Makes the scripted action take this many game ticks.
    pub fn after(mut self, ticks: u64) -> Course {
        self.ticks = ticks;
        self
    }

    fn changing(mut self, change: impl FnOnce(&mut Stage, &mut Receipt) + 'static) -> Course {
        self.changes.push(Box::new(move |stage, receipt| {
            change(stage, receipt);
            None
        }));
        self
    }

    /// When the scripted action ends, this many more of the item are in the bag, and the receipt says so.
    pub fn gaining(self, name: &str, count: u32) -> Course {
        let gained: ItemId = item(name);
        self.changing(move |stage, receipt| {
            stage.bag.add(gained, count);
            receipt.gained.add(gained, count);
        })
    }

    /// When the scripted action ends, this many of the item are gone from the bag (or all that there were), and the
    /// receipt says so.
    pub fn spending(self, name: &str, count: u32) -> Course {
        let spent: ItemId = item(name);
        self.changing(move |stage, receipt| {
            let count = count.min(stage.bag.count(spent));
            if stage.bag.take(spent, count) {
                receipt.spent.add(spent, count);
            }
        })
    }

    /// When the scripted action ends, this block is at the place, and the receipt says so.
    pub fn setting(self, at: BlockPos, name: &str) -> Course {
        let block = block(name);
        self.changing(move |stage, receipt| stage.set(at, block, receipt))
    }

    /// When the scripted action ends, the body is at this place.
    pub fn moving_to(self, to: BlockPos) -> Course {
        self.changing(move |stage, _| stage.at = to)
    }

    /// Makes the scripted action report this receipt, whatever really changed: the mind sees a contradiction if they
    /// differ.
    pub fn claiming(mut self, receipt: Receipt) -> Course {
        self.claim = Some(receipt);
        self
    }

    /// The scripted action changes the stage as usual, but its outcome never reaches the mind.
    pub fn unreported(mut self) -> Course {
        self.report = Report::Never;
        self
    }

    /// The outcome of the scripted action reaches the mind this many ticks after the action has ended.
    pub fn reported_late(mut self, ticks: u64) -> Course {
        self.report = Report::Late(ticks);
        self
    }

    /// Carries out the changes of a scripted action on the stage; returns how the action ended and the receipt that the
    /// body reports.
    pub(crate) fn finish(self, stage: &mut Stage) -> (End, Receipt) {
        let mut receipt = Receipt::default();
        let mut end = self.end.unwrap_or(End::Cancelled);
        for change in self.changes {
            end = change(stage, &mut receipt).unwrap_or(end);
        }
        (end, self.claim.unwrap_or(receipt))
    }
}
