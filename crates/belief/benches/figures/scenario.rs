//! Reads the tracking scenarios: detections and ground truth as JSON lines.

use super::scorer::Object;
use belief::{Detection, Sight};
use serde_json::Value;
use std::path::Path;
use vocab::{FinePos, Name};

/// What the body saw at one moment of a scenario, and what was really there.
#[derive(Debug)]
pub struct Look {
    pub body: FinePos,
    pub detections: Vec<Detection>,
    /// The entities that really were in sight.
    pub truth: Vec<Object>,
}

fn fine(value: &Value) -> i64 {
    (value.as_f64().expect("a coordinate") * 1_000.0).round() as i64
}

fn place(values: &[Value]) -> FinePos {
    FinePos::new(fine(&values[0]), fine(&values[1]), fine(&values[2]))
}

fn detection(row: &Value) -> Detection {
    let row = row.as_array().expect("a detection");
    Detection {
        at: place(row),
        kind: Name::new(row[3].as_str().expect("a kind")),
        sight: Sight::Visible,
        engine_id: row[4].as_u64(),
        velocity: None,
    }
}

fn entity(row: &Value) -> Option<Object> {
    let row = row.as_array().expect("an entity");
    let at = [2, 3, 4].map(|index| row[index].as_f64().expect("a coordinate"));
    (row[5] == 1).then(|| (row[0].as_u64().expect("an id"), at))
}

/// Reads a scenario: the detections from `NAME.det.jsonl` and the truth from `NAME.gt.jsonl`.
pub fn read(dir: &Path, name: &str) -> std::io::Result<Vec<Look>> {
    let lines = |suffix: &str| std::fs::read_to_string(dir.join(format!("{name}.{suffix}.jsonl")));
    let (detected, truth) = (lines("det")?, lines("gt")?);
    let look = |(detected, truth): (&str, &str)| {
        let detected: Value = serde_json::from_str(detected).expect("a line of detections");
        let truth: Value = serde_json::from_str(truth).expect("a line of ground truth");
        Look {
            body: place(detected["bot"].as_array().expect("the body's place")),
            detections: detected["d"].as_array().expect("detections").iter().map(detection).collect(),
            truth: truth["g"].as_array().expect("entities").iter().filter_map(entity).collect(),
        }
    };
    Ok(detected.lines().zip(truth.lines()).map(look).collect())
}
