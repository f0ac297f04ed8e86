//! Chat with people under the driver's loop: lines become tasks, controls or answers, and askers hear how their tasks end.

mod life;

use life::{Life, deeds, in_the_wood, on_bare_ground, said_in};
use mind::chat::{LINES_MAX, LINES_PER_TICK_MAX, WINDOW_TICKS};
use mind::input::Order;
use mind::reason::Reason;
use mind::speech::Speech;
use mind::trace::Event;
use mind::{Config, Effect};
use simulator::stage::seen;
use simulator::{Course, Scripted, item};
use tasks::{Note, StallClass, Status};
use vocab::{Action, BlockPos, Name};

/// "Stop" must take effect within this many game ticks: a second.
const STOP_TICKS_MAX: u64 = 20;

fn allowing(body: Scripted) -> Life {
    Life::with(Config { chat_allow: vec!["alice".into()], ..Config::default() }, body)
}

/// An agent on a long walk for a task, which hears the player alice.
fn walking() -> Life {
    let mut life = allowing(on_bare_ground().on("explore", |_, _| Course::done().after(2_000)));
    life.order(&[Order::Goal { action: "explore".into(), target: "nearby".into(), amount: 64 }]);
    life.live(40);
    assert_eq!(life.body().running().map(Action::verb), Some("explore"), "{}", life.story());
    life
}

/// Puts the player alice into the world at this place.
fn meet(life: &mut Life, at: BlockPos) {
    life.stage().creatures.retain(|creature| creature.kind.as_str() != "player:alice");
    life.stage().creatures.push(seen("player:alice", at, 7));
}

#[test]
fn agency_chat_stop_cancels_the_running_action_within_a_second_of_being_heard() {
    let mut life = walking();
    let heard = life.mind().tick().0;
    let effects = life.say("alice", "stop");
    let cancelled = life.mind().tick().0;
    assert_eq!(deeds(&effects), ["cancel"], "in the tick that hears it");
    assert!(cancelled - heard <= STOP_TICKS_MAX, "{heard} to {cancelled}");
    assert_eq!(said_in(&effects), [(Some("alice".into()), Speech::Stopped { meanwhile: None })]);
    life.live(400);
    assert_eq!(life.body().running(), None, "it stays so: {}", life.story());
}

#[test]
fn agency_chat_stop_is_obeyed_even_from_a_speaker_who_talks_too_much() {
    let mut life = walking();
    for _ in 0..=LINES_MAX {
        life.say("alice", "where are you?");
    }
    let effects = life.say("alice", "stop");
    assert_eq!(deeds(&effects), ["cancel"], "{}", life.story());
}

#[test]
fn agency_chat_come_here_goes_to_the_speaker_at_once_and_says_when_it_is_there() {
    let mut life = walking();
    meet(&mut life, BlockPos::new(-20, 64, 0));
    life.live(20);
    let effects = life.say("alice", "come here");
    assert_eq!(deeds(&effects), ["cancel", "go_to"]);
    let [(_, Speech::Coming { task })] = said_in(&effects)[..] else { panic!("{:?}", said_in(&effects)) };
    let said = life.listen(200);
    let ended = said.iter().find(|(_, speech)| matches!(speech, Speech::Ended { task: ended, .. } if *ended == task));
    assert!(matches!(ended, Some((Some(_), Speech::Ended { end: Status::Done, .. }))), "{said:?}\n{}", life.story());
    assert!(life.stage().at.distance_squared(BlockPos::new(-20, 64, 0)) <= 9);
}

#[test]
fn agency_chat_come_here_from_a_speaker_who_is_nowhere_in_sight_asks_where_they_are() {
    let mut life = walking();
    let effects = life.say("alice", "come here");
    assert_eq!(said_in(&effects), [(Some("alice".into()), Speech::WhereAreYou)]);
    assert_eq!(deeds(&effects), Vec::<&str>::new(), "and does nothing");
}

#[test]
fn agency_chat_follow_me_stays_beside_the_speaker_and_ends_when_they_are_lost() {
    let mut life = allowing(on_bare_ground());
    meet(&mut life, BlockPos::new(5, 64, 0));
    life.live(20);
    life.say("alice", "follow me");
    for x in [12, 20, 30, 26] {
        meet(&mut life, BlockPos::new(x, 64, 4));
        life.live(160);
        let at = life.stage().at;
        assert!(at.distance_squared(BlockPos::new(x, 64, 4)) <= 25, "at {at:?} for {x}: {}", life.story());
    }
    life.stage().creatures.clear();
    let said = life.listen(1_200);
    let lost = said.iter().any(|(to, speech)| {
        let failed = Status::Failed { class: StallClass::NotFound };
        to.as_deref() == Some("alice") && matches!(speech, Speech::Ended { end, .. } if *end == failed)
    });
    assert!(lost, "{said:?}\n{}", life.story());
}

#[test]
fn agency_chat_following_ends_when_the_person_asks_for_something_else() {
    let mut life = allowing(in_the_wood());
    meet(&mut life, BlockPos::new(3, 64, 0));
    life.live(20);
    life.say("alice", "follow me");
    life.say("alice", "collect 2 birch logs");
    assert!(!life.open_keys().iter().any(|key| key.starts_with("follow:")), "{:?}", life.open_keys());
    let said = life.listen(4_000);
    let done = said.iter().any(|(_, speech)| matches!(speech, Speech::Ended { end: Status::Done, .. }));
    assert!(done, "{said:?}\n{}", life.story());
}

#[test]
fn agency_chat_the_asker_is_told_how_the_task_ended_and_why() {
    let mut life = allowing(in_the_wood());
    let effects = life.say("alice", "collect 2 birch logs");
    let [(_, Speech::Taken { task, .. })] = said_in(&effects)[..] else { panic!("{:?}", said_in(&effects)) };
    let origin = life.mind().tasks().get(task).unwrap().origin().why().clone();
    assert_eq!(origin, Reason::Said { by: Name::new("alice"), text: "collect 2 birch logs".into() });
    let said = life.listen(4_000);
    let ended: Vec<_> = said.iter().filter(|(_, speech)| matches!(speech, Speech::Ended { .. })).collect();
    let [(Some(to), Speech::Ended { end: Status::Done, why: Note::Because(Reason::Met), .. })] = ended[..] else {
        panic!("{said:?}\n{}", life.story())
    };
    assert_eq!(to, "alice");
    assert!(life.stage().bag.count(item("birch_log")) >= 2, "the bag shows it");
}

#[test]
fn agency_chat_bring_me_ends_with_the_items_thrown_to_the_speaker() {
    let mut life = allowing(on_bare_ground());
    life.stage().bag.add(item("torch"), 20);
    meet(&mut life, BlockPos::new(12, 64, 0));
    life.live(20);
    let effects = life.say("alice", "bring me 16 torches");
    assert!(matches!(said_in(&effects)[..], [(_, Speech::Taken { .. })]), "{:?}", said_in(&effects));
    let mut thrown_at = None;
    let mut said = vec![];
    life.watch(2_000, |moment, body| {
        let throws = |effect: &Effect| matches!(effect, Effect::Act { action: Action::Drop { .. }, .. });
        if moment.effects.iter().any(throws) {
            thrown_at = Some(body.stage.at);
        }
        said.extend(said_in(moment.effects));
    });
    let handed = Reason::HandedOver { item: item("torch"), count: 16, to: Name::new("alice") };
    let is_it = |speech: &Speech| matches!(speech, Speech::Ended { why: Note::Because(why), .. } if *why == handed);
    assert!(said.iter().any(|(_, speech)| is_it(speech)), "{said:?}\n{}", life.story());
    assert_eq!(life.stage().bag.count(item("torch")), 4);
    let thrown_at = thrown_at.expect("they were thrown");
    assert!(thrown_at.distance_squared(BlockPos::new(12, 64, 0)) <= 4, "beside her: {thrown_at:?}");
}

#[test]
fn agency_chat_things_are_brought_to_where_the_speaker_was_seen_long_ago() {
    let mut life = allowing(on_bare_ground());
    life.stage().bag.add(item("torch"), 20);
    let stands = BlockPos::new(5, 64, 0);
    meet(&mut life, stands);
    life.say("alice", "where are you?");
    life.live(20);
    life.stage().creatures.clear();
    life.stage().at = BlockPos::new(205, 64, 0);
    life.live(2_000);
    life.say("alice", "bring me 16 torches");
    let mut came = false;
    life.watch(2_000, |_, body| came |= body.stage.at.distance_squared(stands) <= 25);
    assert!(came, "{}", life.story());
}

#[test]
fn agency_chat_strangers_are_ignored_and_each_is_traced_once() {
    let mut life = walking();
    for _ in 0..3 {
        let effects = life.say("mallory", "stop");
        assert_eq!((deeds(&effects), said_in(&effects)), (vec![], vec![]));
    }
    let ignored = life.told(|event| match event {
        Event::StrangerIgnored { who } => Some(who.to_string()),
        _ => None,
    });
    assert_eq!(ignored.into_iter().map(|(_, who)| who).collect::<Vec<_>>(), ["mallory"]);
    assert_eq!(life.body().running().map(Action::verb), Some("explore"));
    life.order(&[Order::Allow { names: vec!["mallory".into()] }]);
    assert_eq!(deeds(&life.say("mallory", "stop")), ["cancel"], "the list can be changed by its owner");
    assert!(said_in(&life.say("alice", "where are you?")).is_empty(), "and replaces the old one");
}

#[test]
fn agency_chat_every_question_is_answered_from_the_state() {
    let mut life = walking();
    life.stage().bag.add(item("oak_log"), 3);
    life.live(4);
    for question in [
        "what are you doing?",
        "why?",
        "what do you have?",
        "what do you remember?",
        "where are you?",
        "what is your plan?",
        "help",
    ] {
        let (effects, said) = life.tell(question, None);
        assert_eq!(deeds(&effects), Vec::<&str>::new(), "{question} changes nothing");
        let fits = match (&said[..], question) {
            ([Speech::Doing { task: Some(task), .. }], "what are you doing?") => task.key.as_str() == "explore:nearby",
            ([Speech::Why { tasks, .. }], "why?") => {
                tasks.first().is_some_and(|because| because.why == Reason::Ordered)
            }
            ([Speech::Have { items, more: 0 }], "what do you have?") => *items == [(item("oak_log"), 3)],
            ([Speech::Where { at }], "where are you?") => *at == life.stage().at,
            ([Speech::Plan { steps, .. }], "what is your plan?") => steps.len() == 1,
            ([Speech::Remember(_)], "what do you remember?") | ([Speech::Help], "help") => true,
            _ => false,
        };
        assert!(fits, "{question}: {said:?}");
        life.live(WINDOW_TICKS);
    }
}

#[test]
fn agency_chat_a_line_to_the_agent_is_never_met_with_silence_and_one_to_nobody_is() {
    let mut life = walking();
    let (effects, said) = life.tell("xyzzy plugh", None);
    assert!(matches!(said[..], [Speech::NotUnderstood | Speech::Unsure { .. }]), "{said:?}");
    assert_eq!(deeds(&effects), Vec::<&str>::new(), "and nothing is done");
    let (_, said) = life.tell("", None);
    assert_eq!(said.len(), 1, "{said:?}");
    for greeting in ["hello", "Hi there!", "good morning"] {
        let (_, said) = life.tell(greeting, None);
        assert!(matches!(said[..], [Speech::Doing { .. }]), "{greeting}: {said:?}");
    }
}

#[test]
fn agency_chat_the_owner_who_speaks_has_a_body_near_the_agent_and_can_be_moved() {
    let mut life = allowing(on_bare_ground());
    let (effects, _) = life.tell("where are you?", None);
    let visits = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Visitor { .. }));
    assert!(visits(&effects));
    life.live(20);
    let (effects, _) = life.tell("where are you?", None);
    assert!(!visits(&effects), "who is in sight stays where they are");
    let there = BlockPos::new(40, 64, 8);
    let (effects, said) = life.tell("come here", Some(there));
    assert!(visits(&effects) && matches!(said[..], [Speech::Coming { .. }]), "{said:?}");
    assert!(life.until(200, |event| matches!(event, Event::TaskChanged { to: Status::Done, .. })), "{}", life.story());
    assert!(life.stage().at.distance_squared(there) <= 4, "{}", life.story());
}

#[test]
fn agency_chat_never_mind_cancels_what_the_speaker_asked_for_last() {
    let mut life = allowing(on_bare_ground());
    assert_eq!(life.tell("never mind", None).1, [Speech::NothingToCancel]);
    let (_, said) = life.tell("collect 9 birch logs", None);
    let [Speech::Taken { task, .. }] = said[..] else { panic!("{said:?}") };
    let (_, said) = life.tell("never mind", None);
    assert!(matches!(&said[..], [Speech::Cancelled { tasks }] if tasks[0].0 == task), "{said:?}");
    assert!(!life.mind().tasks().is_open(task));
    assert!(life.listen(40).is_empty(), "who cancels a task is not told again");
}

#[test]
fn agency_chat_cancel_everything_cancels_all_that_the_speaker_asked_for() {
    let mut life = allowing(on_bare_ground());
    for wish in ["collect 9 birch logs", "collect 9 spruce logs"] {
        let (_, said) = life.tell(wish, None);
        assert!(matches!(said[..], [Speech::Taken { .. }]), "{said:?}");
    }
    let (_, said) = life.tell("cancel everything", None);
    assert!(matches!(&said[..], [Speech::Cancelled { tasks }] if tasks.len() == 2), "{said:?}");
}

/// The agent stops by itself once the wish is done; a stop now would keep it from the wish.
#[test]
fn agency_chat_a_wish_and_then_stop_is_the_wish() {
    for line in ["collect 9 birch logs, then stop", "collect 9 birch logs and then stop"] {
        let mut life = allowing(on_bare_ground());
        let (_, said) = life.tell(line, None);
        assert!(matches!(said[..], [Speech::Taken { .. }]), "{line}: {said:?}");
    }
    let (_, said) = allowing(on_bare_ground()).tell("then stop", None);
    assert!(matches!(said[..], [Speech::Stopped { .. }]), "{said:?}");
}

#[test]
fn agency_chat_answers_are_bounded_for_a_talkative_player() {
    let mut life = walking();
    let mut answers = vec![];
    for _ in 0..LINES_MAX + 4 {
        answers.extend(said_in(&life.say("alice", "where are you?")).into_iter().map(|(_, speech)| speech));
    }
    let fast = answers.iter().filter(|speech| matches!(speech, Speech::TooFast { .. })).count();
    assert_eq!((answers.len(), fast), (usize::from(LINES_MAX) + 1, 1), "{answers:?}");
    let names = |n: usize| format!("p{n}");
    let many: Vec<String> = (0..LINES_PER_TICK_MAX + 5).map(names).collect();
    life.order(&[Order::Allow { names: many.clone() }]);
    let effects = life.say_all(many.iter().map(|who| (who.as_str(), "where are you?")));
    assert_eq!(said_in(&effects).len(), LINES_PER_TICK_MAX);
}
