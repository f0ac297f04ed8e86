//! The scripted body does what its script says: ends, receipts, delays and faults.

use driver::Body;
use simulator::{Course, Scripted, Stage, block, item};
use vocab::outcome::{End, Failure, Outcome, Receipt, Refusal};
use vocab::{Action, ActionId, Answer, BlockPos, Query, QueryId, Tick};

const WAIT: Action = Action::Wait { ticks: 8 };

/// Begins the action and returns every outcome of the next mind ticks, each with the ticks from the action's begin
/// until the outcome came.
fn outcomes(body: &mut Scripted, action: &Action, mind_ticks: u64) -> Vec<(u64, Outcome)> {
    let began = body.stage.tick;
    body.act(ActionId(1), action);
    let mut told = Vec::new();
    for _ in 0..mind_ticks {
        body.advance(4);
        let sensed = body.sense();
        told.extend(sensed.outcomes.into_iter().map(|outcome| (sensed.senses.tick.since(began), outcome)));
    }
    told
}

fn ends(mut body: Scripted, action: &Action) -> Vec<(u64, End)> {
    outcomes(&mut body, action, 20).into_iter().map(|(tick, outcome)| (tick, outcome.end)).collect()
}

#[test]
fn the_course_says_when_and_how_an_action_ends() {
    type Case<'a> = (fn() -> Course, &'a [(u64, End)]);
    let courses: [Case<'_>; 7] = [
        (Course::done, &[(4, End::Done)]),
        (|| Course::done().after(40), &[(40, End::Done)]),
        (|| Course::refused(Refusal::NoTable), &[(4, End::Refused(Refusal::NoTable))]),
        (|| Course::failed(Failure::NoPath).after(12), &[(12, End::Failed(Failure::NoPath))]),
        (|| Course::done().reported_late(20), &[(24, End::Done)]),
        (|| Course::done().unreported(), &[]),
        (Course::never, &[]),
    ];
    for (course, expected) in courses {
        let body = Scripted::default().rule(move |_, _| Some(course()));
        assert_eq!(ends(body, &WAIT), expected, "{:?}", course());
    }
}

#[test]
fn without_a_rule_an_action_fails_and_the_rule_added_last_is_asked_first() {
    let denied = [(4, End::Failed(Failure::Denied))];
    assert_eq!(ends(Scripted::default(), &WAIT), denied);
    assert_eq!(ends(Scripted::default().on("eat", |_, _| Course::done()), &WAIT), denied);
    let body = Scripted::default().with_all_rules().on("wait", |_, _| Course::failed(Failure::Stuck));
    assert_eq!(ends(body, &WAIT), [(4, End::Failed(Failure::Stuck))]);
}

#[test]
fn changes_happen_at_the_end_and_are_in_the_receipt_unless_it_lies() {
    let at = BlockPos::new(3, 64, 0);
    let honest = move || Course::done().gaining("oak_log", 3).spending("dirt", 5).setting(at, "air").moving_to(at);
    let mut stage = Stage::default();
    stage.bag.add(item("dirt"), 2);
    let mut body = Scripted::new(stage.clone()).rule(move |_, _| Some(honest().after(8)));
    let told = outcomes(&mut body, &WAIT, 2);
    let receipt = &told[0].1.receipt;
    assert_eq!((receipt.gained.count(item("oak_log")), receipt.spent.count(item("dirt"))), (3, 2), "only 2 were there");
    assert_eq!(receipt.blocks, [(at, gamedata::states::AIR)]);
    assert_eq!((body.stage.bag.count(item("oak_log")), body.stage.bag.count(item("dirt"))), (3, 0));
    assert_eq!(body.stage.at, at);

    let mut claim = Receipt::default();
    claim.gained.add(item("diamond"), 1);
    let claimed = claim.clone();
    let mut liar = Scripted::new(stage).rule(move |_, _| Some(Course::done().claiming(claimed.clone())));
    assert_eq!(outcomes(&mut liar, &WAIT, 1)[0].1.receipt, claim);
    assert_eq!(liar.stage.bag.count(item("diamond")), 0);
}

#[test]
fn a_cancelled_action_ends_as_cancelled_and_changes_nothing() {
    let mut body = Scripted::default().rule(|_, _| Some(Course::done().gaining("oak_log", 1).after(40)));
    body.act(ActionId(1), &WAIT);
    body.advance(4);
    assert_eq!(body.sense().senses.progress.map(|progress| (progress.done, progress.of)), Some((4, 40)));
    body.cancel(ActionId(1));
    body.advance(40);
    let ended: Vec<End> = body.sense().outcomes.into_iter().map(|outcome| outcome.end).collect();
    assert_eq!(ended, [End::Cancelled]);
    assert!(body.stage.bag.is_empty());
}

#[test]
fn ready_rules_follow_the_facts_of_the_game() {
    let mut body = Scripted::new(Stage::default().with_wood_and_ore()).with_all_rules();
    let ore = Action::Collect { item: item("coal"), from: vec![block("coal_ore")], count: 1, radius: 16 };
    assert_eq!(outcomes(&mut body, &ore, 20)[0].1.end, End::Failed(Failure::NoneFound), "not by hand");
    body.stage.bag.add(item("wooden_pickaxe"), 1);
    assert_eq!(outcomes(&mut body, &ore, 20)[0].1.end, End::Done);
    assert_eq!(body.stage.bag.count(item("coal")), 1);
    let table = Action::Place { item: item("crafting_table"), at: BlockPos::new(1, 64, 0) };
    assert_eq!(outcomes(&mut body, &table, 2)[0].1.end, End::Refused(Refusal::MissingItem));
    let strike = Action::Attack { kind: vocab::Name::new("cow"), near: body.stage.at.centre() };
    let struck = outcomes(&mut body, &strike, 2);
    assert_eq!(struck[0].1.end, End::Failed(Failure::NoneFound), "no creature is there");
}

#[test]
fn questions_are_answered_from_the_stage_or_by_the_script() {
    let at = BlockPos::new(2, 64, 0);
    let query = Query::NearestBlocks { blocks: vec![block("oak_log")], radius: 8, most: 4 };
    let ask = |mut body: Scripted| {
        body.ask(QueryId(1), &query);
        body.advance(4);
        body.sense().answers
    };
    let mut stage = Stage::default();
    stage.cells.insert(at, block("oak_log"));
    let found = Answer::Blocks { found: vec![(at, block("oak_log"))] };
    assert_eq!(ask(Scripted::new(stage.clone())), [(QueryId(1), found)]);
    assert_eq!(ask(Scripted::new(stage).answering(|_, _| Answer::Unknown)), [(QueryId(1), Answer::Unknown)]);
}

#[test]
fn scripts_run_each_mind_tick() {
    let mut body = Scripted::default().each_tick(|stage| {
        if stage.mind_ticks == 2 {
            stage.hurt(3);
        }
    });
    let mut health = Vec::new();
    for _ in 0..3 {
        body.advance(4);
        health.push(body.sense().senses.vitals.map(|vitals| vitals.health));
    }
    assert_eq!(health, [Some(20), Some(17), Some(17)]);
    assert_eq!(body.stage.tick, Tick(12));
}
