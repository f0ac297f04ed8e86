//! A body that does what a test's script says and nothing else: an action that no rule knows fails.

use crate::course::{Course, Report};
use crate::stage::{Stage, seen};
use driver::Body;
use mind::input::{Link, Sensed};
use std::fmt;
use vocab::build::Guarded;
use vocab::outcome::{End, Failure, Receipt};
use vocab::senses::Progress;
use vocab::{Action, ActionId, Answer, BlockPos, Danger, Digest, Name, Outcome, Query, QueryId, Senses, Tick};

type Rule = Box<dyn FnMut(&Stage, &Action) -> Option<Course>>;
type Answers = Box<dyn FnMut(&Stage, &Query) -> Answer>;
type TickScript = Box<dyn FnMut(&mut Stage)>;
type Mishap = Box<dyn FnMut(&Action, Course) -> Course>;

/// Engine ids of visitors begin at this number, above those that tests give to creatures.
const VISITOR_IDS: u64 = 1_000_000;
/// Most lines said by the agent that a scripted body keeps.
const SAID_MAX: usize = 64;

/// A body under the control of a test: the test's rules say what comes of each action.
pub struct Scripted {
    pub stage: Stage,
    /// Every action that the body began, with the tick at which it did.
    pub acted: Vec<(Tick, ActionId, Action)>,
    /// Every cancel request that ended a running action.
    pub cancelled: Vec<ActionId>,
    /// The hostile creatures that the body was last warned of.
    pub warned_of: Vec<Danger>,
    pub said: Vec<String>,
    /// How many times the body was told to stand safe.
    pub stood_safe: u64,
    rules: Vec<Rule>,
    mishap: Mishap,
    answers: Answers,
    each_tick: Vec<TickScript>,
    running: Option<Running>,
    /// Outcomes of ended actions, with the tick from which they may be reported to the mind.
    ended: Vec<(Tick, Outcome)>,
    answered: Vec<(QueryId, Answer)>,
    /// The last senses of the body, which are repeated while the body is away.
    last: Option<Senses>,
}

struct Running {
    id: ActionId,
    began: Tick,
    course: Course,
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scripted").field("stage", &self.stage).field("acted", &self.acted).finish_non_exhaustive()
    }
}

impl Default for Scripted {
    fn default() -> Scripted {
        Scripted::new(Stage::default())
    }
}

impl Scripted {
    /// Makes a scripted body on this stage, with no rule: every action fails. Questions about blocks are answered from
    /// the stage.
    pub fn new(stage: Stage) -> Scripted {
        Scripted {
            stage,
            acted: vec![],
            cancelled: vec![],
            warned_of: vec![],
            said: vec![],
            stood_safe: 0,
            rules: vec![],
            mishap: Box::new(|_, course| course),
            answers: Box::new(Stage::answer),
            each_tick: vec![],
            running: None,
            ended: vec![],
            answered: vec![],
            last: None,
        }
    }

    /// Adds a rule that says what comes of an action, or `None` to leave that to earlier rules. The rule added last is
    /// asked first.
    pub fn rule(mut self, rule: impl FnMut(&Stage, &Action) -> Option<Course> + 'static) -> Scripted {
        self.rules.push(Box::new(rule));
        self
    }

    /// Adds a rule for every action with this verb (`collect`, `go_to`, ...).
    pub fn on(self, verb: &'static str, mut rule: impl FnMut(&Stage, &Action) -> Course + 'static) -> Scripted {
        self.rule(move |stage, action| (action.verb() == verb).then(|| rule(stage, action)))
    }

    /// Makes actions go wrong: `mishap` changes what the rules say comes of an action (loses its outcome, delays it).
    pub fn mishap(mut self, mishap: impl FnMut(&Action, Course) -> Course + 'static) -> Scripted {
        self.mishap = Box::new(mishap);
        self
    }

    /// Makes the body answer questions about blocks by this function instead of from the stage.
    pub fn answering(mut self, answers: impl FnMut(&Stage, &Query) -> Answer + 'static) -> Scripted {
        self.answers = Box::new(answers);
        self
    }

    /// Adds a script that runs at the beginning of each mind tick, before the body senses: it may move creatures, make
    /// the body hungry or cut the link.
    pub fn each_tick(mut self, script: impl FnMut(&mut Stage) + 'static) -> Scripted {
        self.each_tick.push(Box::new(script));
        self
    }

    /// The action that the body carries out now, if there is one.
    pub fn running(&self) -> Option<&Action> {
        let running = self.running.as_ref()?;
        self.acted.iter().rev().find(|(_, id, _)| *id == running.id).map(|(_, _, action)| action)
    }

    /// The verbs of all actions that the body began, in order.
    pub fn verbs(&self) -> Vec<&'static str> {
        self.acted.iter().map(|(_, _, action)| action.verb()).collect()
    }

    /// Ends the running action, because the process that wanted it is gone. It stays as far as it got.
    pub fn interrupt(&mut self) {
        if let Some(id) = self.running.as_ref().map(|running| running.id) {
            Body::cancel(self, id);
        }
    }

    fn course(&mut self, action: &Action) -> Course {
        let stage = &self.stage;
        let course = self.rules.iter_mut().rev().find_map(|rule| rule(stage, action));
        (self.mishap)(action, course.unwrap_or_else(|| Course::failed(Failure::Denied)))
    }

    fn report(&mut self, id: ActionId, end: End, receipt: Receipt, report: Report) {
        let at = self.stage.tick;
        let from = match report {
            Report::AtEnd => at,
            Report::Late(ticks) => at + ticks,
            Report::Never => return,
        };
        self.ended.push((from, Outcome { id, at, end, receipt }));
    }

    fn end_what_is_due(&mut self) {
        let now = self.stage.tick;
        let due =
            |running: &mut Running| running.course.end.is_some() && now.since(running.began) >= running.course.ticks;
        if let Some(Running { id, course, .. }) = self.running.take_if(due) {
            let report = course.report;
            let (end, receipt) = course.finish(&mut self.stage);
            self.report(id, end, receipt, report);
        }
    }

    fn senses(&mut self) -> Senses {
        let now = self.stage.tick;
        let ending = self.running.as_ref().filter(|running| running.course.end.is_some());
        let progress = ending.map(|running| {
            let (of, done) = (running.course.ticks, now.since(running.began));
            Progress { id: running.id, done: done.min(of) as u32, of: of as u32, blocks: 0 }
        });
        Senses {
            tick: now,
            at: self.stage.at.centre(),
            vitals: self.stage.vitals,
            carried: self.stage.carried(),
            surroundings: self.stage.surroundings(),
            progress,
            events: std::mem::take(&mut self.stage.events),
        }
    }
}

impl Body for Scripted {
    fn advance(&mut self, ticks: u64) {
        self.stage.mind_ticks += 1;
        for script in &mut self.each_tick {
            script(&mut self.stage);
        }
        if self.stage.link == Link::Present {
            self.stage.tick = self.stage.tick + ticks;
            self.end_what_is_due();
        }
    }

    fn sense(&mut self) -> Sensed {
        let link = self.stage.link.clone();
        if link != Link::Present {
            let last = self.last.clone();
            let senses = last.map_or_else(|| self.senses(), |last| Senses { events: vec![], progress: None, ..last });
            let (detections, outcomes, answers, heard) = (vec![], vec![], vec![], vec![]);
            return Sensed { link, senses, detections, outcomes, answers, heard };
        }
        let now = self.stage.tick;
        let senses = self.senses();
        self.last = Some(senses.clone());
        let reported = self.ended.extract_if(.., |(from, _)| *from <= now);
        let outcomes = reported.map(|(_, outcome)| outcome).collect();
        let (answers, heard) = (std::mem::take(&mut self.answered), std::mem::take(&mut self.stage.heard));
        Sensed { link, senses, detections: self.stage.creatures.clone(), outcomes, answers, heard }
    }

    fn act(&mut self, id: ActionId, action: &Action) {
        assert!(self.running.is_none(), "a second action, {action:?}, at tick {}", self.stage.tick);
        self.acted.push((self.stage.tick, id, action.clone()));
        let course = self.course(action);
        self.running = Some(Running { id, began: self.stage.tick, course });
    }

    fn guard(&mut self, cells: &[Guarded]) {
        self.stage.guarded = cells.to_vec();
    }

    fn beware(&mut self, dangers: &[Danger]) {
        self.warned_of = dangers.to_vec();
    }

    fn cancel(&mut self, id: ActionId) {
        if let Some(running) = self.running.take_if(|running| running.id == id) {
            self.cancelled.push(id);
            let mut receipt = Receipt::default();
            let passed = self.stage.tick.since(running.began);
            if let Some(part) = running.course.part {
                part(&mut self.stage, &mut receipt, passed);
            }
            self.report(id, End::Cancelled, receipt, running.course.report);
        }
    }

    fn ask(&mut self, id: QueryId, query: &Query) {
        let answer = (self.answers)(&self.stage, query);
        self.answered.push((id, answer));
    }

    fn say(&mut self, text: &str) {
        if self.said.len() < SAID_MAX {
            self.said.push(text.into());
        }
    }

    /// Puts a visitor on the stage as a creature, beside the body unless a place is given.
    fn visit(&mut self, who: &str, at: Option<BlockPos>) {
        let kind = Name::new(&format!("player:{who}"));
        let place = at.unwrap_or(self.stage.at.offset(2, 0, 0));
        if let Some(known) = self.stage.creatures.iter_mut().find(|creature| creature.kind == kind) {
            known.at = at.map_or(known.at, BlockPos::centre);
            return;
        }
        let id = VISITOR_IDS + self.stage.creatures.len() as u64;
        self.stage.creatures.push(seen(kind.as_str(), place, id));
    }

    fn stand_safe(&mut self) {
        self.stood_safe += 1;
    }

    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    fn digest(&self) -> Option<Digest> {
        None
    }
}
