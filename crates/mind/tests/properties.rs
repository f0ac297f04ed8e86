//! What holds whatever comes in: equal inputs give equal bytes, a snapshot goes on identically, junk never harms.

mod toy;

use belief::evidence::{Detection, Sight};
use mind::input::{Order, Reply, ThinkFailure, ThoughtId};
use mind::trace::Event;
use mind::{Config, Controller, Effect, Input, Mind, Trace};
use proptest::collection::vec;
use proptest::prelude::*;
use tasks::TaskId;
use toy::{Fault, Toy, live};
use vocab::digest::{decode, encode};
use vocab::item::Stack;
use vocab::outcome::{End, Failure, Receipt, Refusal};
use vocab::senses::{BodyEvent, Carried, GameMode, Harm, Progress, Senses, Surroundings, Vitals};
use vocab::{ActionId, Answer, BlockId, BlockPos, FinePos, ItemId, Name, Outcome, QueryId, Tick};

fn fine() -> impl Strategy<Value = FinePos> {
    prop_oneof![
        4 => (-40_000i64..40_000, 50_000i64..80_000, -40_000i64..40_000).prop_map(|(x, y, z)| FinePos::new(x, y, z)),
        1 => (any::<i64>(), any::<i64>(), any::<i64>()).prop_map(|(x, y, z)| FinePos::new(x, y, z)),
    ]
}

fn place() -> impl Strategy<Value = BlockPos> {
    fine().prop_map(FinePos::block)
}

fn stack() -> impl Strategy<Value = Stack> {
    (prop_oneof![9 => 0u16..1_400, 1 => any::<u16>()], any::<u8>(), 0u16..50).prop_map(|(item, count, wear)| Stack {
        item: ItemId(item),
        count,
        wear,
    })
}

fn vitals() -> impl Strategy<Value = Option<Vitals>> {
    let mode =
        prop_oneof![5 => Just(GameMode::Survival), 1 => Just(GameMode::Creative), 1 => Just(GameMode::Spectator)];
    let one =
        (0u8..=20, 0u8..=20, any::<u16>(), any::<[bool; 5]>(), mode).prop_map(|(health, food, air, flags, mode)| {
            let rare = |n: usize| flags[n] && air % 7 == 0;
            Vitals {
                health,
                food,
                saturation_milli: 0,
                air,
                armour: 0,
                on_fire: rare(0),
                in_lava: rare(1),
                in_water: rare(2),
                suffocating: rare(3),
                falling: 0,
                asleep: rare(4),
                mode,
            }
        });
    prop_oneof![1 => Just(None), 9 => one.prop_map(Some)]
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        Just(End::Done),
        Just(End::Cancelled),
        Just(End::Refused(Refusal::NoTable)),
        Just(End::Refused(Refusal::WrongBlock)),
        Just(End::Failed(Failure::NoneFound)),
        Just(End::Failed(Failure::Died)),
    ]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    (0u64..60, any::<u32>(), end(), vec((place(), any::<u16>()), 0..4), vec((0u16..1_400, 1u32..70), 0..3)).prop_map(
        |(id, at, end, blocks, gained)| Outcome {
            id: ActionId(id),
            at: Tick(u64::from(at)),
            end,
            receipt: Receipt {
                gained: gained.into_iter().map(|(item, count)| (ItemId(item), count)).collect(),
                spent: vocab::Bag::new(),
                blocks: blocks.into_iter().map(|(at, block)| (at, BlockId(block))).collect(),
            },
        },
    )
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        Just(Answer::Unknown),
        vec((place(), 0u16..1_200), 0..20).prop_map(|found| Answer::Blocks {
            found: found.into_iter().map(|(at, block)| (at, BlockId(block))).collect()
        }),
        (place(), place(), vec(proptest::option::of(any::<u16>().prop_map(BlockId)), 0..9))
            .prop_map(|(min, max, blocks)| Answer::Region { min, max, blocks }),
        (place(), vec(0u16..60, 729)).prop_map(|(min, blocks)| Answer::Region {
            min,
            max: min.offset(8, 8, 8),
            blocks: blocks.into_iter().map(|block| Some(BlockId(block))).collect(),
        }),
        (place(), vec(proptest::option::of(stack()), 0..4)).prop_map(|(at, slots)| Answer::Container {
            at,
            slots,
            burning_ticks: 3
        }),
    ]
}

fn detection() -> impl Strategy<Value = Detection> {
    let kind = prop_oneof![Just("zombie"), Just("creeper"), Just("skeleton"), Just("cow"), Just("item"), Just("???")];
    (fine(), kind, proptest::option::of(0u64..9)).prop_map(|(at, kind, engine_id)| Detection {
        at,
        kind: Name::new(kind),
        sight: Sight::Visible,
        engine_id,
        velocity: None,
    })
}

fn command() -> impl Strategy<Value = Order> {
    prop_oneof![
        Just(Order::Pause),
        Just(Order::Resume),
        (0u64..20).prop_map(|task| Order::Cancel { task: TaskId(task) }),
        ("[a-z:_ ]{0,9}", "[a-z_]{0,12}", any::<u32>()).prop_map(|(action, target, amount)| Order::Goal {
            action,
            target,
            amount
        }),
        ("(collect|craft|mine|explore|build)", "(oak_log|iron_ingot|diamond|basic_shelter|torch)", 1u32..99)
            .prop_map(|(action, target, amount)| Order::Goal { action, target, amount }),
    ]
}

fn event() -> impl Strategy<Value = BodyEvent> {
    prop_oneof![
        Just(BodyEvent::Respawned),
        Just(BodyEvent::Died { cause: Harm::Fall }),
        any::<u8>().prop_map(|half_hearts| BodyEvent::Hurt { half_hearts, cause: Harm::Melee, from: None }),
    ]
}

fn input() -> impl Strategy<Value = Input> {
    let senses =
        (fine(), vitals(), vec(proptest::option::of(stack()), 0..37), 0u16..24_000, 0u8..9, vec(event(), 0..2));
    let news = (vec(detection(), 0..4), vec(outcome(), 0..3), vec((0u64..40, answer()), 0..3), vec(command(), 0..2));
    (0u64..400, senses, news, proptest::option::weighted(0.2, (0u64..60, any::<u32>()))).prop_map(
        |(
            tick,
            (at, vitals, slots, time_of_day, open_sides, events),
            (detections, outcomes, answers, commands),
            progress,
        )| {
            Input {
                tick: Tick(tick),
                link: mind::input::Link::Present,
                heard: vec![],
                senses: Senses {
                    tick: Tick(tick),
                    at,
                    vitals,
                    carried: Carried { slots, ..Carried::default() },
                    surroundings: Surroundings { sky_light: 15, block_light: 0, time_of_day, open_sides },
                    progress: progress.map(|(id, done)| Progress { id: ActionId(id), done, of: done, blocks: 0 }),
                    events,
                },
                detections,
                outcomes,
                answers: answers.into_iter().map(|(id, answer)| (QueryId(id), answer)).collect(),
                replies: vec![Reply { id: ThoughtId(tick), result: Err(ThinkFailure::Absent) }],
                commands,
            }
        },
    )
}

/// Inputs whose ticks mostly go forwards.
fn inputs() -> impl Strategy<Value = Vec<Input>> {
    vec(input(), 1..60).prop_map(|mut inputs| {
        let mut now = 0;
        for input in &mut inputs {
            now += input.tick.0;
            input.tick = if input.tick.0 % 17 == 0 { Tick(now / 2) } else { Tick(now) };
        }
        inputs
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_same_inputs_give_the_same_effects_byte_for_byte(inputs in inputs()) {
        let (mut one, mut other) = (Mind::new(Config::default()), Mind::new(Config::default()));
        for input in &inputs {
            prop_assert_eq!(encode(&one.step(input)), encode(&other.step(input)));
        }
        prop_assert_eq!(one.digest(), other.digest());
    }

    #[test]
    fn junk_never_panics_and_the_rules_hold(inputs in inputs()) {
        let mut mind = Mind::new(Config::default());
        let mut running: Option<ActionId> = None;
        let mut controller = Controller::Idle;
        for input in &inputs {
            let effects = mind.step(input);
            let mut begun = 0;
            let mut hand_overs = 0;
            for outcome in &input.outcomes {
                if running == Some(outcome.id) {
                    running = None;
                }
            }
            for effect in &effects {
                match effect {
                    Effect::Act { id, .. } => {
                        prop_assert!(running.is_none(), "two actions at once");
                        running = Some(*id);
                        begun += 1;
                    }
                    Effect::Cancel { id } => {
                        prop_assert_eq!(running, Some(*id), "only what runs is cancelled");
                        running = None;
                    }
                    Effect::Trace(Trace { event: Event::HandOver { from, to, .. }, .. }) => {
                        prop_assert_eq!(*from, controller);
                        controller = *to;
                        hand_overs += 1;
                    }
                    Effect::Trace(Trace { event: Event::ActionStarted { controller: by, .. }, .. }) => {
                        prop_assert_eq!(*by, controller, "only the controller acts");
                    }
                    _ => {}
                }
            }
            prop_assert!(begun <= 1 && hand_overs <= 1);
            prop_assert_eq!(mind.controller(), controller);
        }
        prop_assert!(encode(&mind).len() < 256 * 1024, "a mind is small: {}", encode(&mind).len());
    }

    #[test]
    fn a_mind_restored_from_a_snapshot_goes_on_identically(inputs in inputs(), at in 0usize..60) {
        let mut mind = Mind::new(Config::default());
        let cut = at.min(inputs.len());
        for input in &inputs[..cut] {
            mind.step(input);
        }
        let mut restored: Mind = decode(&encode(&mind)).unwrap();
        prop_assert_eq!(restored.digest(), mind.digest());
        prop_assert_eq!(&restored, &mind);
        for input in &inputs[cut..] {
            prop_assert_eq!(encode(&restored.step(input)), encode(&mind.step(input)));
        }
    }
}

#[test]
fn a_living_mind_restored_at_any_tick_goes_on_identically() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let mut history = vec![];
    live(&mut mind, &mut toy, 16_000, |input, effects, mind| {
        history.push((input.clone(), encode(effects), (history.len() % 97 == 0).then(|| encode(mind))));
    });
    for (n, (_, _, snapshot)) in history.iter().enumerate() {
        let Some(snapshot) = snapshot else { continue };
        let mut restored: Mind = decode(snapshot).unwrap();
        for (input, effects, _) in history[n + 1..].iter().take(120) {
            assert_eq!(encode(&restored.step(input)), *effects, "after tick {}", history[n].0.tick);
        }
    }
}

#[test]
fn memory_stays_bounded_over_many_days_of_failure() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.fault = Fault::FindsNothing;
    let mut most = 0;
    live(&mut mind, &mut toy, 24_000 * 6, |input, _, mind| {
        if input.tick.0 % 2_400 == 0 {
            most = most.max(encode(mind).len());
        }
    });
    assert!(most < 512 * 1024, "{most} bytes");
    assert!(mind.tasks().len() <= tasks::store::TASKS_MAX);
}
