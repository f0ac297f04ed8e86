//! MOTA and IDF1 on the scenarios of `fixtures/tracking/`, which its generator makes from seeds (Python with numpy).

use crate::scenario::{self, Look};
use crate::scorer::{Object, Score};
use belief::{Bus, Config};
use figures::{Asked, Sheet};
use std::path::{Path, PathBuf};
use std::process::Command;
use vocab::{Tick, Visibility};

const TICKS: u64 = 3_000;

/// Tracking scenarios: number of entities, number of seeds, cap on tracks, and the IDF1 score that is asked without and
/// with engine ids.
const SETS: [(usize, u64, usize, f64, f64); 3] =
    [(5, 12, 64, 0.63, 0.82), (15, 12, 64, 0.63, 0.80), (64, 6, 64, 0.55, 0.78)];
/// The tracking scenario with the most entities: number of entities, number of seeds, cap on tracks.
const CROWD: (usize, u64, usize) = (256, 3, 512);
/// IDF1 score asked of the largest scenario without engine ids: ADR 27 explains why no tracker gets much higher.
const CROWD_IDF1_WITHOUT_IDS: f64 = 0.57;
/// With engine ids the largest scenario may score this much less IDF1 than the one with 64 entities.
const CROWD_LOSS_WITH_IDS: f64 = 0.10;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/tracking")
}

/// Reads a tracking scenario, which is generated unless it exists; scenarios are kept in the target directory.
fn scenario(entities: usize, seed: u64) -> Result<Vec<Look>, String> {
    let python = std::env::var("STEAD_PYTHON").unwrap_or_else(|_| "python3".into());
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tracking");
    let name = format!("mc{entities:03}_s{seed}");
    // The generator writes this file last, so an incomplete scenario is generated again.
    if !dir.join(format!("{name}.meta.json")).exists() {
        std::fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        let args = [entities.to_string(), seed.to_string(), TICKS.to_string()];
        let ran = Command::new(&python).arg(fixtures().join("gen_mc.py")).args(args).arg(&dir).output();
        let failed = |why: String| {
            format!(
                "The tracking scenarios could not be made with {python:?}: {why}\nThey need Python 3 with numpy:\n  \
                 python3 -m venv .venv && .venv/bin/pip install numpy && export STEAD_PYTHON=$PWD/.venv/bin/python\n\
                 The other figures: cargo bench -p belief --bench figures -- speed silence consumer reaction"
            )
        };
        let ran = ran.map_err(|error| failed(error.to_string()))?;
        if !ran.status.success() {
            return Err(failed(
                String::from_utf8_lossy(&ran.stderr).lines().last().unwrap_or("no reason given").into(),
            ));
        }
    }
    scenario::read(&dir, &name).map_err(|error| format!("{name}: {error}"))
}

fn score(looks: &[Look], cap: usize, use_ids: bool) -> Score {
    let mut bus = Bus::new(Config { use_ids, ..Config::with_cap(cap) });
    let mut score = Score::default();
    for (look, t) in looks.iter().zip(0u64..) {
        bus.ingest(Tick(t * 4), look.body, &look.detections).expect("ticks are in order");
        let blocks = |v: i64| v as f64 / 1_000.0;
        let visible = bus.tracks().filter(|track| track.visibility == Visibility::Visible);
        let tracks: Vec<Object> = visible
            .map(|track| (track.id.0, track.at(bus.now())))
            .map(|(id, at)| (id, [blocks(at.x), blocks(at.y), blocks(at.z)]))
            .collect();
        score.frame(&look.truth, &tracks);
    }
    score
}

/// Mean IDF1 and MOTA (tracking scores) over seeds, without and with engine ids.
fn means(entities: usize, seeds: u64, cap: usize) -> Result<[(f64, f64); 2], String> {
    let mut sums = [(0.0, 0.0); 2];
    for seed in 1..=seeds {
        let looks = scenario(entities, seed)?;
        for (sum, use_ids) in sums.iter_mut().zip([false, true]) {
            let score = score(&looks, cap, use_ids);
            *sum = (sum.0 + score.idf1(), sum.1 + score.mota());
        }
    }
    Ok(sums.map(|(idf1, mota)| (idf1 / seeds as f64, mota / seeds as f64)))
}

pub fn figures(sheet: &mut Sheet) -> Result<(), String> {
    let mut at_64 = [0.0; 2];
    for (entities, seeds, cap, without, with) in SETS {
        let means = means(entities, seeds, cap)?;
        for (index, asked) in [without, with].into_iter().enumerate() {
            let ids = ["without ids", "with ids"][index];
            sheet.figure(&format!("IDF1, {entities} entities, {ids}"), "", Asked::AtLeast(asked), means[index].0);
            sheet.figure(&format!("MOTA, {entities} entities, {ids}"), "", Asked::AtLeast(0.95), means[index].1);
        }
        at_64 = means.map(|(idf1, _)| idf1);
    }
    let (entities, seeds, cap) = CROWD;
    let means = means(entities, seeds, cap)?;
    let asked =
        [(Asked::AtLeast(CROWD_IDF1_WITHOUT_IDS), Asked::Told), (Asked::Told, Asked::AtMost(CROWD_LOSS_WITH_IDS))];
    for (index, ids) in ["without ids", "with ids"].into_iter().enumerate() {
        let (idf1_asked, loss_asked) = asked[index];
        sheet.figure(&format!("IDF1, {entities} entities, cap {cap}, {ids}"), "", idf1_asked, means[index].0);
        let lost = at_64[index] - means[index].0;
        sheet.figure(&format!("IDF1 lost from 64 to {entities} entities, {ids}"), "", loss_asked, lost);
    }
    Ok(())
}
