//! Rule for build actions: a visit is done step by step, four ticks each, so that a cancelled one leaves a part of it done.

use crate::course::Course;
use crate::rules::break_block;
use crate::scripted::Scripted;
use crate::stage::Stage;
use building::state;
use gamedata::{blocks, items, states};
use std::cell::RefCell;
use std::rc::Rc;
use vocab::build::{Op, Pillar, Visit};
use vocab::outcome::{End, Receipt, Refusal};
use vocab::{Action, BlockPos, ItemId, StateId};

/// Game ticks that the walk to a visit and each of its steps take.
const WALK_TICKS: u64 = 12;
const STEP_TICKS: u64 = 4;

/// What refuses a step, or lets it happen.
pub type Fault = Box<dyn FnMut(&Op) -> Option<Refusal>>;

impl Scripted {
    /// Makes a scripted body that builds, and refuses the steps that `fault` names.
    pub fn building(self, fault: impl FnMut(&Op) -> Option<Refusal> + 'static) -> Scripted {
        let fault: Rc<RefCell<Fault>> = Rc::new(RefCell::new(Box::new(fault)));
        self.rule(move |_, action| {
            let Action::Build { visit, scaffold } = action.clone() else { return None };
            let steps = steps(&visit);
            let ticks = WALK_TICKS + STEP_TICKS * steps.len() as u64;
            let (whole, cut) = (Rc::clone(&fault), Rc::clone(&fault));
            let (all, some, stand) = (steps.clone(), steps, end_of(&visit));
            let finish = move |stage: &mut Stage, receipt: &mut Receipt| {
                let end = perform(&all, scaffold, &whole, (stage, receipt));
                stage.at = stand;
                end
            };
            let interrupted = move |stage: &mut Stage, receipt: &mut Receipt, passed: u64| {
                let done = passed.saturating_sub(WALK_TICKS) / STEP_TICKS;
                let done = &some[..some.len().min(done as usize)];
                perform(done, scaffold, &cut, (stage, receipt));
                if !done.is_empty() {
                    stage.at = stand;
                }
            };
            Some(Course::finally(finish).after(ticks).interruptible(interrupted))
        })
    }
}

/// Where the body is after a visit.
fn end_of(visit: &Visit) -> BlockPos {
    visit.pillar.map_or(visit.stand, |pillar| pillar.base)
}

/// A visit as single steps: the pillar up, its ops, the pillar down.
fn steps(visit: &Visit) -> Vec<Op> {
    let cells: Vec<BlockPos> = visit.pillar.iter().flat_map(Pillar::cells).collect();
    let up = cells.iter().map(|at| Op::Scaffold { at: *at, against: at.offset(0, -1, 0) });
    let down = cells.iter().rev().map(|at| Op::Unscaffold { at: *at });
    up.chain(visit.ops.iter().copied()).chain(down).collect()
}

fn perform(
    steps: &[Op],
    scaffold: Option<ItemId>,
    fault: &Rc<RefCell<Fault>>,
    (stage, receipt): (&mut Stage, &mut Receipt),
) -> End {
    for op in steps {
        let refused = (fault.borrow_mut())(op).or_else(|| step(op, scaffold, (stage, receipt)).err());
        if let Some(refusal) = refused {
            return End::Refused(refusal);
        }
    }
    End::Done
}

fn step(op: &Op, scaffold: Option<ItemId>, (stage, receipt): (&mut Stage, &mut Receipt)) -> Result<(), Refusal> {
    let now = |stage: &Stage, at: BlockPos| stage.state(at).ok_or(Refusal::NotLoaded);
    match *op {
        Op::Break { at } if state::is_air(now(stage, at)?) => Ok(()),
        Op::Break { at } | Op::Unscaffold { at } => {
            break_block(stage, at, receipt);
            Ok(())
        }
        Op::Work { at, state: wanted } => {
            if !state::is_worked_from(wanted, Some(now(stage, at)?)) {
                return Err(Refusal::WrongBlock);
            }
            stage.put(at, wanted, receipt);
            Ok(())
        }
        Op::Scaffold { at, .. } => {
            let block = scaffold.and_then(|item| Some((item, items::get(item).block?))).ok_or(Refusal::MissingItem)?;
            place(at, states::default(block.1), (block.0, 1), (stage, receipt))
        }
        Op::Place { at, state: wanted, against, .. } => {
            if state::is_replaceable(now(stage, against)?) {
                return Err(Refusal::NoSupport);
            }
            let takes = state::items_for(wanted).ok_or(Refusal::BadRequest)?;
            place(at, wanted, takes, (stage, receipt))?;
            if let Some(second) = state::second_half(wanted, at) {
                let (name, value) =
                    if states::value(wanted, "part").is_some() { ("part", "head") } else { ("half", "upper") };
                stage.put(second, states::with(wanted, name, value).unwrap_or(wanted), receipt);
            }
            Ok(())
        }
    }
}

fn place(
    at: BlockPos,
    wanted: StateId,
    (item, count): (ItemId, u32),
    (stage, receipt): (&mut Stage, &mut Receipt),
) -> Result<(), Refusal> {
    if !state::is_replaceable(stage.state(at).ok_or(Refusal::NotLoaded)?) {
        return Err(Refusal::Occupied);
    }
    if !stage.bag.take(item, count) {
        return Err(Refusal::MissingItem);
    }
    receipt.spent.add(item, count);
    if let Some(bucket) = items::named("bucket").filter(|_| blocks::get(states::block(wanted)).name == "water") {
        stage.bag.add(bucket, 1);
    }
    stage.put(at, wanted, receipt);
    Ok(())
}
