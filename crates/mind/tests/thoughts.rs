//! Thoughts on the whole mind: what is recorded, what becomes a task (3.4, 4), what is counted (5), what comes from outside
//! (1.1, 6.1, 6.3), and how the agent lives with a model that fails.

mod mindful;

use agency::convert::Held;
use agency::thought::{GoalSource, Novelty, Source, Tag};
use agency::{GoalAction, Intent};
use mind::effect::{CommandAnswer, OrderRefusal, StreamRefusal};
use mind::input::{Order, Report, ThinkFailure};
use mind::reason::Reason;
use mind::thinking::{Fate, Model, Thinking, ThoughtAnswer};
use mind::thoughts::{HISTORY_MAX, LOW_BROADCAST_ONE_IN, LOW_MAX, REPLY_BYTES_MAX, REPLY_TICKS_MAX};
use mind::trace::Event;
use mindful::{Mindful, outside};
use simulator::soak::{garden, thinking};
use simulator::stage::seen;
use simulator::{Scripted, StubModel};
use tasks::{Status, Who};
use vocab::{Name, Tick};

/// A minute in game ticks, which is the default interval of thoughts.
const MINUTE: u64 = 1_200;

/// A body that stands on bare ground and can do nothing, so that its situation never changes.
fn statue() -> Scripted {
    let mut body = Scripted::default();
    body.stage.vitals = None;
    body
}

fn without_model() -> Thinking {
    Thinking::default()
}

#[test]
fn agency_3_4_a_drive_tick_is_a_thought_with_its_goal_its_labels_and_its_task() {
    let mut life = Mindful::new(garden(), without_model(), StubModel::saying(""));
    life.live(8);
    let drive = life.thoughts().remove(0);
    let thought = &drive.thought;
    assert_eq!((thought.source, thought.novelty, thought.convert_eligible), (Source::Drive, Novelty::High, true));
    assert_eq!(thought.tags, [Tag::DriveTick, Tag::Autonomous, Tag::Gathering]);
    let goal = thought.goal.as_ref().unwrap();
    assert_eq!(goal.source, GoalSource::DriveTick);
    assert_eq!((goal.tag.action, goal.tag.target.as_str(), goal.tag.amount), (GoalAction::Collect, "oak_log", 8));
    let Fate::Task { task } = drive.fate else { panic!("{drive:?}") };
    let task = life.mind().tasks().get(task).unwrap();
    assert_eq!((task.key().as_str(), task.origin().who()), ("collect:oak_log", Who::Drive));
    assert_eq!(life.mind().thoughts().counters().drive_ticks, 1);
    assert!(!thought.fallback && thought.text == "I will collect 8 oak log.", "{}", thought.text);
}

#[test]
fn agency_3_4_every_drive_tick_of_a_life_has_a_thought_and_every_rule_a_category() {
    let mut life = Mindful::new(garden(), without_model(), StubModel::saying(""));
    life.live(30_000);
    let drives = life.thoughts_of(Source::Drive);
    assert!(drives.len() > 5, "{drives:?}");
    assert_eq!(drives.len() as u64, life.mind().thoughts().counters().drive_ticks);
    for drive in drives {
        assert_eq!(drive.thought.tags.len(), 3, "{drive:?}");
        assert!(matches!(drive.fate, Fate::Task { .. } | Fate::Joined { .. }), "{drive:?}");
    }
}

#[test]
fn a_goal_of_the_model_becomes_a_task_with_the_thought_as_its_origin() {
    let model = StubModel::saying("Dirt is useful.\n[GOAL: collect dirt 3]\nINTENT: gather");
    let mut life = Mindful::new(garden(), thinking(), model);
    assert!(life.until(600, |event| matches!(event, Event::Thought(told) if told.thought.source != Source::Drive)));
    let told = life.thoughts().into_iter().find(|told| told.thought.source != Source::Drive).unwrap();
    assert_eq!((told.thought.text.as_str(), told.thought.intent), ("Dirt is useful.", Some(Intent::Gather)));
    let Fate::Task { task } = told.fate else { panic!("{told:?}") };
    let task = life.mind().tasks().get(task).unwrap();
    assert_eq!((task.key().as_str(), task.origin().who()), ("collect:dirt", Who::Thought));
    assert!(life.until(
        4_000,
        |event| matches!(event, Event::TaskChanged { key, to: Status::Done, .. } if key.as_str() == "collect:dirt")
    ));
}

#[test]
fn agency_1_2_every_task_of_a_life_has_an_origin_with_a_reason() {
    let mut life = Mindful::new(garden(), thinking(), StubModel::asking(&["collect dirt 2", "craft stick 2"]));
    life.live(20_000);
    let created = life.told(|event| match event {
        Event::TaskCreated { task, origin, .. } => Some((*task, origin.clone())),
        _ => None,
    });
    assert_eq!(created.len() as u64, life.mind().report().tasks.created);
    for (tick, (task, origin)) in created {
        let stored = life.mind().tasks().get(task).expect("fewer tasks than are kept");
        assert_eq!((stored.origin(), stored.origin().at()), (&origin, Tick(tick)), "{task}");
    }
    let thoughts: Vec<u64> = life.thoughts().iter().map(|told| told.thought.id.0).collect();
    for task in life.mind().tasks().iter().filter(|task| task.origin().who() == Who::Thought) {
        let Reason::Thought { thought, .. } = task.origin().why() else { panic!("{task:?}") };
        assert!(thoughts.contains(&thought.0), "the thought behind it is known");
    }
}

#[test]
fn without_a_model_nobody_is_asked_and_with_one_the_prompt_has_the_situation() {
    let mut life = Mindful::new(garden(), without_model(), StubModel::saying("hello"));
    life.live(20_000);
    assert_eq!((life.model().calls, life.mind().thoughts().counters().llm_calls), (0, 0));
    let mut life = Mindful::new(garden(), thinking(), StubModel::saying("hello"));
    life.live(200);
    let prompt = life.model().prompt.clone();
    assert_eq!(life.mind().thoughts().counters().llm_calls, 1);
    for part in ["Health: good. Food: good.", "Time: morning.", "Around: cow about", "Doing: ", "FORMAT"] {
        assert!(prompt.contains(part), "{part:?} is not in:\n{prompt}");
    }
}

#[test]
fn agency_4_1_a_similar_thought_is_recorded_as_low_novelty_and_never_becomes_a_task() {
    let model = StubModel::saying("Dirt is useful, I should get some.\n[GOAL: collect dirt 3]");
    let mut life = Mindful::new(garden(), thinking(), model);
    life.live(MINUTE * 6);
    let said: Vec<_> = life.thoughts().into_iter().filter(|told| told.thought.text.starts_with("Dirt is")).collect();
    assert!(said.len() > 2, "{said:?}");
    for told in &said[1..] {
        let thought = &told.thought;
        assert_eq!((thought.novelty, thought.convert_eligible, thought.fallback), (Novelty::Low, false, true));
        assert_eq!(told.fate, Fate::Held(Held::Ineligible));
    }
    let counters = *life.mind().thoughts().counters();
    assert_eq!(counters.content_suppressions, said.len() as u64 - 1);
    let made = life.mind().tasks().iter().filter(|task| task.origin().who() == Who::Thought).count();
    assert_eq!(made, 1, "the first one alone");
    assert_eq!(life.mind().report().stalls["convert_eligible_gate"], said.len() as u64 - 1);
    let kept = life.mind().thoughts().history();
    assert!(said.iter().all(|told| kept.contains(&told)), "every one is in the history");
    let broadcast = life.broadcast.iter().filter(|told| told.thought.fallback && told.thought.goal.is_some()).count();
    assert_eq!(broadcast, said.len() - 1, "task-worthy ones are always broadcast, marked as fallback");
}

#[test]
fn agency_4_1_of_low_novelty_thoughts_without_a_goal_one_in_five_is_broadcast() {
    let mut life = Mindful::new(statue(), without_model(), StubModel::saying(""));
    let say = |life: &mut Mindful| outside(life, "The grass is green here.", None, &[]);
    assert_eq!(say(&mut life).recorded.thought.novelty, Novelty::High);
    for _ in 0..20 {
        let told = say(&mut life).recorded;
        assert_eq!((told.thought.novelty, told.thought.fallback), (Novelty::Low, true));
    }
    let low = life.broadcast.iter().filter(|told| told.thought.fallback).count() as u64;
    let counters = life.mind().thoughts().counters();
    assert_eq!(
        (low, counters.low_novelty_recorded, counters.low_novelty_broadcast),
        (20 / LOW_BROADCAST_ONE_IN, 20, 4)
    );
    assert_eq!(life.broadcast.iter().filter(|told| !told.thought.fallback).count(), 1, "the first one");
}

#[test]
fn agency_4_2_each_novelty_marker_has_its_cause() {
    let mut call = 0;
    let model = StubModel::new(move |_, _| {
        call += 1;
        Ok(if call == 3 { "thought number 2".into() } else { format!("thought number {call}") })
    });
    let mut body = statue();
    body.stage.day_offset = 13_000; // the night is long enough for three calls of the model
    let settings = Thinking { heartbeat_ticks: MINUTE * 3, ..thinking() };
    let mut life = Mindful::new(body, settings, model);
    life.live(MINUTE * 7);
    let told: Vec<_> = (life.thoughts().into_iter())
        .map(|told| (told.thought.source, told.thought.novelty, told.thought.text.starts_with("Nothing has changed")))
        .collect();
    assert_eq!(told[0], (Source::Snapshot, Novelty::High, false), "a fresh reply");
    assert_eq!(told[1..3], [(Source::Snapshot, Novelty::Low, true); 2], "the same bands, minute after minute");
    assert_eq!(told[3], (Source::Heartbeat, Novelty::Medium, false), "the heartbeat asks the model again");
    assert_eq!(told[6], (Source::Heartbeat, Novelty::Low, false), "and it repeats itself");
    assert_eq!(life.mind().thoughts().counters().signature_suppressions, 4);
}

#[test]
fn agency_4_3_an_intent_without_a_goal_is_counted_and_makes_no_task() {
    let mut life = Mindful::new(statue(), thinking(), StubModel::saying("I am hungry.\nINTENT: food"));
    life.live(200);
    let told = life.thoughts().remove(0);
    assert!(told.thought.convert_eligible);
    assert_eq!((told.thought.intent, told.fate), (Some(Intent::Food), Fate::Held(Held::NoGoal)));
    let counters = life.mind().thoughts().counters();
    assert_eq!((counters.intent_extractions, counters.goal_tags, life.mind().tasks().len()), (1, 0, 0));
    let mut life = Mindful::new(statue(), thinking(), StubModel::saying("I am content.\nINTENT: none"));
    life.live(200);
    assert!(!life.thoughts().remove(0).thought.convert_eligible);
    assert_eq!(life.mind().thoughts().counters().intent_extractions, 0);
}

#[test]
fn a_thought_about_a_change_says_so_and_makes_a_task_only_if_the_change_suggests_one() {
    // A zombie far away is there from the beginning. Its coming nearer suggests a task, its going away does not.
    for (from, to, suggested) in [(20, 7, true), (7, 20, false)] {
        let mut body = statue();
        body.stage.creatures = vec![seen("zombie", vocab::BlockPos::new(from, 64, 0), 5)];
        let mut call = 0;
        let model = StubModel::new(move |_, _| {
            call += 1;
            Ok(format!("idea{call} comes{call} next{call}\n[GOAL: collect dirt {call}]"))
        });
        let mut life = Mindful::new(body, thinking(), model);
        life.live(MINUTE * 2);
        let first = life.thoughts().len();
        let mut at: i32 = from;
        while at != to {
            at += (to - at).signum();
            life.stage().creatures = vec![seen("zombie", vocab::BlockPos::new(at, 64, 0), 5)];
            life.live(40);
        }
        life.live(MINUTE * 2);
        let told = life.thoughts().into_iter().skip(first).find(|told| told.thought.source == Source::Delta);
        let told = told.unwrap_or_else(|| panic!("{:?}", life.thoughts()));
        assert_eq!(told.thought.tags, [Tag::SaliencyDelta]);
        assert_eq!(told.fate != Fate::Held(Held::NotSuggested), suggested, "{told:?} {}", life.model().prompt);
    }
}

#[test]
fn agency_5_each_counter_counts_its_cause_and_only_grows_within_a_session() {
    let mut life = Mindful::new(garden(), thinking(), StubModel::junk());
    let mut last = *life.mind().thoughts().counters();
    // The agent lives for two hours, because the junk model repeats itself only now and then.
    for _ in 0..120 {
        life.live(MINUTE);
        let now = *life.mind().thoughts().counters();
        for ((name, before), (_, after)) in last.named().into_iter().zip(now.named()).take(8) {
            assert!(after >= before, "{name}");
        }
        last = now;
    }
    for (name, count) in last.named() {
        assert!(name == "started_at" || count > 0, "{name} never grew: {last:?}");
    }
    assert_eq!(last.llm_calls, life.model().calls);
    let lines = life.told(|event| match event {
        Event::Agency { counters } => Some(*counters),
        _ => None,
    });
    let ticks: Vec<u64> = lines.iter().map(|(tick, _)| *tick).collect();
    assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] == MINUTE) && ticks.len() == 119, "{ticks:?}");
    assert_eq!(life.mind().report().agency, last, "the same as metrics");
}

#[test]
fn agency_5_only_an_order_or_a_new_start_resets_the_counters() {
    let mut life = Mindful::new(garden(), thinking(), StubModel::junk());
    life.live(MINUTE * 5 + 400);
    assert!(life.mind().thoughts().counters().llm_calls > 0);
    assert_eq!(life.order(Order::ResetCounters), CommandAnswer::Done);
    let reset = *life.mind().thoughts().counters();
    assert_eq!((reset.llm_calls, reset.started_at), (0, life.mind().tick()));
    life.live(MINUTE * 5);
    let made = life.mind().thoughts().history().len();
    let before = *life.mind().thoughts().counters();
    let mut life = life.restarted(StubModel::junk());
    assert_eq!(*life.mind().thoughts().counters(), before, "not before its first tick");
    life.live(4);
    let began = life.mind().thoughts().counters();
    assert_eq!((began.started_at, began.signature_suppressions), (life.mind().tick(), 0));
    assert!(life.mind().thoughts().history().len() >= made, "thoughts stay");
}

#[test]
fn agency_6_1_eligibility_from_outside_is_ignored_unless_the_settings_allow_it() {
    let text = "Diamonds would be nice. [GOAL: collect diamond 3]";
    for said in [Some(true), Some(false), None] {
        let mut life = Mindful::new(statue(), without_model(), StubModel::saying(""));
        let ThoughtAnswer { recorded, eligibility_ignored, .. } = outside(&mut life, text, said, &[]);
        assert_eq!((recorded.thought.source, recorded.thought.convert_eligible), (Source::Legacy, false));
        assert_eq!((recorded.fate, eligibility_ignored), (Fate::Held(Held::Ineligible), said.is_some()));
        assert!(life.mind().tasks().is_empty(), "{said:?}");
    }
    let allowed = Thinking { allow_thought_injection: true, ..without_model() };
    for (said, eligible) in [(Some(true), true), (Some(false), false), (None, false)] {
        let mut life = Mindful::new(statue(), allowed, StubModel::saying(""));
        let ThoughtAnswer { recorded, eligibility_ignored, .. } = outside(&mut life, text, said, &[]);
        assert_eq!((recorded.thought.convert_eligible, eligibility_ignored), (eligible, false), "{said:?}");
        assert_eq!(matches!(recorded.fate, Fate::Task { .. }), eligible, "{said:?}");
    }
}

#[test]
fn rig_i_ext_3_3_an_observation_of_the_older_form_is_taken_only_where_enabled_and_moves_nothing() {
    let report = Report::Legacy { kind: Name::new("zombie"), blocks: Some(5) };
    let order = Order::Process { bot: "scout".into(), report };
    let mut life = Mindful::new(statue(), without_model(), StubModel::saying(""));
    let refused = CommandAnswer::Refused(OrderRefusal::Stream(StreamRefusal::LegacyOff));
    assert_eq!(life.order(order.clone()), refused);
    let enabled = Thinking { allow_legacy_observations: true, ..without_model() };
    let mut life = Mindful::new(statue(), enabled, StubModel::saying(""));
    let CommandAnswer::Thought(answer) = life.order(order) else { panic!("it is a thought") };
    let thought = &answer.recorded.thought;
    assert_eq!(thought.text, "scout reports: zombie, 5 blocks away.");
    assert_eq!((thought.source, thought.tags.as_slice()), (Source::Legacy, &[Tag::Outside][..]));
    assert!(life.mind().tasks().is_empty(), "a report has no goal");
}

#[test]
fn agency_1_1_fields_beyond_the_text_are_dropped_and_named_and_reach_nothing() {
    let keys = ["goalKey", "extractedGoal", "novelty", "retryCount", "tags", "category", "origin", "anything"];
    let allowed = Thinking { allow_thought_injection: true, ..without_model() };
    let mut life = Mindful::new(statue(), allowed, StubModel::saying(""));
    let plain = outside(&mut life, "A plain thought.", Some(true), &[]);
    let mut other = Mindful::new(statue(), allowed, StubModel::saying(""));
    let answer = outside(&mut other, "A plain thought.", Some(true), &keys);
    assert_eq!(answer.recorded, plain.recorded, "the fields change nothing");
    let named: Vec<&str> = answer.dropped.iter().map(|dropped| dropped.key.as_str()).collect();
    assert_eq!(
        named,
        ["goal_key", "extracted_goal", "novelty", "retry_count", "tags", "category", "origin", "anything"]
    );
    let rebuilt: Vec<&str> =
        answer.dropped.iter().filter(|dropped| dropped.rebuilt).map(|it| it.key.as_str()).collect();
    assert_eq!(rebuilt, ["retry_count", "tags", "category"]);
    assert_eq!(life.mind().thoughts().history(), other.mind().thoughts().history());
}

#[test]
fn agency_6_3_each_dropped_field_is_warned_of_once_in_a_session() {
    let mut life = Mindful::new(statue(), without_model(), StubModel::saying(""));
    let warned = |life: &Mindful| life.told(|event| matches!(event, Event::FieldDropped(_)).then_some(())).len();
    for _ in 0..3 {
        let answer = outside(&mut life, "Again.", None, &["mood", "goalKey"]);
        assert_eq!(answer.dropped.len(), 2, "every answer names them");
    }
    assert_eq!(warned(&life), 2);
    let mut life = life.restarted(StubModel::saying(""));
    outside(&mut life, "Again.", None, &["mood"]);
    assert_eq!(warned(&life), 1, "a new session warns again");
}

#[test]
fn a_model_that_fails_is_told_once_and_asked_less_and_less_while_the_agent_lives_on() {
    for why in [
        ThinkFailure::Absent,
        ThinkFailure::Unreachable,
        ThinkFailure::TimedOut,
        ThinkFailure::Refused,
        ThinkFailure::RateLimited,
        ThinkFailure::ServerError,
        ThinkFailure::Garbled,
        ThinkFailure::TooLong,
        ThinkFailure::Crowded,
        ThinkFailure::Resting,
        ThinkFailure::OverBudget,
    ] {
        let mut life = Mindful::new(garden(), thinking(), StubModel::failing(why));
        life.live(72_000);
        let changes = life.told(|event| match event {
            Event::Model { to } => Some(*to),
            _ => None,
        });
        assert_eq!(changes.len(), 1, "{changes:?}");
        assert_eq!(changes[0].1, Model::Failing(why));
        assert!((3..=8).contains(&life.model().calls), "{why:?}: {} calls in an hour", life.model().calls);
        assert!(life.mind().report().tasks.completed > 5, "{why:?}");
    }
}

#[test]
fn a_model_that_comes_back_is_asked_again_at_the_usual_pace() {
    let model =
        StubModel::new(
            |call, _| {
                if call < 3 { Err(ThinkFailure::ServerError) } else { Ok(format!("call {call} works")) }
            },
        );
    let mut life = Mindful::new(garden(), thinking(), model);
    life.live(MINUTE * 60);
    let changes: Vec<Model> = life
        .told(|event| match event {
            Event::Model { to } => Some(*to),
            _ => None,
        })
        .into_iter()
        .map(|(_, to)| to)
        .collect();
    assert_eq!(changes, [Model::Failing(ThinkFailure::ServerError), Model::Ready]);
    assert!(life.model().calls > 8, "{}", life.model().calls);
}

#[test]
fn when_the_budget_is_used_up_the_agent_goes_on_without_and_comes_back_to_the_model() {
    let mut settings = thinking();
    settings.limits.calls_per_hour = 3;
    settings.heartbeat_ticks = MINUTE;
    let mut life = Mindful::new(garden(), settings, StubModel::asking(&["collect dirt 2", "explore nearby 16"]));
    life.live(72_000 - 400);
    assert_eq!(life.model().calls, 3);
    assert_eq!(life.mind().thoughts().status(life.mind().tick()).model, Model::Spent(agency::budget::Spent::Calls));
    assert!(life.mind().report().tasks.completed > 5);
    life.live(72_000);
    assert_eq!(life.model().calls, 6, "three more in the next hour");
    let status = life.mind().thoughts().status(life.mind().tick());
    assert_eq!((status.budget.calls_this_hour, status.budget.calls_per_hour), (3, 3), "shown live");
}

#[test]
fn a_model_that_repeats_the_prompt_or_says_nothing_makes_no_thought() {
    for model in [StubModel::new(|_, prompt| Ok(prompt.into())), StubModel::saying(""), StubModel::saying("  \n\t")] {
        let mut life = Mindful::new(statue(), thinking(), model);
        life.live(200);
        assert_eq!(life.thoughts(), [], "{:?}", life.model());
        assert_eq!(life.told(|event| matches!(event, Event::NothingThought { .. }).then_some(())).len(), 1);
        assert_eq!(life.mind().tasks().len(), 0);
    }
}

#[test]
fn a_thought_cannot_manage_what_a_person_asked_for() {
    let mut call = 0;
    let model = StubModel::new(move |_, _| {
        call += 1;
        Ok(["No more dirt. [GOAL: cancel dirt]", "Stop everything. [GOAL: pause all]"][call % 2].into())
    });
    let mut life = Mindful::new(Scripted::default().with_all_rules(), thinking(), model);
    let ask = Order::Goal { action: "collect".into(), target: "dirt".into(), amount: 600 };
    let CommandAnswer::Taken { task } = life.order(ask) else { panic!("it is taken") };
    life.live(MINUTE * 8);
    let told = life.thoughts();
    let managing: Vec<_> = told
        .iter()
        .filter(|told| told.thought.goal.is_some() && !told.thought.fallback && told.thought.source != Source::Drive)
        .collect();
    assert!(!managing.is_empty() && managing.iter().all(|told| told.fate == Fate::NotItsTask), "{managing:?}");
    assert!(life.mind().tasks().is_open(task));
}

#[test]
fn the_history_is_bounded_and_repetitions_push_out_nothing_new() {
    let mut life = Mindful::new(statue(), without_model(), StubModel::saying(""));
    outside(&mut life, "The first and only new one", None, &[]);
    for _ in 0..LOW_MAX + 9 {
        outside(&mut life, "The first and only new one", None, &[]);
    }
    let kept = life.mind().thoughts().history();
    assert_eq!((kept.len(), kept[0].thought.novelty), (1 + LOW_MAX, Novelty::High));
    for number in 0..HISTORY_MAX + 9 {
        outside(&mut life, &format!("different{number}"), None, &[]);
    }
    assert_eq!(life.mind().thoughts().history().len(), HISTORY_MAX + LOW_MAX);
    let long = "é".repeat(REPLY_BYTES_MAX) + "[GOAL: collect dirt 1]";
    let told = outside(&mut life, &long, None, &[]).recorded.thought;
    assert!(told.goal.is_none(), "what is beyond the bound is not read");
}

#[test]
fn a_call_that_is_never_answered_is_written_off_after_an_hour() {
    let mut life = Mindful::new(statue(), thinking(), StubModel::saying("late").after(REPLY_TICKS_MAX + 400));
    life.live(REPLY_TICKS_MAX + 200);
    assert_eq!(life.mind().thoughts().status(Tick(0)).model, Model::Failing(ThinkFailure::TimedOut));
    assert_eq!(life.model().calls, 1, "one call at a time");
    life.live(REPLY_TICKS_MAX * 4);
    assert!(
        !life.told(|event| matches!(event, Event::Unexpected(_)).then_some(())).is_empty(),
        "its reply is not expected"
    );
    assert!(life.thoughts().iter().all(|told| told.thought.text != "late"));
}
