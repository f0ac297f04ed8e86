//! The one way from a wish to a task: people's orders, chat and thoughts ask in the words of a goal tag, the drive tick with a
//! goal of its own.

use super::Wishes;
use super::actions::{self, Makes};
use crate::agenda::pursuit::Pursuit;
use crate::agenda::{Added, Agenda, Wanted};
use crate::turn::Turn;
use crate::view::situation::Situation;
use crate::wire::effect::{CommandAnswer, OrderRefusal};
use crate::wire::reason::Reason;
use agency::GoalTag;
use agency::goal_tag::AMOUNT_MAX;
use tasks::{Lane, Origin, Priority, Status, Who};
use vocab::{BlockPos, Name};

/// A wish of a person or a thought, in the words of a goal tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub tag: GoalTag,
    pub who: Who,
    pub why: Reason,
    pub priority: Priority,
    /// The person to whom the wished items are to be brought.
    pub deliver_to: Option<Name>,
    /// The position that the wish names, if any.
    pub at: Option<BlockPos>,
}

impl Wishes {
    /// Makes a task of a wish, or changes the tasks that the wish is about. If a task with the same key is open, that
    /// task gets the larger amount and the higher priority, and the answer says so.
    pub fn ask(
        &mut self,
        ask: &Ask,
        situation: &Situation<'_>,
        agenda: &mut Agenda,
        turn: &mut Turn<'_>,
    ) -> Result<CommandAnswer, OrderRefusal> {
        if ask.tag.amount == 0 || ask.tag.amount > AMOUNT_MAX {
            return Err(OrderRefusal::BadAmount { max: AMOUNT_MAX });
        }
        match actions::row(ask.tag.action).makes {
            Makes::Goal(goal) => {
                if let Err(no_key) = ask.tag.key() {
                    return Err(OrderRefusal::Store(agenda.refuse_keyless(no_key)));
                }
                let goal = goal(ask, situation)?;
                let origin = Origin::new(ask.who, ask.why.clone(), situation.now);
                pursue(Wanted { goal, lane: Lane::Task, priority: ask.priority, origin }, situation, agenda, turn)
            }
            Makes::Change => self.manage(&ask.tag, agenda, turn),
        }
    }
}

/// Makes a task of a goal, or gives the open task with the same key the larger amount and priority. A goal that is
/// already met is done at once.
pub fn pursue(
    wanted: Wanted,
    situation: &Situation<'_>,
    agenda: &mut Agenda,
    turn: &mut Turn<'_>,
) -> Result<CommandAnswer, OrderRefusal> {
    let goal = wanted.goal.clone();
    match agenda.want(wanted, turn).map_err(OrderRefusal::Store)? {
        Added::New(task) => {
            let fresh = Pursuit::default();
            if goal.is_met(situation, &fresh) {
                let why = goal.receipt(situation, &fresh);
                agenda.set(task, Status::Done, why, turn);
            }
            Ok(CommandAnswer::Taken { task })
        }
        Added::Joined(task) => {
            let amount = agenda.tasks().get(task).and_then(|task| task.goal().amount());
            Ok(CommandAnswer::Joined { task, amount })
        }
    }
}
