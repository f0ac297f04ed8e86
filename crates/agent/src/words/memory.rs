//! What the agent remembers, as the answer to "what do you remember?".

use super::spaced;
use mind::memory::Fact;
use mind::memory::people::{Agreement, End};

/// The answer to a question about memory: one sentence, its parts in the order of the facts.
pub fn remembered(facts: &[Fact]) -> String {
    if facts.is_empty() {
        return "I remember nothing yet".into();
    }
    let parts: Vec<String> = facts.iter().map(fact).collect();
    format!("I remember: {}", parts.join("; "))
}

/// One remembered fact in words. Where there is nothing to add, the short line of the prompts is used.
fn fact(fact: &Fact) -> String {
    match fact {
        Fact::Home(home) if home.nights == 1 => format!("home at {}, where I spent last night", home.at),
        Fact::Home(home) => format!("home at {}, where I spent {} nights", home.at, home.nights),
        Fact::Death(death) => format!("I died at {} ({})", death.at, spaced(&death.cause)),
        Fact::Person(person) => match person.agreements.last() {
            Some(agreed) => format!("{} asked for {} ({})", person.who, agreed.goal, kept(agreed)),
            None => format!("{} talked to me", person.who),
        },
        fact => fact.to_string(),
    }
}

fn kept(agreed: &Agreement) -> &'static str {
    match agreed.ended {
        None => "not done yet",
        Some((End::Kept, _)) => "done",
        Some((End::Broken, _)) => "I failed",
        Some((End::CalledOff, _)) => "called off",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::memory::landmarks::{Death, Landmarks, Vein};
    use mind::memory::people::People;
    use tasks::TaskId;
    use vocab::senses::Harm;
    use vocab::{BlockPos, GoalKey, Tick};

    #[test]
    fn each_fact_has_its_words() {
        let at = BlockPos::new(12, 64, -7);
        let mut known = Landmarks::default();
        known.slept_at(at, 1);
        let mut people = People::default();
        people.heard("Ben", Tick(1));
        people.agreed("Ada", TaskId(1), GoalKey::new("collect", "torch").unwrap(), Tick(2));
        people.settled(TaskId(1), End::Kept, Tick(3));
        let ore = gamedata::blocks::named("iron_ore").unwrap();
        let coal = gamedata::items::named("coal").unwrap();
        let mut facts = vec![
            Fact::Home(known.home.unwrap()),
            Fact::Chest { at, holds: vec![(coal, 30)], more: 2 },
            Fact::Chest { at, holds: vec![], more: 0 },
            Fact::ClosedChest { at },
            Fact::Vein(Vein { block: ore, at, blocks: 3, seen: Tick(0) }),
            Fact::Death(Death { at, cause: Harm::Lava, when: Tick(0) }),
        ];
        facts.extend(people.newest().into_iter().cloned().map(Fact::Person));
        assert_eq!(
            remembered(&facts),
            "I remember: home at 12 64 -7, where I spent last night; chest at 12 64 -7 with 30 coal and 2 more kinds; \
             empty chest at 12 64 -7; unopened chest at 12 64 -7; 3 iron_ore seen and left at 12 64 -7; \
             I died at 12 64 -7 (lava); Ada asked for collect:torch (done); Ben talked to me"
        );
        assert_eq!(remembered(&[]), "I remember nothing yet");
    }
}
