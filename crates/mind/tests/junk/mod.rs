//! Strategies for junk inputs: whatever a broken body, a hostile server or a confused person may send.

use belief::evidence::{Detection, Sight};
use mind::Input;
use mind::input::{Command, CommandId, Heard, Link, Order, Reply, Shaken, ThinkFailure, ThoughtId};
use proptest::collection::vec;
use proptest::prelude::*;
use tasks::TaskId;
use vocab::item::Stack;
use vocab::outcome::{End, Failure, Receipt, Refusal};
use vocab::senses::{BodyEvent, Carried, GameMode, Harm, Progress, Senses, Surroundings, Vitals};
use vocab::{ActionId, Answer, BlockId, BlockPos, FinePos, ItemId, Name, Outcome, QueryId, StateId, Tick};

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
    (id(), any::<u32>(), end(), vec((place(), any::<u16>()), 0..4), vec((0u16..1_400, 1u32..70), 0..3)).prop_map(
        |(id, at, end, blocks, gained)| Outcome {
            id: ActionId(id),
            at: Tick(u64::from(at)),
            end,
            receipt: Receipt {
                gained: gained.into_iter().map(|(item, count)| (ItemId(item), count)).collect(),
                spent: vocab::Bag::new(),
                blocks: blocks.into_iter().map(|(at, state)| (at, StateId(state))).collect(),
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
        (place(), place(), vec(proptest::option::of(any::<u16>().prop_map(StateId)), 0..9))
            .prop_map(|(min, max, states)| Answer::Region { min, max, states }),
        (place(), vec(0u16..60, 729)).prop_map(|(min, states)| Answer::Region {
            min,
            max: min.offset(8, 8, 8),
            states: states.into_iter().map(|state| Some(StateId(state))).collect(),
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

/// The id of an action, a question or a task, as a difference from the newest one in [`after`]. Mostly small, so that
/// junk often hits ids that the mind waits for.
fn id() -> impl Strategy<Value = u64> {
    prop_oneof![6 => 0u64..4, 1 => 0u64..60, 1 => any::<u64>()]
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![
        Just(Order::Pause),
        Just(Order::Resume),
        Just(Order::Stop),
        place().prop_map(|to| Order::Come { to }),
        id().prop_map(|task| Order::Cancel { task: TaskId(task) }),
        ("[a-z:_ ]{0,9}", "[a-z_]{0,12}", any::<u32>()).prop_map(|(action, target, amount)| Order::Goal {
            action,
            target,
            amount
        }),
        ("(collect|craft|mine|explore|build)", "(oak_log|iron_ingot|diamond|basic_shelter|torch)", 1u32..99)
            .prop_map(|(action, target, amount)| Order::Goal { action, target, amount }),
        ("(find|check|repair|navigate|smelt|gather)", "(iron_ore|cow|chest|inventory|stone_axe|1_2_3|p|home)", 1u32..9)
            .prop_map(|(action, target, amount)| Order::Goal { action, target, amount }),
        ("(pause|resume|continue|cancel|prioritize)", "(|all|it|T[1-9]|logs?|oak_log)", Just(1))
            .prop_map(|(action, target, amount)| Order::Goal { action, target, amount }),
        ("[a-z]{0,3}", line(), proptest::option::of(place())).prop_map(|(who, text, at)| Order::Line { who, text, at }),
        vec("[a-p]{0,1}", 0..3).prop_map(|names| Order::Allow { names }),
    ]
}

/// A random line of chat, with or without a meaning.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        "(stop|come here|follow me|pause|resume|never mind|why\\?|help|what is your plan\\?)",
        "(bring me|collect|craft) [1-9] (torches|oak logs|bread)",
        "\\PC{0,30}",
    ]
}

fn link() -> impl Strategy<Value = Link> {
    prop_oneof![
        12 => Just(Link::Present),
        1 => Just(Link::Waiting),
        1 => "[a-z ]{0,9}".prop_map(|why| Link::Gone { why }),
    ]
}

fn event() -> impl Strategy<Value = BodyEvent> {
    prop_oneof![
        Just(BodyEvent::Respawned),
        Just(BodyEvent::Died { cause: Harm::Fall }),
        ("[a-p]{0,1}", any::<u16>(), any::<u16>()).prop_map(|(by, item, count)| {
            let (by, item) = (vocab::Name::new(&by), vocab::ItemId(item));
            BodyEvent::Collected { by, item, count }
        }),
        any::<u8>().prop_map(|half_hearts| BodyEvent::Hurt { half_hearts, cause: Harm::Melee, from: None }),
    ]
}

/// Random input that does not come from the body: commands, lines of chat and the state of the link.
fn news() -> impl Strategy<Value = (Vec<Command>, Vec<Heard>, Link)> {
    let command = |(id, order)| Command { id: CommandId(id), order };
    let heard = ("[a-p]{0,1}", line()).prop_map(|(who, text)| Heard { who, text });
    (vec((any::<u64>(), order()).prop_map(command), 0..2), vec(heard, 0..2), link())
}

fn input() -> impl Strategy<Value = Input> {
    let senses =
        (fine(), vitals(), vec(proptest::option::of(stack()), 0..37), 0u16..24_000, 0u8..9, vec(event(), 0..2));
    let told = (vec(detection(), 0..4), vec(outcome(), 0..3), vec((id(), answer()), 0..3));
    let progress = proptest::option::weighted(0.2, (id(), any::<u32>()));
    (0u64..400, senses, told, news(), progress).prop_map(|(tick, senses, told, (commands, heard, link), progress)| {
        let (at, vitals, slots, time_of_day, open_sides, events) = senses;
        let (detections, outcomes, answers) = told;
        let senses = Senses {
            tick: Tick(tick),
            at,
            vitals,
            carried: Carried { slots, ..Carried::default() },
            surroundings: Surroundings { sky_light: 15, block_light: 0, time_of_day, open_sides },
            progress: progress.map(|(id, done)| Progress { id: ActionId(id), done, of: done, blocks: 0 }),
            events,
        };
        let answers = answers.into_iter().map(|(id, answer)| (QueryId(id), answer)).collect();
        let replies = vec![Reply { id: ThoughtId(tick), result: Err(ThinkFailure::Absent) }];
        // Every thirteenth input or so is one that broke the program.
        let broke = || Shaken { place: "a.rs:1".into(), what: "junk".into(), world: tick % 2 == 0 };
        let shaken = (tick % 13 == 1).then(broke);
        let tick = Tick(tick);
        Input { tick, began: None, link, senses, detections, outcomes, answers, heard, replies, commands, shaken }
    })
}

/// Random inputs whose ticks are differences; [`after`] turns them into game ticks.
pub fn inputs() -> impl Strategy<Value = Vec<Input>> {
    vec(input(), 1..60)
}

/// The newest tick and ids that a mind has given out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Newest {
    pub tick: u64,
    pub action: u64,
    pub question: u64,
    pub task: u64,
}

/// Shifts random inputs so that they continue a life: ticks mostly go forwards, and ids count back from the newest.
pub fn after(newest: Newest, mut inputs: Vec<Input>) -> Vec<Input> {
    let mut now = newest.tick;
    for input in &mut inputs {
        now += input.tick.0;
        input.tick = if input.tick.0 % 17 == 0 { Tick(now / 2) } else { Tick(now) };
        for outcome in &mut input.outcomes {
            outcome.id.0 = newest.action.wrapping_sub(outcome.id.0);
        }
        for (id, _) in &mut input.answers {
            id.0 = newest.question.wrapping_sub(id.0);
        }
        if let Some(progress) = &mut input.senses.progress {
            progress.id.0 = newest.action.wrapping_sub(progress.id.0);
        }
        for command in &mut input.commands {
            if let Order::Cancel { task } = &mut command.order {
                task.0 = newest.task.wrapping_sub(task.0);
            }
        }
    }
    inputs
}
