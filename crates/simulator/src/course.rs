//! What comes of one action of a scripted body: how long it takes, how it ends, what changes, and what is reported of it.

use crate::stage::Stage;
use crate::{block, item};
use std::fmt;
use vocab::outcome::{End, Failure, Receipt, Refusal};
use vocab::{BlockPos, ItemId};

/// Ticks that an action takes unless the script says otherwise: one mind tick.
const TICKS_USUAL: u64 = 4;

type Change = Box<dyn FnOnce(&mut Stage, &mut Receipt) -> Option<End>>;

/// The course of one action. By itself it takes four ticks, changes nothing and reports its end when it ends.
pub struct Course {
    pub(crate) ticks: u64,
    /// `None`: it never ends by itself.
    pub(crate) end: Option<End>,
    pub(crate) changes: Vec<Change>,
    /// What the body says has changed, when that is not what did change.
    pub(crate) claim: Option<Receipt>,
    pub(crate) report: Report,
}

/// When the outcome reaches the mind.
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
        Course { ticks: TICKS_USUAL, end, changes: Vec::new(), claim: None, report: Report::AtEnd }
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

    /// Begins, shows no progress and never ends unless it is cancelled.
    pub fn never() -> Course {
        Course::ending(None)
    }

    /// Decided when the action ends: `finish` changes the stage, fills the receipt and says how it ended.
    pub fn finally(finish: impl FnOnce(&mut Stage, &mut Receipt) -> End + 'static) -> Course {
        let mut course = Course::done();
        course.changes.push(Box::new(move |stage, receipt| Some(finish(stage, receipt))));
        course
    }

    /// Takes so many ticks.
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

    /// At the end so many more are in the bag, and the receipt says so.
    pub fn gaining(self, name: &str, count: u32) -> Course {
        let gained: ItemId = item(name);
        self.changing(move |stage, receipt| {
            stage.bag.add(gained, count);
            receipt.gained.add(gained, count);
        })
    }

    /// At the end so many are gone from the bag (or all that there were), and the receipt says so.
    pub fn spending(self, name: &str, count: u32) -> Course {
        let spent: ItemId = item(name);
        self.changing(move |stage, receipt| {
            let count = count.min(stage.bag.count(spent));
            if stage.bag.take(spent, count) {
                receipt.spent.add(spent, count);
            }
        })
    }

    /// At the end that block is there, and the receipt says so.
    pub fn setting(self, at: BlockPos, name: &str) -> Course {
        let block = block(name);
        self.changing(move |stage, receipt| stage.set(at, block, receipt))
    }

    /// At the end the body is there.
    pub fn moving_to(self, to: BlockPos) -> Course {
        self.changing(move |stage, _| stage.at = to)
    }

    /// Reports this receipt, whatever really changed: a contradiction if they differ.
    pub fn claiming(mut self, receipt: Receipt) -> Course {
        self.claim = Some(receipt);
        self
    }

    /// Changes what it changes, and its outcome is lost.
    pub fn unreported(mut self) -> Course {
        self.report = Report::Never;
        self
    }

    /// Its outcome comes so many ticks after its end.
    pub fn reported_late(mut self, ticks: u64) -> Course {
        self.report = Report::Late(ticks);
        self
    }

    /// Carries out the changes; how it ended and what is claimed of it.
    pub(crate) fn finish(self, stage: &mut Stage) -> (End, Receipt) {
        let mut receipt = Receipt::default();
        let mut end = self.end.unwrap_or(End::Cancelled);
        for change in self.changes {
            end = change(stage, &mut receipt).unwrap_or(end);
        }
        (end, self.claim.unwrap_or(receipt))
    }
}
