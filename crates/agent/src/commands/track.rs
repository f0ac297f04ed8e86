//! `stead track`: the belief engine alone, with JSON lines in and out, for other bots and for measurements.

mod read;
mod write;

use crate::say::tell;
use belief::{Bus, Config, IngestError};
use contract::plain;
use contract::stream::{BadStreamId, Envelope, StreamId, StreamWriter};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;
use vocab::Tick;
use vocab::tick::TICKS_PER_MIND_TICK;

/// Longest input line in bytes. 10,000 detections take some 600 kB.
const LINE_BYTES_MAX: usize = 8 << 20;

/// The byte order mark that some editors put before UTF-8 text.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// The last mind tick whose game tick fits into 64 bits.
const T_MAX: u64 = u64::MAX / TICKS_PER_MIND_TICK;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ignore engine ids.
    #[arg(long)]
    no_ids: bool,
    /// Print the envelopes that cognition would get, instead of the tracks and events of each tick.
    #[arg(long)]
    envelopes: bool,
    /// Hold at most this many tracks, 1 to 4096.
    #[arg(long, value_name = "N", default_value_t = belief::config::TRACK_CAP as u16,
          value_parser = clap::value_parser!(u16).range(1..=belief::config::TRACK_CAP_MAX as i64))]
    cap: u16,
    /// Report on standard error what each tick cost, refused and left out, as one JSON object per line.
    #[arg(long)]
    trace: bool,
    /// The bot's name in the stream id of envelopes.
    #[arg(long, value_name = "NAME", default_value = "stead")]
    bot: String,
    /// The number of this start in the stream id; the default is the time in milliseconds since 1970.
    #[arg(long, value_name = "N")]
    start: Option<u64>,
}

/// Why the command stopped before the end of its input.
#[derive(Debug, thiserror::Error)]
enum TrackError {
    #[error(
        "standard input, {place}: {what}; expected {{\"t\": 12, \"bot\": [x, y, z], \"d\": [[x, y, z, \"zombie\", 4711], …]}}"
    )]
    BadLine { place: String, what: String },
    #[error("standard input, line {line}: longer than {LINE_BYTES_MAX} bytes; send fewer detections a tick")]
    LongLine { line: u64 },
    #[error("invalid --bot {0:?}: give 1 to 32 letters, digits, '_', '-' or '.'")]
    BadBot(String),
    #[error("standard input cannot be read: {0}")]
    Unread(io::Error),
    #[error("cannot write to standard output: {0}")]
    Unwritten(#[from] io::Error),
}

pub fn run(args: &Args) -> ExitCode {
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    match track(args, BufReader::with_capacity(1 << 16, input), BufWriter::with_capacity(1 << 16, output)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        // The program that reads the output has closed the pipe.
        Err(TrackError::Unwritten(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error @ (TrackError::Unread(_) | TrackError::Unwritten(_))) => fail(&error, 1),
        Err(error) => fail(&error, 2),
    }
}

fn fail(error: &TrackError, code: u8) -> ExitCode {
    tell!("stead track: {error}");
    ExitCode::from(code)
}

/// Reads detections to the end of the input and prints tracks. Returns false when some ticks were refused.
fn track<R: io::Read>(args: &Args, mut input: BufReader<R>, mut output: impl Write) -> Result<bool, TrackError> {
    let mut bus = Bus::new(Config { use_ids: !args.no_ids, ..Config::with_cap(usize::from(args.cap)) });
    let id = StreamId::new(&args.bot, args.start.unwrap_or_else(start));
    let mut writer = StreamWriter::new(id.map_err(|BadStreamId(name)| TrackError::BadBot(name))?);
    let (mut text, mut out, mut detections, mut all_taken) = (Vec::new(), Vec::new(), Vec::new(), true);
    for line in 1.. {
        text.clear();
        let read = io::Read::take(&mut input, LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut text);
        let read = read.map_err(TrackError::Unread)?;
        if read == 0 {
            break;
        }
        if read > LINE_BYTES_MAX {
            return Err(TrackError::LongLine { line });
        }
        if text.trim_ascii().is_empty() {
            continue;
        }
        let line_text = if line == 1 { text.strip_prefix(MARK).unwrap_or(&text) } else { &text };
        let tick = read::line(line_text, &mut detections).map_err(|error| bad_line(line, &error))?;
        if tick.t > T_MAX {
            all_taken = false;
            refuse(&mut output, tick.t, &format!("t is more than {T_MAX}: count mind ticks, five a second"))?;
            continue;
        }
        let ingested = bus.ingest(Tick(tick.t * TICKS_PER_MIND_TICK), tick.bot, &detections);
        if let (true, Ok(ingested)) = (args.trace, &ingested) {
            tell!("{}", serde_json::json!({"t": tick.t, "trace": ingested}));
        }
        match ingested {
            Ok(_) if args.envelopes => {
                if let Some(emission) = bus.emit() {
                    envelope(&mut output, &writer.wrap(emission))?;
                }
            }
            Ok(_) => {
                out.clear();
                write::tick(&mut out, tick.t, &bus)?;
                output.write_all(&out)?;
            }
            Err(error) => {
                all_taken = false;
                refuse(&mut output, tick.t, &reason(&error))?;
            }
        }
        if input.buffer().is_empty() {
            output.flush()?; // the next read may block, so the reader gets this line now
        }
    }
    // Events held back for the next second are sent now, because no further tick follows.
    if let Some(emission) = args.envelopes.then(|| bus.flush()).flatten() {
        envelope(&mut output, &writer.wrap(emission))?;
    }
    output.flush()?;
    Ok(all_taken)
}

/// The error for an invalid input line. Each line is parsed alone, so serde knows the column and this function
/// adds the line number.
fn bad_line(line: u64, error: &serde_json::Error) -> TrackError {
    TrackError::BadLine { place: plain::place(line as usize, error.column()), what: plain::words(error) }
}

fn refuse(output: &mut impl Write, t: u64, why: &str) -> io::Result<()> {
    writeln!(output, "{}", serde_json::json!({"t": t, "refused": why}))
}

fn envelope(output: &mut impl Write, envelope: &Envelope) -> io::Result<()> {
    output.write_all(&contract::stream::encode(envelope))?;
    output.write_all(b"\n")
}

/// Why a tick of detections was refused, in words, with mind ticks as in the input.
fn reason(error: &IngestError) -> String {
    match error {
        IngestError::TickNotAfter { last, .. } => {
            let last = last.0 / TICKS_PER_MIND_TICK;
            format!("t does not come after {last}: send each tick once, in order")
        }
        IngestError::BodyOutOfWorld { .. } => {
            "bot is outside any world, or no number: send it as [x, y, z] in blocks, each within 30,000,000 of 0".into()
        }
    }
}

fn start() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> Args {
        Args { no_ids: false, envelopes: false, cap: 64, trace: false, bot: "test".into(), start: Some(1) }
    }

    fn tracked(args: &Args, input: &str) -> Result<(bool, Vec<serde_json::Value>), TrackError> {
        let mut output = Vec::new();
        let all_taken = track(args, BufReader::new(input.as_bytes()), &mut output)?;
        let lines = std::str::from_utf8(&output).unwrap().lines();
        Ok((all_taken, lines.map(|line| serde_json::from_str(line).unwrap()).collect()))
    }

    const TWICE: &str = "{\"t\":1,\"bot\":[0,64,0],\"d\":[[3.5,64,-2.25,\"zombie\",7]]}\n\
                         {\"t\":2,\"bot\":[0,64,0],\"d\":[[3.5,64,-2.25,\"zombie\",7,\"visible\"]]}\n";

    #[test]
    fn a_zombie_seen_twice_is_a_track() {
        let (all_taken, lines) = tracked(&args(), TWICE).unwrap();
        assert!(all_taken);
        assert_eq!(lines[0], serde_json::json!({"t": 1, "tracks": [], "events": []}));
        let track = serde_json::json!(["T00000000", "zombie", 3.5, 64.0, -2.25, "visible", "high"]);
        assert_eq!(lines[1]["tracks"], serde_json::json!([track]));
        assert_eq!(lines[1]["events"][0]["event_type"], "new_threat");
    }

    #[test]
    fn printed_envelopes_can_be_decoded_by_contract() {
        let (_, lines) = tracked(&Args { envelopes: true, ..args() }, TWICE).unwrap();
        let envelope = contract::stream::decode(lines[0].to_string().as_bytes()).unwrap();
        assert_eq!((envelope.seq, envelope.stream_id.bot()), (0, "test"));
        assert!(envelope.snapshot.is_some(), "the first envelope has a snapshot");
    }

    #[test]
    fn held_back_events_are_printed_at_the_end_of_the_input() {
        // The zombie's track is born in the second tick, and the next envelope would be due in the sixth.
        let (_, lines) = tracked(&Args { envelopes: true, ..args() }, TWICE).unwrap();
        let [first, last] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((&first["seq"], &first["events"]), (&serde_json::json!(0), &serde_json::json!([])));
        assert_eq!((&last["seq"], &last["events"][0]["event_type"]), (&serde_json::json!(1), &"new_threat".into()));
        let once = TWICE.lines().next().unwrap();
        let (_, lines) = tracked(&Args { envelopes: true, ..args() }, once).unwrap();
        assert_eq!(lines.len(), 1, "nothing was held back");
    }

    #[test]
    fn bad_lines_name_their_place() {
        for (input, expected) in [
            ("{\"t\":1}", "line 1"),
            ("\n{\"t\":1,\"bot\":[0,0,0],\"d\":[[1,2,3,\"cow\"]]}", "line 2"),
            ("{\"t\":1,\"bot\":[0,0,0],\"d\":[[1,2,3,\"cow\",null,\"visible\",1]]}", "line 1"),
            ("{\"t\":1,\"bot\":[0,0,0],\"d\":[],\"x\":1}", "unknown field `x`"),
            ("{\"t\":1,\"bot\":[0,0,0],\"d\":[[1e999,2,3,\"cow\",null]]}", "line 1"),
            ("{\"t\":-1,\"bot\":[0,0,0],\"d\":[]}", "line 1"),
            ("{\"t\":1,\"bot\":null,\"d\":[]}", "line 1, column 17: bot is null: send where the body is"),
            ("\u{0}", "line 1, column 1: not valid JSON here"),
            ("[]", "line 1: invalid type: sequence, expected an object with t, bot and d; expected {\"t\": 12"),
            ("\n{\"t\":\"x\"}", "line 2, column 8: invalid type: string \"x\", expected u64;"),
            ("{\"t\":1,\"bot\":[\"x\",0,0],\"d\":[]}", "invalid type: string \"x\", expected f64;"),
            ("{\"t\":1,\"bot\":[0,0],\"d\":[]}", "invalid length 2, expected an array of length 3;"),
            (
                "{\"t\":1,\"bot\":[0,0,0],\"d\":[[1,2,3,\"cow\",null,\"seen\"]]}",
                "unknown variant `seen`, expected one of `visible`",
            ),
        ] {
            let error = tracked(&args(), input).unwrap_err().to_string();
            assert!(error.contains(expected), "{input}: {error}");
        }
    }

    #[test]
    fn ticks_in_wrong_order_and_bodies_outside_the_world_are_refused_and_later_ticks_are_read() {
        let input = "{\"t\":2,\"bot\":[0,64,0],\"d\":[]}\n{\"t\":1,\"bot\":[0,64,0],\"d\":[]}\n\
                     {\"t\":3,\"bot\":[null,64,0],\"d\":[]}\n{\"t\":4,\"bot\":[0,64,0],\"d\":[[1e300,0,0,\"cow\",1]]}\n";
        let (all_taken, lines) = tracked(&args(), input).unwrap();
        assert!(!all_taken);
        assert!(lines[1]["refused"].as_str().unwrap().contains("does not come after"));
        assert!(lines[2]["refused"].as_str().unwrap().contains("outside any world"));
        assert_eq!(lines[3], serde_json::json!({"t": 4, "tracks": [], "events": []}));
    }

    #[test]
    fn ticks_beyond_the_largest_are_refused_and_the_largest_is_accepted() {
        let line = |t: u64| format!("{{\"t\":{t},\"bot\":[0,64,0],\"d\":[]}}\n");
        let (all_taken, lines) = tracked(&args(), &[line(u64::MAX), line(T_MAX + 1), line(T_MAX)].concat()).unwrap();
        assert!(!all_taken);
        for (line, refused) in lines.iter().zip([true, true, false]) {
            assert_eq!(
                line["refused"].as_str().is_some_and(|why| why.starts_with("t is more than")),
                refused,
                "{line}"
            );
        }
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_skipped() {
        let (all_taken, lines) = tracked(&args(), &format!("\u{feff}{TWICE}")).unwrap();
        assert_eq!((all_taken, lines.len()), (true, 2));
    }

    #[test]
    fn an_invalid_bot_name_is_refused() {
        for bot in ["", "a b", &"x".repeat(33)] {
            let error = tracked(&Args { bot: bot.into(), ..args() }, "").unwrap_err().to_string();
            assert!(error.starts_with(&format!("invalid --bot {bot:?}")), "{error}");
        }
    }
}
