//! `stead think --dry-run`: the prompt that would be sent to the language model, and what would become of a reply.
//!
//! Nothing is sent and nothing is written: a copy of the mind takes the next steps in memory.

use crate::config::{Config, SEED_DEFAULT};
use crate::embedded::Embedded;
use crate::say::say;
use crate::words;
use driver::{Body, LAYOUT};
use mind::input::{ModelReply, Reply, ThoughtId};
use mind::thinking::Recorded;
use mind::trace::Event;
use mind::{Effect, Input, Mind};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use store::Archive;
use tracing::error;
use vocab::digest::decode;
use vocab::tick::TICKS_PER_MIND_TICK;

const BAD_INPUT: u8 = 2;
/// Mind ticks that a new world runs first, so that the agent's belief has reported what is around.
const FIRST_LOOK_MIND_TICKS: u64 = 25;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the prompt; send and change nothing. The only way this command works.
    #[arg(long, required = true)]
    dry_run: bool,
    /// A file with a reply of the model: say what would become of it.
    #[arg(long, value_name = "FILE")]
    reply: Option<PathBuf>,
    /// Take the agent of this data directory. Without it, take a new agent in the world of --seed.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The seed of the new agent's world [default: 1].
    #[arg(long, conflicts_with = "data")]
    seed: Option<u64>,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
    /// The settings [default: stead.toml, if there is one].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// A mind, and its last input.
struct Moment {
    mind: Mind,
    input: Input,
}

/// What would become of a model's reply.
struct Becomes {
    clean: agency::sanitize::Sanitized,
    /// The thought that would be recorded; `None` when the reply had no thought, no goal and no intent.
    recorded: Option<Recorded>,
}

pub fn run(args: &Args) -> ExitCode {
    match think(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            error!("{why}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn think(args: &Args) -> Result<(), String> {
    let config = Config::load(args.config.as_deref()).map_err(|error| error.to_string())?;
    let text = match &args.reply {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => None,
    };
    let mut moment = match &args.data {
        Some(dir) => Moment::of(dir).map_err(|why| format!("{}: {why}", dir.display()))?,
        None => Moment::fresh(args.seed.or(config.run.seed).unwrap_or(SEED_DEFAULT), &config),
    };
    let (id, prompt) = moment.prompt().ok_or("the agent has no body at the moment, so it would not think")?;
    let becomes = text.map(|text| moment.becomes(id, text));
    if args.json {
        say!("{}", json(&prompt, becomes.as_ref()));
        return Ok(());
    }
    say!("{prompt}");
    if let Some(Becomes { clean, recorded }) = becomes {
        say!("── reply\n{}", clean.text);
        match recorded {
            Some(recorded) => say!("── {}", words::recorded(&recorded)),
            None => say!("── nothing: no thought, no goal and no intent is in it"),
        }
    }
    Ok(())
}

impl Moment {
    /// The mind and its last input at the end of the life in a data directory.
    fn of(dir: &std::path::Path) -> Result<Moment, String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let archive = Archive::open(dir).map_err(|error| said(&error))?;
        let writer = archive.newest_epoch().map_err(|error| said(&error))?.epoch;
        if writer.layout != LAYOUT {
            let (program, layout) = (writer.program, writer.layout);
            return Err(format!("it was written by {program} (layout {layout}); use the version that wrote it"));
        }
        let newest = archive.newest().map_err(|error| said(&error))?.kept;
        let mut mind: Mind = decode(&newest.state.mind).map_err(|error| said(&error))?;
        // The mind's state does not include its senses, so the last input is read from the journal, if need be from
        // before the saved state.
        let mut last = None;
        let read = archive.replay(&newest, None, |_, record| {
            let input: Input = decode(&record.input).map_err(|error| Unread(error.to_string()))?;
            mind.step(&input);
            last = Some(input);
            Ok::<bool, Unread>(true)
        });
        read.map_err(|Unread(why)| why)?;
        let input = match last {
            Some(input) => input,
            None => last_input(&archive).ok_or("nothing has happened in this life yet")?,
        };
        Ok(Moment { mind, input })
    }

    /// A new mind in a new world after a few ticks.
    fn fresh(seed: u64, config: &Config) -> Moment {
        let (mut body, mut mind) = (Embedded::new(seed, config.run.xray), Mind::new(config.mind()));
        let mut look = || {
            body.advance(TICKS_PER_MIND_TICK);
            let sensed = body.sense();
            Input::new(sensed.senses.tick, sensed, Vec::new(), Vec::new())
        };
        let mut input = look();
        for _ in 1..FIRST_LOOK_MIND_TICKS {
            // The mind's effects are not performed: the body only looks around.
            mind.step(&input);
            input = look();
        }
        Moment { mind, input }
    }

    /// The last input once more, a mind tick later and without new events.
    fn next(&mut self) -> &mut Input {
        let sensed = &mut self.input;
        sensed.tick = self.mind.tick() + TICKS_PER_MIND_TICK;
        sensed.began = None;
        (sensed.outcomes, sensed.answers, sensed.heard) = (Vec::new(), Vec::new(), Vec::new());
        (sensed.replies, sensed.commands, sensed.detections) = (Vec::new(), Vec::new(), Vec::new());
        sensed.senses.events = Vec::new();
        sensed
    }

    /// The prompt that the mind would send to the language model now.
    fn prompt(&mut self) -> Option<(ThoughtId, String)> {
        self.mind.think_next();
        self.next();
        let effects = self.mind.step(&self.input);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Think { id, prompt, .. } => Some((id, prompt)),
            _ => None,
        })
    }

    fn becomes(&mut self, id: ThoughtId, text: String) -> Becomes {
        let clean = agency::sanitize::sanitize(&text);
        self.next().replies = vec![Reply { id, result: Ok(ModelReply { text, tokens: 0 }) }];
        let effects = self.mind.step(&self.input);
        let recorded = effects.into_iter().find_map(|effect| match effect {
            Effect::Trace(trace) => match trace.event {
                Event::Thought(recorded) if recorded.thought.source != agency::thought::Source::Drive => Some(recorded),
                _ => None,
            },
            _ => None,
        });
        Becomes { clean, recorded }
    }
}

/// A journal record that this version cannot read.
struct Unread(String);

impl From<store::ReadError> for Unread {
    fn from(error: store::ReadError) -> Unread {
        Unread(error.to_string())
    }
}

/// The last input in the journal, when the last saved state comes after all of them.
fn last_input(archive: &Archive) -> Option<Input> {
    archive.last().ok().flatten().and_then(|record| decode(&record.input).ok())
}

fn json(prompt: &str, becomes: Option<&Becomes>) -> Value {
    let reply = becomes.map(|Becomes { clean, recorded }| {
        json!({
            "text": recorded.as_ref().map_or("", |recorded| recorded.thought.text.as_str()),
            "goal": clean.goal,
            "goal_fail": clean.goal_fail,
            "goal_key": clean.goal_key(),
            "intent": clean.intent,
            "intent_parse": clean.intent_parse,
            "flags": clean.flags,
            "novelty": recorded.as_ref().map(|recorded| recorded.thought.novelty),
            "convert_eligible": recorded.as_ref().is_some_and(|recorded| recorded.thought.convert_eligible),
            "source": recorded.as_ref().map(|recorded| recorded.thought.source.name()),
            "fate": recorded.as_ref().map(|recorded| &recorded.fate),
            "words": recorded.as_ref().map(|recorded| words::fate(&recorded.fate)),
        })
    });
    json!({"prompt": prompt, "reply": reply})
}
