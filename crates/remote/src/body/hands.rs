//! Turns what the skills order into verbs, and the answers to the verbs into what the skills wait for.

use super::clicks;
use super::head::Head;
use super::line::Line;
use super::names::Names;
use contract::body::Verb;
use contract::body::command::Hand;
use contract::body::report::Reason;
use skills::limbs::{Keys, Limbs, Look, Ticket};
use skills::mirror::{Mirror, Order};
use std::collections::BTreeMap;
use vocab::outcome::Refusal;
use vocab::{BlockPos, ItemId, QueryId};

/// What an open verb is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Part of a click, a dig or a meal.
    Ticket(Ticket),
    Hold,
    /// A look into a station before its output is taken.
    Look {
        ticket: Ticket,
        at: BlockPos,
    },
    /// A look into a chest that the mind asked for.
    Question(QueryId),
}

/// What the body has in its hand, or will have once it has done what it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Grip {
    #[default]
    Unknown,
    Empty,
    Item(ItemId),
}

impl From<Option<ItemId>> for Grip {
    fn from(item: Option<ItemId>) -> Grip {
        item.map_or(Grip::Empty, Grip::Item)
    }
}

/// What the hands are at.
#[derive(Debug, Default)]
pub struct Hands {
    open: BTreeMap<u64, Purpose>,
    /// Verbs that still wait, for each ticket.
    left: BTreeMap<Ticket, u32>,
    hand: Grip,
    head: Head,
    dig: Option<Ticket>,
    meal: Option<Ticket>,
    shield: bool,
    /// Clicks for which the body sneaks until they are answered.
    sneaks: Vec<Ticket>,
}

/// What the hands work with for one tick.
#[derive(Debug)]
pub struct Work<'a> {
    pub line: &'a mut Line,
    pub mirror: &'a mut Mirror,
    pub names: &'a Names,
}

impl Work<'_> {
    /// Turns the head to a place, if it is not.
    fn look(&mut self, hands: &mut Hands, to: skills::space::Place) {
        let verb = hands.head.look(self.mirror.pose().eyes(), to, self.mirror.now.0);
        if let Some(verb) = verb {
            self.line.act(verb);
        }
    }
}

impl Hands {
    /// The line is lost, and with it every answer.
    pub fn let_go(&mut self) -> Vec<QueryId> {
        let open = std::mem::take(&mut self.open);
        *self = Hands::default();
        open.into_values()
            .filter_map(|purpose| if let Purpose::Question(id) = purpose { Some(id) } else { None })
            .collect()
    }

    /// Does what the skills want in this tick.
    pub fn obey(&mut self, work: &mut Work<'_>, keys: Keys, orders: Vec<Order>) {
        for order in orders {
            self.order(work, order);
        }
        if keys.shield != self.shield {
            self.shield = keys.shield;
            work.line.act(if keys.shield { Verb::UseItem { hand: Hand::Off } } else { Verb::Release {} });
        }
        let keys = Keys { sneak: keys.sneak || !self.sneaks.is_empty(), ..keys };
        let head_is_free = self.left.is_empty();
        for verb in self.head.steer(keys, head_is_free, work.mirror.now.0) {
            work.line.act(verb);
        }
    }

    fn order(&mut self, work: &mut Work<'_>, order: Order) {
        match order {
            Order::Look(Look::Place(place) | Look::Creature(place)) => work.look(self, place),
            Order::Hold(item) => self.hold(work, item),
            Order::DigStart { ticket, at } => {
                let Some(spot) = clicks::spot_of(work.mirror, at) else {
                    return work.mirror.answered(ticket, Err(Refusal::OutOfSight));
                };
                self.dig = Some(ticket);
                work.look(self, spot.place());
                self.begin(work, ticket, vec![Verb::DigStart { at: at.into(), face: clicks::face(spot.face) }]);
            }
            Order::DigStop => self.stop_digging(work),
            Order::Eat { ticket, .. } => {
                self.meal = Some(ticket);
                self.begin(work, ticket, vec![Verb::UseItem { hand: Hand::Main }]);
            }
            Order::Strike { kind, near, .. } => {
                work.line.act(Verb::Strike { kind: kind.as_str().into(), near: near.fine().into() });
            }
            Order::Stop => {
                if self.meal.take().is_some() {
                    work.line.act(Verb::Stop {});
                } else {
                    self.stop_digging(work);
                }
                if work.mirror.pose.asleep_ticks.is_some() {
                    work.line.act(Verb::Wake {});
                }
            }
            Order::Click { ticket, click } => match clicks::verbs(&click, ticket, work.mirror, work.names) {
                Err(refusal) => work.mirror.answered(ticket, Err(refusal)),
                Ok(deed) => {
                    if let Some(item) = deed.hold {
                        self.hold(work, Some(item));
                    }
                    if deed.sneak {
                        self.sneaks.push(ticket);
                        // The body sneaks before it clicks.
                        let keys = Keys { sneak: true, ..Keys::default() };
                        for verb in self.head.steer(keys, false, work.mirror.now.0) {
                            work.line.act(verb);
                        }
                    }
                    if let Some(place) = deed.look {
                        work.look(self, place);
                    }
                    match deed.peek {
                        Some(at) => self.send(work, Verb::Open { at: at.into() }, Purpose::Look { ticket, at }),
                        None => self.begin(work, ticket, deed.verbs),
                    }
                }
            },
        }
    }

    fn stop_digging(&mut self, work: &mut Work<'_>) {
        if let Some(ticket) = self.dig.take().filter(|ticket| self.left.contains_key(ticket)) {
            self.forget(ticket);
            work.line.act(Verb::DigStop {});
        }
    }

    /// Takes an item into the hand, unless it is there or on its way.
    fn hold(&mut self, work: &mut Work<'_>, item: Option<ItemId>) {
        if self.hand == item.into() {
            return;
        }
        let name = match item.map(|item| work.names.of_item(item)) {
            Some(None) => return, // nobody knows what it is
            Some(name) => name,
            None => None,
        };
        self.hand = item.into();
        self.send(work, Verb::Hold { item: name }, Purpose::Hold);
    }

    /// Sends the verbs of a ticket. It is done when each of them is.
    fn begin(&mut self, work: &mut Work<'_>, ticket: Ticket, verbs: Vec<Verb>) {
        self.left.insert(ticket, verbs.len() as u32);
        for verb in verbs {
            self.send(work, verb, Purpose::Ticket(ticket));
        }
    }

    fn send(&mut self, work: &mut Work<'_>, verb: Verb, purpose: Purpose) {
        match (work.line.act(verb), purpose) {
            (Some(id), _) => drop(self.open.insert(id, purpose)),
            (None, Purpose::Ticket(ticket) | Purpose::Look { ticket, .. }) => {
                self.forget(ticket);
                work.mirror.unanswered(ticket);
            }
            (None, Purpose::Hold) => self.hand = Grip::Unknown,
            (None, Purpose::Question(_)) => {}
        }
    }

    /// Asks to look into a chest or station for the mind. Returns whether the question is on its way.
    pub fn ask(&mut self, line: &mut Line, id: QueryId, at: BlockPos) -> bool {
        let sent = line.act(Verb::Open { at: at.into() });
        sent.is_some_and(|verb| self.open.insert(verb, Purpose::Question(id)).is_none())
    }

    /// Takes in where the body looks.
    pub fn told_gaze(&mut self, gaze: super::head::Gaze, now: u64) {
        self.head.told(gaze, now);
    }

    /// Takes in what the body has in its hand.
    pub fn told_hand(&mut self, held: Option<ItemId>) {
        if !self.open.values().any(|purpose| *purpose == Purpose::Hold) {
            self.hand = held.into();
        }
    }

    /// Takes in the answer to a verb. Returns the question that it answers, if any.
    pub fn answered(&mut self, work: &mut Work<'_>, id: u64, answer: Result<(), Reason>) -> Option<QueryId> {
        match (self.open.remove(&id)?, answer) {
            (Purpose::Question(query), _) => return Some(query),
            (Purpose::Hold, Ok(())) => {}
            (Purpose::Hold, Err(_)) => self.hand = Grip::Unknown,
            (Purpose::Look { ticket, at }, Ok(())) => match clicks::take_output(work.mirror, work.names, at) {
                Ok(verb) => self.begin(work, ticket, vec![verb]),
                Err(refusal) => {
                    self.forget(ticket);
                    work.mirror.answered(ticket, Err(refusal));
                }
            },
            (Purpose::Ticket(ticket), Ok(())) => {
                let left = self.left.get_mut(&ticket)?;
                *left = left.saturating_sub(1);
                if *left == 0 {
                    self.forget(ticket);
                    work.mirror.answered(ticket, Ok(()));
                }
            }
            (Purpose::Ticket(ticket) | Purpose::Look { ticket, .. }, Err(reason)) => {
                self.forget(ticket);
                match refusal(reason) {
                    Some(refusal) => work.mirror.answered(ticket, Err(refusal)),
                    None => work.mirror.unanswered(ticket),
                }
            }
        }
        None
    }

    fn forget(&mut self, ticket: Ticket) {
        self.left.remove(&ticket);
        self.sneaks.retain(|sneaks| *sneaks != ticket);
        self.dig.take_if(|dig| *dig == ticket);
        self.meal.take_if(|meal| *meal == ticket);
    }
}

/// What a refusal on the wire means for a skill; `None` when the world has not said whether it took the deed.
fn refusal(reason: Reason) -> Option<Refusal> {
    Some(match reason {
        Reason::MissingItem => Refusal::MissingItem,
        Reason::OutOfReach => Refusal::OutOfReach,
        Reason::NotLoaded => Refusal::NotLoaded,
        Reason::NotDiggable => Refusal::NotDiggable,
        Reason::Occupied => Refusal::Occupied,
        Reason::NoSupport => Refusal::NoSupport,
        Reason::WrongBlock => Refusal::WrongBlock,
        Reason::NoTable => Refusal::NoTable,
        Reason::NoRecipe => Refusal::NoRecipe,
        Reason::StationBusy => Refusal::StationBusy,
        Reason::NotFuel => Refusal::NotFuel,
        Reason::NotEdible => Refusal::NotEdible,
        Reason::NotWearable => Refusal::NotWearable,
        Reason::NoRoom => Refusal::NoRoom,
        Reason::CannotSleep => Refusal::CannotSleep,
        Reason::NoTarget => Refusal::NoTarget,
        Reason::Dead => Refusal::Dead,
        Reason::Disconnected => Refusal::Disconnected,
        Reason::BadRequest | Reason::Unsupported => Refusal::BadRequest,
        Reason::FaceNotInView => Refusal::OutOfSight,
        Reason::SparedCreature => Refusal::Spared,
        Reason::Stopped | Reason::Denied | Reason::TimedOut | Reason::TooMany => return None,
    })
}
