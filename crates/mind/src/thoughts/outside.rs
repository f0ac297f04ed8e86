//! Orders about thoughts. Of a thought from outside the text alone is read, and such a thought becomes no task unless the settings allow it to say so.

use super::reply::start;
use super::{Desk, Draft, Thoughts};
use crate::turn::Turn;
use crate::wire::effect::{CommandAnswer, Effect};
use crate::wire::input::{Command, Order};
use crate::wire::thinking::ThoughtAnswer;
use crate::wire::trace::Event;
use agency::outside::dropped;
use agency::sanitize::sanitize;
use agency::thought::{Novelty, Source};
use alloc::boxed::Box;

impl Thoughts {
    /// Answers people's commands that are about thoughts.
    pub fn obey(&mut self, commands: &[Command], desk: &mut Desk<'_>, turn: &mut Turn<'_>) {
        for Command { id, order } in commands {
            let answer = match order {
                Order::Thought { text, convert_eligible, keys } => {
                    let mut answer = self.outside(text, *convert_eligible, desk, turn);
                    answer.dropped = dropped(keys.iter().map(alloc::string::String::as_str));
                    for field in &answer.dropped {
                        if self.warned.is_new(&field.key) {
                            turn.trace(Event::FieldDropped(field.clone()));
                        }
                    }
                    CommandAnswer::Thought(Box::new(answer))
                }
                Order::Process { bot, report } => self.witness(bot, report, desk, turn),
                Order::ResetCounters => {
                    self.reset_counters(turn.now());
                    CommandAnswer::Done
                }
                _ => continue,
            };
            turn.effects.push(Effect::Answer { command: *id, answer });
        }
    }

    fn outside(
        &mut self,
        text: &str,
        eligible: Option<bool>,
        desk: &mut Desk<'_>,
        turn: &mut Turn<'_>,
    ) -> ThoughtAnswer {
        let allowed = self.settings.allow_thought_injection;
        let draft = Draft::of(sanitize(start(text)), Source::Legacy, Novelty::High);
        let draft = Draft { convert_eligible: allowed && eligible == Some(true), ..draft };
        let recorded = self.record(draft, desk, turn);
        ThoughtAnswer { recorded, dropped: alloc::vec::Vec::new(), eligibility_ignored: eligible.is_some() && !allowed }
    }
}
