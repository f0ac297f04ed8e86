//! Requests that ask the agent for something: each becomes an order at the door and waits, bounded, for the mind's answer.

use crate::body::{self, Object};
use crate::fault::Wrong;
use crate::routes::Source;
use crate::show::word;
use crate::wire::{Answer, Build, Cancel, Goal};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use driver::door::{Answered, Refused};
use mind::builds::Facing;
use mind::effect::{CommandAnswer, OrderRefusal, StreamRefusal};
use mind::input::Order;
use std::time::Duration;
use tasks::TaskId;
use tokio::sync::oneshot;
use vocab::BlockPos;

/// Longest wait for the mind's answer to an order. The mind answers at its next tick: within 200 ms at real time,
/// plus a write to the disk. After this long the agent must be standing still.
pub const ANSWER_WAIT_MAX: Duration = Duration::from_secs(10);

pub type Given = Result<Json<Answer>, Wrong>;

pub async fn goal(State(source): State<Source>, Object(body): Object<Goal>) -> Given {
    let Goal { action, target, amount } = body;
    give(&source, Order::Goal { action, target, amount }).await
}

pub async fn cancel(State(source): State<Source>, Object(body): Object<Cancel>) -> Given {
    let digits = body.task.strip_prefix(['T', 't']).unwrap_or(&body.task);
    let Ok(task) = digits.parse().map(TaskId) else {
        let what = format!("invalid task {:?}", shortened(&body.task));
        return Err(Wrong::new(StatusCode::BAD_REQUEST, "bad_task", what, "name one as the list of tasks does: T12"));
    };
    give(&source, Order::Cancel { task }).await
}

/// Most bytes of the body of `POST /v1/builds`: a packed blueprint in hexadecimal digits, and a name.
const BUILD_BYTES_MAX: usize = 2 * 1024 * 1024 + 4 * 1024;

pub async fn build(State(source): State<Source>, request: Request) -> Given {
    let read = tokio::time::timeout(body::BODY_TIME_MAX, body::read(request.into_body(), BUILD_BYTES_MAX)).await;
    let bytes = read.map_err(|_| body::too_slow())??;
    let wrong = |what: String, way_out| Err(Wrong::new(StatusCode::BAD_REQUEST, "bad_body", what, way_out));
    let Build { name, blueprint, at, facing } = match contract::plain::read_object(&bytes) {
        Ok(build) => build,
        Err(misread) => return wrong(misread.to_string(), "send one JSON object; docs/formats.md has its fields"),
    };
    let facing = match facing.as_deref().map(|side| (side, Facing::named(side))) {
        None => None,
        Some((_, Some(side))) => Some(side),
        Some((word, None)) => {
            return wrong(format!("unknown side {:?}", shortened(word)), "name north, east, south or west");
        }
    };
    let blueprint = match blueprint.as_deref().map(from_hex) {
        None => source.library.packed(&name),
        Some(Some(bytes)) => Some(bytes),
        Some(None) => return wrong("the blueprint is not in hexadecimal digits".into(), "`stead build FILE` sends it"),
    };
    let at = at.map(|[x, y, z]| BlockPos::new(x, y, z));
    give(&source, Order::Build { name, blueprint, at, facing }).await
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

pub async fn pause(State(source): State<Source>) -> Given {
    give(&source, Order::Pause).await
}

pub async fn resume(State(source): State<Source>) -> Given {
    give(&source, Order::Resume).await
}

pub async fn reset_counters(State(source): State<Source>) -> Given {
    give(&source, Order::ResetCounters).await
}

pub async fn stop(State(source): State<Source>) -> Given {
    give(&source, Order::Stop).await
}

/// Hands an order to the mind and returns the answer as JSON with words for people.
pub async fn give(source: &Source, order: Order) -> Given {
    let Answered { id, answer } = ask(source, order).await?;
    let said = match &answer {
        CommandAnswer::Said(speeches) => speeches.iter().map(source.words.speech).collect::<Vec<_>>().join("\n"),
        answer => (source.words.answer)(answer),
    };
    let (word, task) = match &answer {
        CommandAnswer::Taken { task } => ("taken", Some(*task)),
        CommandAnswer::Joined { task, .. } => ("joined", Some(*task)),
        CommandAnswer::Managed { task, .. } => ("managed", Some(*task)),
        CommandAnswer::Done => ("done", None),
        CommandAnswer::Said(_) => ("said", None),
        CommandAnswer::Thought(_) => ("recorded", None),
        CommandAnswer::Refused(why) => return Err(refused(source, why)),
    };
    Ok(Json(Answer { command: id.0, answer: word.into(), task: task.map(|task| task.to_string()), said }))
}

/// Hands an order to the mind and waits for its answer.
pub async fn ask(source: &Source, order: Order) -> Result<Answered, Wrong> {
    let (tell, answer) = oneshot::channel();
    let told = source.door.order_then(order, move |answered| {
        let _ = tell.send(answered); // the client may have gone
    });
    told.map_err(unheard)?;
    match tokio::time::timeout(ANSWER_WAIT_MAX, answer).await {
        Ok(Ok(answered)) => Ok(answered),
        Ok(Err(_)) => Err(stopped()),
        Err(_) => Err(Wrong::new(
            StatusCode::GATEWAY_TIMEOUT,
            "no_answer",
            format!(
                "the agent has not answered within {} s; it may still do what was asked",
                ANSWER_WAIT_MAX.as_secs()
            ),
            "look at GET /v1/status: \"trouble\" says why time stands still",
        )),
    }
}

fn unheard(refused: Refused) -> Wrong {
    match refused {
        Refused::Closed => stopped(),
        Refused::Full => {
            Wrong::new(StatusCode::SERVICE_UNAVAILABLE, "busy", refused.to_string(), "try again in a moment")
        }
    }
}

/// The answer when the run ends before the answer.
pub fn stopped() -> Wrong {
    let what = "the agent stopped before it answered";
    Wrong::new(StatusCode::SERVICE_UNAVAILABLE, "stopped", what, "start it again and ask once more")
}

/// The answer to an order that the mind refused.
pub fn refused(source: &Source, why: &OrderRefusal) -> Wrong {
    const SEE_TASKS: &str = "see the open tasks (stead tasks, GET /v1/tasks)";
    let (status, way_out) = match why {
        OrderRefusal::UnknownAction { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "use one of these words"),
        OrderRefusal::UnknownTarget { .. } | OrderRefusal::CannotRepair { .. } => {
            (StatusCode::UNPROCESSABLE_ENTITY, "use a name of the game, such as oak_log")
        }
        OrderRefusal::UnknownPlace { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "name a place as x_y_z"),
        OrderRefusal::CannotBuild { .. } => {
            (StatusCode::UNPROCESSABLE_ENTITY, "ask for one of them, or send the blueprint along")
        }
        OrderRefusal::BadBlueprint { .. } => {
            (StatusCode::UNPROCESSABLE_ENTITY, "see what `stead blueprint check` says")
        }
        OrderRefusal::BadAmount { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "ask for another amount"),
        OrderRefusal::NoSuchTask { .. } | OrderRefusal::NoTaskFits { .. } => (StatusCode::NOT_FOUND, SEE_TASKS),
        OrderRefusal::Ambiguous { .. } => (StatusCode::CONFLICT, "name one of them"),
        OrderRefusal::Stream(refusal) => return unprocessed(source, why, *refusal),
        OrderRefusal::Store(_) => (StatusCode::CONFLICT, SEE_TASKS),
        OrderRefusal::Shaken => {
            (StatusCode::INTERNAL_SERVER_ERROR, "the agent goes on; `stead report` makes a file for a bug report")
        }
    };
    Wrong::new(status, &word(why), (source.words.refusal)(why), way_out)
}

/// The answer to another bot's report that was refused: the word says what that bot is to do.
fn unprocessed(source: &Source, why: &OrderRefusal, refusal: StreamRefusal) -> Wrong {
    let way_out = match refusal {
        StreamRefusal::Stale { .. } => "go on with the next envelope",
        StreamRefusal::SnapshotNeeded { .. } | StreamRefusal::WentBack { .. } => "send an envelope with a snapshot",
        StreamRefusal::LegacyOff => "send \"saliency_delta/1\", or set allow_legacy_observations = true in [thoughts]",
    };
    Wrong::new(StatusCode::CONFLICT, &word(&refusal), (source.words.refusal)(why), way_out)
}

/// The user's text as an error message repeats it, shortened because a request body may be long.
pub fn shortened(text: &str) -> String {
    /// Longest text in characters that an error message repeats: no task, name or key is longer.
    const SHOWN_CHARS: usize = 40;
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
