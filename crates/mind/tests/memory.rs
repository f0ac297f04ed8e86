//! Memory under the driver's loop: chests, ore that was left, people, days, home; what is forgotten first; and a restart.

mod life;

use life::{Life, in_the_wood, on_bare_ground};
use mind::effect::CommandAnswer;
use mind::input::Order;
use mind::memory::landmarks::{CHESTS_MAX, VEINS_MAX};
use mind::memory::{Fact, LOOK_TICKS};
use mind::speech::Speech;
use mind::trace::Event;
use mind::{Config, Mind};
use simulator::{Course, Scripted, Simulation, Stage, block, item};
use std::cell::RefCell;
use std::rc::Rc;
use tasks::Status;
use vocab::digest::{decode, encode};
use vocab::item::Stack;
use vocab::outcome::{End, Refusal};
use vocab::senses::{BodyEvent, Harm};
use vocab::{Action, Answer, Bag, BlockPos, Query};

const CHEST: BlockPos = BlockPos::new(9, 64, 0);
/// The agent has looked for landmarks for the first time after this many ticks.
const LOOKED: u64 = 8;

fn ask(action: &str, target: &str, amount: u32) -> Order {
    Order::Goal { action: action.into(), target: target.into(), amount }
}

type Inside = Rc<RefCell<Bag>>;

fn holding(content: &[(&str, u32)]) -> Inside {
    Rc::new(RefCell::new(content.iter().map(|(name, count)| (item(name), *count)).collect()))
}

/// A body beside a chest with these items. Items that are taken out go into the bag.
fn beside_a_chest(body: Scripted, inside: &Inside) -> Scripted {
    let (content, inside) = (Rc::clone(inside), Rc::clone(inside));
    let mut body = body
        .rule(move |_, action| match *action {
            Action::Withdraw { item, count, .. } => {
                let content = Rc::clone(&content);
                Some(Course::finally(move |stage, receipt| {
                    if !content.borrow_mut().take(item, u32::from(count)) {
                        return End::Refused(Refusal::MissingItem);
                    }
                    stage.bag.add(item, u32::from(count));
                    receipt.gained.add(item, u32::from(count));
                    End::Done
                }))
            }
            _ => None,
        })
        .answering(move |stage, query| match query {
            Query::Container { at } if *at == CHEST => {
                let stack = |(item, count): (vocab::ItemId, u32)| Some(Stack { item, count: count as u8, wear: 0 });
                let mut slots: Vec<_> = inside.borrow().iter().map(stack).collect();
                slots.resize(27, None);
                Answer::Container { at: CHEST, slots, burning_ticks: 0 }
            }
            query => stage.answer(query),
        });
    body.stage.cells.insert(CHEST, block("chest"));
    body
}

/// An agent that has looked for landmarks once. It is paused, so that no drive tick has sent it elsewhere yet.
fn looked_about(body: Scripted) -> Life {
    let mut life = Life::new(body);
    life.order(&[Order::Pause]);
    life.live(LOOKED);
    life
}

fn facts(life: &Life) -> Vec<String> {
    let at = life.stage().at;
    life.mind().recall(at).summary(32).iter().map(ToString::to_string).collect()
}

fn facts_about(life: &Life, who: &str) -> Vec<String> {
    facts(life).into_iter().filter(|fact| fact.starts_with(who)).collect()
}

#[test]
fn a_chest_in_sight_is_opened_once_and_its_content_is_used_instead_of_gathering() {
    let mut life = looked_about(beside_a_chest(on_bare_ground(), &holding(&[("oak_log", 7), ("coal", 30)])));
    assert!(facts(&life).contains(&format!("unopened chest at {CHEST}")), "{:?}", facts(&life));
    life.order(&[Order::Resume, ask("craft", "crafting_table", 1)]);
    life.until(600, |event| matches!(event, Event::TaskChanged { to: Status::Done, .. }));
    let task = life.task("craft:crafting_table").unwrap();
    assert_eq!(task.status(), Status::Done, "{}", life.story());
    life.order(&[Order::Pause]);
    let verbs = life.body().verbs();
    assert!(verbs.contains(&"withdraw") && !verbs.contains(&"collect"), "{verbs:?}");
    let left = format!("chest at {CHEST} with 30 coal, 6 oak_log");
    assert!(facts(&life).contains(&left), "{:?}", facts(&life));
    // The second time the agent wants coal, it knows what the chest holds.
    life.order(&[Order::Resume, ask("collect", "coal", 4)]);
    life.live(100);
    assert_eq!(life.stage().bag.count(item("coal")), 4, "{}", life.story());
}

#[test]
fn a_chest_that_was_robbed_is_opened_again_and_no_longer_counted_on() {
    let inside = holding(&[("birch_log", 7)]);
    let mut life = looked_about(beside_a_chest(in_the_wood(), &inside));
    life.order(&[Order::Resume, ask("craft", "birch_planks", 4)]);
    let opened = |life: &Life| facts(life).contains(&format!("chest at {CHEST} with 7 birch_log"));
    for _ in 0..100 {
        if opened(&life) {
            break;
        }
        life.live(4);
    }
    assert!(opened(&life), "{}", life.story());
    assert!(inside.borrow_mut().take(item("birch_log"), 7));
    life.live(2_000);
    assert_eq!(life.task("craft:birch_planks").unwrap().status(), Status::Done, "{}", life.story());
    assert!(life.body().verbs().contains(&"collect"), "it cut a tree instead: {:?}", life.body().verbs());
    assert!(facts(&life).contains(&format!("empty chest at {CHEST}")), "{:?}", facts(&life));
}

#[test]
fn ore_that_was_seen_and_left_is_fetched_when_it_is_needed() {
    let vein = BlockPos::new(0, 64, 6);
    let mut body = on_bare_ground();
    body.stage.cells.insert(vein, block("diamond_ore"));
    body.stage.bag.add(item("wooden_pickaxe"), 1);
    body.stage.bag.add(item("bread"), 4);
    let mut life = looked_about(body);
    let fact = format!("1 diamond_ore seen and left at {vein}");
    assert!(facts(&life).contains(&fact), "it cannot be mined with a wooden pickaxe: {:?}", facts(&life));
    // Much later the agent is far away, out of sight of the ore, and has the tool for it.
    life.stage().at = BlockPos::new(80, 64, 0);
    life.stage().bag.add(item("iron_pickaxe"), 1);
    life.order(&[Order::Resume, ask("collect", "diamond", 1)]);
    life.live(400);
    assert_eq!(life.stage().bag.count(item("diamond")), 1, "{}", life.story());
    assert!(!life.body().verbs().contains(&"mine"), "it went straight back");
    assert!(!facts(&life).contains(&fact), "and the vein is gone: {:?}", facts(&life));
}

#[test]
fn what_is_least_useful_is_forgotten_first() {
    let mut body = on_bare_ground();
    // More chests and veins than the agent remembers, in sight all at once: diamonds first, then coal.
    for n in 0..CHESTS_MAX as i32 + 8 {
        body.stage.cells.insert(BlockPos::new(n % 20 - 10, 64, n / 20 + 2), block("chest"));
    }
    let walk = |stage: &mut Stage, n: i32| {
        stage.at = BlockPos::new(400 + n * 40, 64, 0);
        for vein in 0..4 {
            let kind = if n == 0 { "diamond_ore" } else { "coal_ore" };
            stage.cells.insert(stage.at.offset(vein * 8 - 12, -1, 2), block(kind));
        }
    };
    let mut life = looked_about(body);
    for n in 0..20 {
        walk(&mut life.stage(), n);
        life.live(LOOK_TICKS + LOOKED);
    }
    let recall = life.mind().recall(BlockPos::new(0, 64, 0)).summary(500);
    let chests = recall.iter().filter(|fact| matches!(fact, Fact::ClosedChest { .. })).count();
    assert_eq!(chests, CHESTS_MAX);
    let veins: Vec<_> = recall
        .iter()
        .filter_map(|fact| match fact {
            Fact::Vein(vein) => Some(*vein),
            _ => None,
        })
        .collect();
    assert_eq!(veins.len(), VEINS_MAX);
    let diamonds = veins.iter().filter(|vein| vein.block == block("diamond_ore")).count();
    assert_eq!(diamonds, 4, "the rarest ore is kept, though it was seen first");
    assert!(veins.iter().all(|vein| vein.block != block("coal_ore") || vein.at.x > 420 + 3 * 40), "{veins:?}");
}

#[test]
fn deaths_people_and_days_are_remembered_and_all_of_it_survives_a_restart() {
    let mut life = Life::new(beside_a_chest(in_the_wood(), &holding(&[("bread", 3)])));
    life.say("Ada", "hello");
    life.live(LOOKED);
    life.stage().events.push(BodyEvent::Died { cause: Harm::Lava });
    life.live(8);
    life.stage().events.push(BodyEvent::Respawned);
    life.live(24_000);
    let before = facts(&life);
    for part in ["Ada", "died at", "day 1: ", "day 2: ", "home at", "chest at"] {
        assert!(before.iter().any(|fact| fact.contains(part)), "{part} in {before:?}");
    }
    let saved = encode(life.mind());
    let mind: Mind = decode(&saved).unwrap();
    let body = in_the_wood();
    let again = Simulation::with_mind(mind, body);
    let at = life.stage().at;
    let after: Vec<String> = again.mind().recall(at).summary(32).iter().map(ToString::to_string).collect();
    assert_eq!(after, before);
    assert_eq!(Mind::new(Config::default()).recall(at).summary(32).len(), 1, "a new mind knows that it is day one");
}

#[test]
fn a_summary_has_no_more_facts_than_asked_for_and_names_each_kind_before_a_second_of_one() {
    let mut life = Life::new(beside_a_chest(in_the_wood(), &holding(&[("bread", 3)])));
    life.say("Ada", "hello");
    life.live(LOOKED);
    let at = life.stage().at;
    for most in [0, 1, 3, 5] {
        assert_eq!(life.mind().recall(at).summary(most).len(), most);
    }
    let line = |text: &str| Order::Line { who: "Ada".into(), text: text.into(), at: None };
    let (_, answers) = life.order(&[line("what do you remember?")]);
    let [CommandAnswer::Said(said)] = answers.as_slice() else { panic!("{answers:?}") };
    let [Speech::Remember(facts)] = said.as_slice() else { panic!("{said:?}") };
    assert!(facts.iter().any(|fact| matches!(fact, Fact::ClosedChest { at } if *at == CHEST)), "{facts:?}");
    life.order(&[line("collect 20 birch logs")]);
    let owed = |life: &Life| facts_about(life, "Ada");
    assert_eq!(owed(&life), ["Ada, who waits for collect:birch_log"]);
    let short = life.mind().recall(at).summary(4);
    let kinds: std::collections::BTreeSet<_> =
        short.iter().map(std::mem::discriminant).map(|d| format!("{d:?}")).collect();
    assert_eq!(kinds.len(), 4, "{short:?}");
}
