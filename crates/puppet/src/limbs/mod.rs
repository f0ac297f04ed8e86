//! What the mind wants of the body: each verb is done in its order, at the game's pace, and answered exactly once.
//!
//! Legs and head obey at once. The hands do one thing after another: a click in four ticks, a blow when the arm is rested. Digging and
//! eating go on beside them until they end.

mod clicking;
mod crafting;
mod using;
mod windows;

use crate::names::{self, No, no};
use contract::body::command::Verb;
use contract::body::limits::PENDING_MAX;
use contract::body::report::{Reason, Window};
use contract::body::{Angle, Look};
use skills::limbs::{Click, Keys, Limbs as _};
use skills::space::{MICRO, Place};
use std::collections::VecDeque;
use vocab::{BlockPos, ItemId};
use world::World;

/// A `steer` holds for this many ticks: a body whose mind falls silent stands still.
const STEER_TICKS: u8 = 3;
/// Ticks from one click to the next, as the game has it.
const CLICK_TICKS: u64 = 4;
/// Lines of chat that the body has said and nobody has printed yet.
const SAID_MAX: usize = 64;

/// All verbs: this body can do each of them.
pub const ABILITIES: [&str; 20] = [
    "steer",
    "look",
    "hold",
    "dig_start",
    "dig_stop",
    "place",
    "use_on",
    "use_item",
    "release",
    "strike",
    "craft",
    "open",
    "transfer",
    "toss",
    "equip",
    "sleep",
    "wake",
    "say",
    "respawn",
    "stop",
];

/// How a verb ended.
#[derive(Debug)]
pub struct Ended {
    pub id: u64,
    pub end: Result<(), No>,
    /// The contents of the chest or station that the verb was about.
    pub window: Option<Window>,
}

/// How far the hands came with a verb.
enum Step {
    Done(Result<(), No>),
    Shown(Window),
    /// Its moment has not come.
    Later,
    /// It goes on by itself: digging and eating.
    GoesOn,
}

impl From<Result<(), No>> for Step {
    fn from(end: Result<(), No>) -> Step {
        Step::Done(end)
    }
}

impl From<Result<Window, No>> for Step {
    fn from(shown: Result<Window, No>) -> Step {
        shown.map_or_else(|no| Step::Done(Err(no)), Step::Shown)
    }
}

/// The directions that `steer` holds down.
#[derive(Debug, Clone, Copy, Default)]
struct Steering {
    forward: i8,
    strafe: i8,
    jump: bool,
    sneak: bool,
    sprint: bool,
    ticks_left: u8,
}

/// What the limbs are at.
#[derive(Debug)]
pub struct Limbs {
    look: Look,
    steering: Steering,
    /// Verbs that came since the last tick.
    heard: VecDeque<(u64, Verb)>,
    /// Verbs for the hands, the next one first.
    queue: VecDeque<(u64, Verb)>,
    dig: Option<(u64, BlockPos)>,
    meal: Option<(u64, ItemId)>,
    shield: bool,
    /// Verbs that wait for the body to live again.
    respawns: Vec<u64>,
    /// The world's tick of the last click.
    clicked: Option<u64>,
    ended: Vec<Ended>,
    said: VecDeque<String>,
}

impl Limbs {
    /// Limbs at rest, turned as the world's body is.
    pub fn of(world: &World) -> Limbs {
        let facing = world.body().facing;
        let yaw = (-(facing.x as f64)).atan2(facing.z as f64).to_degrees() * 1_000.0;
        Limbs::at_rest(Look { yaw: Angle(yaw.round() as i32), pitch: Angle(0) })
    }

    fn at_rest(look: Look) -> Limbs {
        Limbs {
            look,
            steering: Steering::default(),
            heard: VecDeque::new(),
            queue: VecDeque::new(),
            dig: None,
            meal: None,
            shield: false,
            respawns: Vec::new(),
            clicked: None,
            ended: Vec::new(),
            said: VecDeque::new(),
        }
    }

    pub fn look(&self) -> Look {
        self.look
    }

    /// How many verbs have no answer yet.
    pub fn open(&self) -> usize {
        let hands = usize::from(self.dig.is_some()) + usize::from(self.meal.is_some());
        self.heard.len() + self.queue.len() + self.respawns.len() + self.ended.len() + hands
    }

    /// Takes in a verb, to be begun in the next tick.
    pub fn hear(&mut self, id: u64, verb: Verb) -> Result<(), No> {
        if self.open() >= PENDING_MAX {
            return Err(no(Reason::TooMany, format!("{PENDING_MAX} verbs wait for their answer")));
        }
        self.heard.push_back((id, verb));
        Ok(())
    }

    pub fn take_ended(&mut self) -> Vec<Ended> {
        std::mem::take(&mut self.ended)
    }

    pub fn take_said(&mut self) -> Vec<String> {
        self.said.drain(..).collect()
    }

    /// Lets go of everything, without an answer: the mind is gone.
    pub fn rest(&mut self) {
        let said = std::mem::take(&mut self.said);
        *self = Limbs { clicked: self.clicked, said, ..Limbs::at_rest(self.look) };
    }

    /// Moves the limbs for one tick.
    pub fn act(&mut self, world: &mut World) {
        self.turn(world);
        while let Some((id, verb)) = self.heard.pop_front() {
            self.begin(world, id, verb);
        }
        self.work(world);
        self.dig(world);
        self.eat(world);
        if world.pose().alive {
            for id in std::mem::take(&mut self.respawns) {
                self.end(id, Ok(()));
            }
        }
        self.press(world);
        world.take_changes();
    }

    /// The body has died: nothing that is open will be done.
    pub fn die(&mut self) {
        let respawns = std::mem::take(&mut self.respawns);
        self.refuse_open(Reason::Dead);
        self.respawns = respawns;
        self.let_go();
    }

    fn begin(&mut self, world: &mut World, id: u64, verb: Verb) {
        if !world.pose().alive && !can_be_dead(&verb) {
            return self.end(id, Err(no(Reason::Dead, "")));
        }
        match verb {
            Verb::Steer { forward, strafe, jump, sneak, sprint } => {
                self.steering = Steering { forward, strafe, jump, sneak, sprint, ticks_left: STEER_TICKS };
                self.end(id, Ok(()));
            }
            Verb::DigStop {} => {
                self.stop_digging();
                self.end(id, Ok(()));
            }
            Verb::Release {} => {
                self.shield = false;
                if let Some((meal, _)) = self.meal.take() {
                    self.end(meal, Err(no(Reason::Stopped, "")));
                }
                self.end(id, Ok(()));
            }
            Verb::Say { text } => {
                let said = self.say(world, &text);
                self.end(id, said);
            }
            Verb::Wake {} => {
                if world.pose().asleep_ticks.is_some() {
                    world.stop();
                }
                self.end(id, Ok(()));
            }
            Verb::Respawn {} => self.respawns.push(id),
            Verb::Stop {} => {
                self.refuse_open(Reason::Stopped);
                self.let_go();
                self.end(id, Ok(()));
            }
            verb => {
                self.queue.push_back((id, verb));
                self.work(world);
            }
        }
    }

    /// Does what the hands can do now, one verb after the other.
    fn work(&mut self, world: &mut World) {
        while let Some((id, verb)) = self.queue.pop_front() {
            // What was done a moment ago may have killed the body, and the mind's last look counts for the next click.
            match self.hand(world, id, &verb) {
                Step::Later => {
                    self.queue.push_front((id, verb));
                    return;
                }
                Step::GoesOn => {}
                Step::Done(end) => self.end(id, end),
                Step::Shown(window) => self.ended.push(Ended { id, end: Ok(()), window: Some(window) }),
            }
        }
    }

    fn hand(&mut self, world: &mut World, id: u64, verb: &Verb) -> Step {
        match verb {
            Verb::Look { yaw, pitch } => {
                self.look = Look { yaw: *yaw, pitch: *pitch };
                self.turn(world);
                Step::Done(Ok(()))
            }
            Verb::Hold { item } => using::hold(world, item.as_deref()).into(),
            Verb::DigStart { at, .. } => self.dig_start(world, id, (*at).into()),
            Verb::Place { at, face, cursor, item } => self.in_time(world, |limbs, world| {
                limbs.place(
                    world,
                    item,
                    clicking::Target { at: (*at).into(), face: names::side(*face), cursor: *cursor },
                )
            }),
            Verb::UseOn { at, face, cursor } => self.in_time(world, |limbs, world| {
                limbs.use_on(world, clicking::Target { at: (*at).into(), face: names::side(*face), cursor: *cursor })
            }),
            Verb::UseItem { hand } => self.use_item(world, id, *hand),
            Verb::Strike { kind, near } => clicking::strike(world, kind, Place::from_fine((*near).into())),
            Verb::Craft { makes, grid, times, table } => {
                let wanted = crafting::Wanted { makes, grid, table: table.map(Into::into) };
                crafting::craft(world, &wanted, *times).into()
            }
            Verb::Open { at } => windows::open(world, (*at).into()).into(),
            Verb::Transfer { at, item, count, slot, way } => {
                windows::transfer(world, (*at).into(), (item, *count), (*slot, *way)).into()
            }
            Verb::Toss { item, count } => {
                let toss = names::item(item).map(|item| Click::Toss { item, count: *count });
                toss.and_then(|toss| clicking::done(world, &toss)).into()
            }
            Verb::Equip { item, slot } => {
                let equip = names::item(item).map(|item| Click::Equip { item, slot: *slot });
                equip.and_then(|equip| clicking::done(world, &equip)).into()
            }
            Verb::Sleep { bed } => clicking::done(world, &Click::Sleep { bed: (*bed).into() }).into(),
            Verb::Steer { .. }
            | Verb::DigStop {}
            | Verb::Release {}
            | Verb::Wake {}
            | Verb::Say { .. }
            | Verb::Respawn {}
            | Verb::Stop {} => Step::Done(Err(no(Reason::BadRequest, "this verb is not for the hands"))),
        }
    }

    /// A click, once enough time has passed since the one before.
    fn in_time(&mut self, world: &mut World, click: impl FnOnce(&mut Limbs, &mut World) -> Result<(), No>) -> Step {
        let now = world.now().0;
        if self.clicked.is_some_and(|clicked| now < clicked + CLICK_TICKS) {
            return Step::Later;
        }
        let end = click(self, world);
        if end.is_ok() {
            self.clicked = Some(now);
        }
        end.into()
    }

    fn end(&mut self, id: u64, end: Result<(), No>) {
        self.ended.push(Ended { id, end, window: None });
    }

    /// Refuses every verb that waits for its answer.
    fn refuse_open(&mut self, reason: Reason) {
        let hands = self.dig.take().map(|(id, _)| id).into_iter().chain(self.meal.take().map(|(id, _)| id));
        let queued = self.queue.drain(..).map(|(id, _)| id);
        let mut open: Vec<u64> = hands.chain(queued).chain(self.respawns.drain(..)).collect();
        open.sort_unstable();
        for id in open {
            self.end(id, Err(no(reason, "")));
        }
    }

    fn let_go(&mut self) {
        (self.steering, self.shield) = (Steering::default(), false);
    }

    fn say(&mut self, world: &mut World, text: &str) -> Result<(), No> {
        if text.starts_with('/') {
            return Err(no(Reason::BadRequest, "the text begins with a slash"));
        }
        world.say(text);
        if self.said.len() >= SAID_MAX {
            self.said.pop_front();
        }
        self.said.push_back(text.into());
        Ok(())
    }

    /// Turns the world's body to where the head looks.
    fn turn(&self, world: &mut World) {
        let ahead = world.pose().at + heading(self.look.yaw, 1, 0);
        world.look(skills::limbs::Look::Place(ahead));
    }

    /// Holds down the keys of this tick.
    fn press(&mut self, world: &mut World) {
        let Steering { forward, strafe, jump, sneak, sprint, ticks_left } = self.steering;
        let shield = self.shield;
        *world.keys() = Keys { shield, ..Keys::default() };
        if ticks_left == 0 {
            return;
        }
        self.steering.ticks_left -= 1;
        let heading = heading(self.look.yaw, forward, strafe);
        // The game sprints forwards only.
        *world.keys() = Keys { heading, sprint: sprint && forward > 0, jump, shield, sneak };
    }

    /// Whether the keys say that the body sneaks.
    fn sneaks(&self) -> bool {
        self.steering.ticks_left > 0 && self.steering.sneak
    }
}

/// Whether a verb can be done by a dead body.
fn can_be_dead(verb: &Verb) -> bool {
    matches!(
        verb,
        Verb::Respawn {} | Verb::Say { .. } | Verb::Stop {} | Verb::DigStop {} | Verb::Release {} | Verb::Look { .. }
    )
}

/// The direction in which a body that is turned to this side walks: a length of one block, or zero.
fn heading(yaw: Angle, forward: i8, strafe: i8) -> Place {
    let (sine, cosine) = (f64::from(yaw.0) / 1_000.0).to_radians().sin_cos();
    let (forward, strafe) = (f64::from(forward), f64::from(strafe));
    let long = forward.hypot(strafe).max(1.0);
    let micro = |part: f64| (part / long * MICRO as f64).round() as i64;
    // Yaw 0 is south, and the right hand is in the west then.
    Place::new(micro(-sine * forward - cosine * strafe), 0, micro(cosine * forward - sine * strafe))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_walks_where_it_is_turned_to() {
        for (yaw, forward, strafe, x, z) in [
            (0, 1, 0, 0, MICRO),
            (0, -1, 0, 0, -MICRO),
            (0, 0, 1, -MICRO, 0),
            (90_000, 1, 0, -MICRO, 0),
            (90_000, 0, 1, 0, -MICRO),
            (180_000, 1, 0, 0, -MICRO),
            (-90_000, 1, 0, MICRO, 0),
            (-90_000, 0, -1, 0, -MICRO),
            (0, 1, 1, -707_107, 707_107),
            (0, 0, 0, 0, 0),
        ] {
            assert_eq!(heading(Angle(yaw), forward, strafe), Place::new(x, 0, z), "{yaw} {forward} {strafe}");
        }
    }
}
