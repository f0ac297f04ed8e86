//! `stead plan iron_pickaxe:1 rail:16 --have raw_iron:12 --furnaces 4`: prints a plan for people, with times and
//! reasons.

use crate::say::{out, say, tell};
use contract::solve::Answer;
use contract::suggest;
use planner::explain::{Explanation, explain};
use planner::game::{Ask, draft, natural_offers};
use planner::{Act, Limits, Objective, Plan, Problem, Solution, solve};
use std::fmt::Write as _;
use std::process::ExitCode;
use vocab::{Bag, ItemId, Station};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to make, as `item:count` or `item`.
    #[arg(required = true)]
    goals: Vec<String>,
    /// What the inventory holds: one or more `item:count`, after the goals.
    #[arg(long, num_args = 1..)]
    have: Vec<String>,
    /// How many furnaces already exist, 64 at most.
    #[arg(long, default_value_t = 0, value_parser = standing())]
    furnaces: u16,
    /// How many blast furnaces already exist, 64 at most.
    #[arg(long, default_value_t = 0, value_parser = standing())]
    blast_furnaces: u16,
    /// How many smokers already exist, 64 at most.
    #[arg(long, default_value_t = 0, value_parser = standing())]
    smokers: u16,
    /// Build no further stations.
    #[arg(long)]
    no_building: bool,
    /// Gather nothing; use only the inventory.
    #[arg(long)]
    no_gathering: bool,
    /// Find the shortest plan, whatever it costs.
    #[arg(long)]
    fast: bool,
    /// Search at most this many nodes.
    #[arg(long)]
    nodes: Option<u64>,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

const BAD_INPUT: u8 = 2;
const UNSOLVED: u8 = 3;
/// Most existing stations of one kind that the command line may name.
const STANDING_MAX: u16 = 64;

fn standing() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(0..=i64::from(STANDING_MAX))
}

/// Search nodes for each comparison with another plan in the explanation.
const COMPARE_NODES: u64 = 3_000;

pub fn run(args: &Args) -> ExitCode {
    match answer(args) {
        Ok(code) => code,
        Err(message) => {
            tell!("stead plan: {message}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn counted(text: &str) -> Result<(ItemId, u32), String> {
    let plain_name = text.strip_prefix("minecraft:").unwrap_or(text);
    let (name, count) = plain_name.split_once(':').unwrap_or((plain_name, "1"));
    if name.is_empty() {
        return Err(format!("{text:?} names no item; write item:count, such as iron_pickaxe:1"));
    }
    let item = suggest::item(name).map_err(|unknown| unknown.to_string())?;
    let count = count
        .parse::<u32>()
        .map_err(|_| format!("{text:?}: {count:?} is not a whole number from 0 to {}", u32::MAX))?;
    Ok((item, count))
}

fn bag(list: &[String]) -> Result<Bag, String> {
    list.iter().map(|text| counted(text)).collect()
}

fn ask(args: &Args) -> Result<Ask, String> {
    let mut ask = Ask { goal: bag(&args.goals)?, have: bag(&args.have)?, ..Ask::default() };
    for (station, count) in args.stations() {
        ask.slots.extend((0..count).map(|k| (format!("{}#{k}", station.name()), station, 0)));
    }
    if !args.no_gathering {
        ask.offers = natural_offers();
    }
    Ok(ask)
}

impl Args {
    fn stations(&self) -> [(Station, u16); 3] {
        [
            (Station::Furnace, self.furnaces),
            (Station::BlastFurnace, self.blast_furnaces),
            (Station::Smoker, self.smokers),
        ]
    }
}

fn problem(args: &Args) -> Result<Problem, String> {
    let mut draft = draft(&ask(args)?);
    if args.no_building {
        // The station limits are set after the rules were built. So rules for missing stations exist, and the refusal
        // can name the station.
        let limits = args.stations().map(|(station, count)| (station.name().into(), u64::from(count)));
        draft.stations_max.extend(limits);
    }
    Problem::new(&draft).map_err(|bad| bad.to_string())
}

fn answer(args: &Args) -> Result<ExitCode, String> {
    let problem = problem(args)?;
    let objective = if args.fast { Objective::Makespan } else { Objective::CostAndTime };
    let limits = Limits { nodes: args.nodes, ..Limits::default() };
    let solution = match solve(&problem, objective, limits) {
        Ok(solution) => solution,
        Err(unsolved) => {
            if args.json {
                say!("{}", json(&Answer::unsolved(None, &unsolved)));
            } else {
                say!("no plan: {unsolved}");
            }
            return Ok(ExitCode::from(UNSOLVED));
        }
    };
    if args.json {
        say!("{}", json(&Answer::solved(None, &problem, &solution)));
        return Ok(ExitCode::SUCCESS);
    }
    let few = Limits { nodes: Some(COMPARE_NODES), ..limits };
    let why = explain(&problem, objective, &solution, few);
    let width = terminal_size::terminal_size().map_or(CHART_WIDTH, |(width, _)| usize::from(width.0));
    out(format_args!("{}", report(&problem, &solution, &why, width)));
    Ok(ExitCode::SUCCESS)
}

fn json(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// The width of the plan's chart in characters when the terminal does not report one.
const CHART_WIDTH: usize = 100;

fn seconds(ticks: u64) -> String {
    format!("{}:{:02}", ticks / 1_200, ticks / 20 % 60)
}

/// An operation's id without the number that makes it unique.
fn plain(id: &str) -> &str {
    id.split_once('~').map_or(id, |(name, _)| name)
}

fn report(problem: &Problem, solution: &Solution, why: &Explanation, width: usize) -> String {
    let plan = &solution.plan;
    let mut out = String::new();
    for step in &plan.steps {
        let what = match &step.act {
            Act::Op { op, times } => format!("{} x{times}", plain(&problem.ops[*op].id)),
            Act::Load { process, slot, count, fuel, fuel_count, ready } => {
                let fuel = fuel.map_or("nothing", |item| problem.items[item].as_str());
                let process = &problem.processes[*process].id;
                format!("load {}: {process} x{count} with {fuel_count} {fuel}, done at {}", slot.0, seconds(*ready))
            }
        };
        let _ = writeln!(out, "  {:>6}  {what}", seconds(step.start));
    }
    out.push('\n');
    out.push_str(&chart(plan, width));
    let quality = if solution.optimal() {
        "proven optimal".to_string()
    } else {
        format!("at most {} above the best possible", solution.value - solution.bound)
    };
    let _ = writeln!(
        out,
        "\n{} actions' cost, {} ({} ticks), value {}, {quality}",
        plan.action_cost,
        seconds(plan.makespan_ticks),
        plan.makespan_ticks,
        solution.value
    );
    out.push_str(&reasons(solution, why));
    out
}

fn reasons(solution: &Solution, why: &Explanation) -> String {
    let mut out = String::new();
    for station in &why.stations {
        let _ = write!(out, "{} x{}", station.station, station.used);
        if station.built > 0 {
            let _ = write!(out, " ({} of them built)", station.built);
        }
        let change = |other: Option<(u64, u64)>| match other {
            None => "would not work".to_string(),
            Some((_, ticks)) if ticks < solution.plan.makespan_ticks => {
                format!("would save {}", seconds(solution.plan.makespan_ticks - ticks))
            }
            Some((_, ticks)) if ticks == solution.plan.makespan_ticks => "would change nothing".to_string(),
            Some((value, ticks)) => format!(
                "would take {} longer{}",
                seconds(ticks - solution.plan.makespan_ticks),
                if value > solution.value { "" } else { " and be no dearer" }
            ),
        };
        let _ = writeln!(out, ": one more {}, one less {}", change(station.one_more), change(station.one_less));
    }
    let _ =
        writeln!(out, "the agent is idle for {}; the chain of steps that sets the length:", seconds(why.idle_ticks));
    for link in &why.critical {
        let _ = writeln!(out, "  {:>6} to {:>6}  {}", seconds(link.start), seconds(link.end), plain(&link.what));
    }
    out
}

/// The chart of a plan: one row for the agent and one for each station slot. A full block means busy, a dot means
/// idle.
fn chart(plan: &Plan, width: usize) -> String {
    let mut rows: Vec<(String, Vec<(u64, u64)>)> = vec![("agent".into(), vec![])];
    for step in &plan.steps {
        rows[0].1.push((step.start, step.end));
        if let Act::Load { slot, ready, .. } = &step.act {
            match rows.iter_mut().find(|(name, _)| *name == slot.0) {
                Some((_, spans)) => spans.push((step.start, *ready)),
                None => rows.push((slot.0.clone(), vec![(step.start, *ready)])),
            }
        }
    }
    rows[1..].sort();
    let label = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let cells = width.saturating_sub(label + 4).clamp(20, 120) as u64;
    let length = plan.makespan_ticks.max(1);
    let mut out = String::new();
    for (name, spans) in &rows {
        let _ = write!(out, "  {name:<label$} ");
        for cell in 0..cells {
            let (from, to) = (cell * length / cells, ((cell + 1) * length / cells).max(cell * length / cells + 1));
            let busy: u64 = spans.iter().map(|&(start, end)| end.min(to).saturating_sub(start.max(from))).sum();
            out.push(match busy * 4 / (to - from) {
                0 => '·',
                1 | 2 => '▄',
                _ => '█',
            });
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_with_or_without_a_count_is_read() {
        for (text, expected) in
            [("iron_pickaxe", 1), ("rail:16", 16), ("minecraft:stick", 1), ("minecraft:stick:3", 3), ("rail:0", 0)]
        {
            assert_eq!(counted(text).map(|(_, count)| count), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_messages_for_bad_items() {
        let texts =
            ["minecraft:stik", "minecraft:stick:x", "iron_pikaxe:1", "rail:-1", "rail:99999999999", "rail:", "", ":3"];
        let told: Vec<String> =
            texts.iter().map(|text| format!("{text:?}\n    {}", counted(text).unwrap_err())).collect();
        insta::assert_snapshot!(told.join("\n"));
    }

    fn args_of(goals: &[&str], have: &[&str], furnaces: u16) -> Args {
        Args {
            goals: goals.iter().map(ToString::to_string).collect(),
            have: have.iter().map(ToString::to_string).collect(),
            furnaces,
            blast_furnaces: 0,
            smokers: 0,
            no_building: false,
            no_gathering: false,
            fast: false,
            nodes: Some(500),
            json: false,
        }
    }

    fn report_of(goals: &[&str], have: &[&str], furnaces: u16) -> String {
        let args = args_of(goals, have, furnaces);
        let problem = problem(&args).expect("good");
        let limits = Limits { nodes: args.nodes, ..Limits::default() };
        let solution = solve(&problem, Objective::CostAndTime, limits).expect("solved");
        let why = explain(&problem, Objective::CostAndTime, &solution, limits);
        report(&problem, &solution, &why, 80)
    }

    #[test]
    fn the_report_contains_steps_a_chart_totals_and_reasons() {
        let report = report_of(&["iron_pickaxe:1", "rail:16"], &["raw_iron:12"], 4);
        for part in
            ["craft:iron_pickaxe x1", "load furnace#0", "  agent ", "█", "actions' cost", "one more", "sets the length"]
        {
            assert!(report.contains(part), "{part:?} in\n{report}");
        }
    }

    fn refused(goals: &[&str], have: &[&str], (furnaces, no_building): (u16, bool)) -> String {
        let args = Args { no_building, no_gathering: true, ..args_of(goals, have, furnaces) };
        let limits = Limits { nodes: args.nodes, ..Limits::default() };
        solve(&problem(&args).expect("good"), Objective::CostAndTime, limits).expect_err("there is no plan").to_string()
    }

    #[test]
    fn a_refusal_names_the_missing_station_fuel_or_item() {
        for (said, expected) in [
            (refused(&["glass:5"], &["sand:5", "coal:5"], (0, true)), "no_station: furnace"),
            (refused(&["glass:5"], &["sand:5"], (1, false)), "fuel, such as charcoal, coal, "),
            (refused(&["bedrock"], &[], (0, false)), "no rule makes bedrock"),
        ] {
            assert!(said.contains(expected), "{expected:?} in {said:?}");
        }
    }

    #[test]
    fn a_plan_without_stations_builds_them() {
        let report = report_of(&["iron_ingot:1"], &[], 0);
        for part in ["place:crafting_table", "place:furnace", "gather:raw_iron"] {
            assert!(report.contains(part), "{part:?} in\n{report}");
        }
    }
}
