//! What a person types: a line for the agent to hear, or an order after a slash.

use contract::suggest::meant;
use mind::input::Order;
use tasks::TaskId;
use vocab::BlockPos;

/// What a line typed at the screen means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    Nothing,
    Line(String),
    Order(Order),
    Help,
    Quit,
}

const NAMES: [&str; 8] = ["goal", "cancel", "come", "stop", "pause", "resume", "help", "quit"];

/// The lines shown after the user typed `/help`.
pub const HELP: [&str; 4] = [
    "/goal ACTION ITEM [N]   pursue a goal: /goal collect oak_log 5",
    "/cancel T12  ·  /come X Y Z  ·  /stop  end the running action and pause",
    "/pause  only stay alive  ·  /resume  ·  /quit  save and stop",
    "anything else is said to the agent",
];

/// Parses a line typed at the screen; an error says what to type instead.
pub fn parse(line: &str) -> Result<Typed, String> {
    let line = line.trim();
    let Some(order) = line.strip_prefix('/') else {
        return Ok(if line.is_empty() { Typed::Nothing } else { Typed::Line(line.into()) });
    };
    let words: Vec<&str> = order.split_whitespace().collect();
    let order = match words.as_slice() {
        ["stop"] => Order::Stop,
        ["pause"] => Order::Pause,
        ["resume"] => Order::Resume,
        ["goal", action, target] => goal(action, target, "1")?,
        ["goal", action, target, amount] => goal(action, target, amount)?,
        ["cancel", task] => Order::Cancel { task: task_id(task)? },
        ["come", x, y, z] => Order::Come { to: BlockPos::new(coordinate(x)?, coordinate(y)?, coordinate(z)?) },
        ["help"] => return Ok(Typed::Help),
        ["quit"] => return Ok(Typed::Quit),
        ["goal", ..] => return Err("a goal is an action, an item and a number: /goal collect oak_log 5".into()),
        ["cancel", ..] => return Err("name one task: /cancel T12".into()),
        ["come", ..] => return Err("name a place: /come 12 64 -31".into()),
        [known, ..] if NAMES.contains(known) => return Err(format!("/{known} takes nothing after it")),
        [unknown, ..] => return Err(unknown_order(unknown)),
        [] => return Err("type an order after the slash; /help lists them".into()),
    };
    Ok(Typed::Order(order))
}

fn unknown_order(word: &str) -> String {
    match meant(word, NAMES) {
        Some(meant) => format!("unknown order \"/{word}\" (did you mean \"/{meant}\"?)"),
        None => format!("unknown order \"/{word}\"; /help lists the orders"),
    }
}

fn goal(action: &str, target: &str, amount: &str) -> Result<Order, String> {
    let amount = amount.parse().map_err(|_| format!("invalid amount \"{amount}\": give a whole number"))?;
    Ok(Order::Goal { action: action.into(), target: target.into(), amount })
}

fn task_id(word: &str) -> Result<TaskId, String> {
    let digits = word.strip_prefix(['T', 't']).unwrap_or(word);
    digits.parse().map(TaskId).map_err(|_| format!("invalid task \"{word}\": tasks are named T12"))
}

fn coordinate(word: &str) -> Result<i32, String> {
    word.parse().map_err(|_| format!("invalid coordinate \"{word}\": give a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_orders_are_told_apart() {
        let goal = |amount| Order::Goal { action: "collect".into(), target: "oak_log".into(), amount };
        for (line, typed) in [
            ("", Typed::Nothing),
            ("  hello there ", Typed::Line("hello there".into())),
            ("/stop", Typed::Order(Order::Stop)),
            (" /pause ", Typed::Order(Order::Pause)),
            ("/resume", Typed::Order(Order::Resume)),
            ("/goal collect oak_log 5", Typed::Order(goal(5))),
            ("/goal collect oak_log", Typed::Order(goal(1))),
            ("/cancel T12", Typed::Order(Order::Cancel { task: TaskId(12) })),
            ("/come 1 64 -7", Typed::Order(Order::Come { to: BlockPos::new(1, 64, -7) })),
            ("/help", Typed::Help),
            ("/quit", Typed::Quit),
        ] {
            assert_eq!(parse(line), Ok(typed), "{line}");
        }
    }

    #[test]
    fn a_mistyped_order_says_what_to_type() {
        let lines = [
            "/",
            "/stpo",
            "/dance",
            "/stop now",
            "/goal",
            "/goal collect oak_log many",
            "/cancel",
            "/cancel all",
            "/come here",
        ];
        let said: Vec<String> = lines.iter().map(|line| format!("{line}  →  {}", parse(line).unwrap_err())).collect();
        insta::assert_snapshot!(said.join("\n"));
    }
}
