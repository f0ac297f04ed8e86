//! Builds in words.

use super::place;
use building::build::{BuildEvent, End};
use building::checkpoint::Issue;
use building::repair::Exhausted;
use building::site::Unfit;
use mind::build_news::{BuildNews, Imported};
use mind::builds::Stop;
use mind::reason::Building;
use std::fmt::Write as _;

/// The purpose of an action or a pause of a build, or why it stopped.
pub fn why(building: &Building) -> String {
    match building {
        Building::Look => "what stands there?".into(),
        Building::GoThere => "to see the site".into(),
        Building::NoSiteHere => "to find a site, there is none here".into(),
        Building::Visit { cells: 1 } => "to build 1 cell".into(),
        Building::Visit { cells } => format!("to build {cells} cells"),
        Building::Materials { kinds: 1 } => "a material is short".into(),
        Building::Materials { kinds } => format!("{kinds} materials are short"),
        Building::AfterFailure => "a pause after an attempt that failed".into(),
        Building::Stopped(stop) => stopped(stop),
    }
}

fn stopped(stop: &Stop) -> String {
    match stop {
        Stop::NoBlueprint => "its blueprint is lost; hand it in again".into(),
        Stop::NoSite(unfit) => format!("there is no site: {}", unfit_words(*unfit)),
        Stop::Unseen(at) => format!("{} cannot be seen from anywhere around", place(*at)),
        Stop::TooLarge => "it is larger than can be searched at once; split it".into(),
        Stop::SiteLost => "the ground of its site was changed too often".into(),
        Stop::Repairs(why) => exhausted(*why).into(),
        Stop::Infeasible(cells) => {
            let named: Vec<String> = cells.iter().take(4).map(|at| place(*at)).collect();
            format!("{} cells can be neither reached, clicked nor held: {}", cells.len(), named.join(", "))
        }
    }
}

fn unfit_words(unfit: Unfit) -> String {
    match unfit {
        Unfit::Unseen(at) => format!("{} is not loaded, or was never seen", place(at)),
        Unfit::Liquid(at) => format!("water or lava at {}", place(at)),
        Unfit::Uneven(blocks) => format!("the ground goes up and down by {blocks} blocks"),
        Unfit::Crowded(blocks) => format!("{blocks} blocks are in the way"),
        Unfit::Built(at) => format!("something was built at {}", place(at)),
    }
}

fn exhausted(why: Exhausted) -> &'static str {
    match why {
        Exhausted::Attempts => "three attempts and a new plan did not help",
        Exhausted::Same => "the same work for the same cells has failed already",
    }
}

/// Something that happened to a build.
pub fn news(news: &BuildNews) -> String {
    let what = news.key.as_ref().unwrap_or(&news.name);
    match &news.event {
        BuildEvent::Started { modules } => format!("{what}: begun, {modules} modules"),
        BuildEvent::BuildCheckpoint { module, verified, .. } => format!("{what}: {module} stands, {verified} so far"),
        BuildEvent::Repaired { module } => format!("{what}: {module} is repaired"),
        BuildEvent::Blocked { module, deltas } => {
            let mut text = format!("{what}: {module} has to wait");
            for delta in deltas {
                let issue = match &delta.issue {
                    Issue::Invariant(finding) => super::spaced(&finding.invariant),
                    Issue::Unseen(cells) => format!("{} cells were not seen", cells.len()),
                };
                let _ = write!(text, "; {issue}");
            }
            text
        }
        BuildEvent::AwaitsMaterials { module, deficit } => {
            let short = deficit.iter().map(|(item, count)| format!("{count} {}", gamedata::items::get(item).name));
            format!("{what}: {module} needs {}", short.collect::<Vec<_>>().join(", "))
        }
        BuildEvent::Resumed { verified } => format!("{what}: goes on, {verified} modules stand"),
        BuildEvent::Finished => format!("{what}: finished"),
        BuildEvent::Ended { why } => format!("{what}: ended, {}", end(*why)),
    }
}

fn end(why: End) -> &'static str {
    match why {
        End::SiteInvalid => "its site is no longer what it was",
        End::Repairs(why) => exhausted(why),
        End::Materials => "its materials cannot be had",
    }
}

/// Why a blueprint that came with an order is refused.
pub fn imported(what: Imported) -> String {
    match what {
        Imported::Taken => "is taken".into(),
        Imported::TooLong { bytes } => {
            format!("takes {bytes} bytes packed, and at most {}; split it", building::pack::PACKED_BYTES_MAX)
        }
        Imported::Damaged => "is damaged; hand it in again".into(),
        Imported::BadName { max } => format!("needs a name of 1 to {max} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::BlockPos;

    #[test]
    fn reasons_of_builds_name_the_thing_and_the_place() {
        let at = BlockPos::new(1, 64, -3);
        for (building, words) in [
            (Building::Visit { cells: 12 }, "to build 12 cells"),
            (
                Building::Stopped(Box::new(Stop::NoSite(Unfit::Liquid(at)))),
                "there is no site: water or lava at 1 64 -3",
            ),
            (
                Building::Stopped(Box::new(Stop::Infeasible(vec![at]))),
                "1 cells can be neither reached, clicked nor held: 1 64 -3",
            ),
        ] {
            assert_eq!(why(&building), words);
        }
        let event = BuildEvent::Started { modules: 8 };
        let key = Some("cabin@1,2,3,south".into());
        let begun = BuildNews { task: None, number: 1, name: "cabin".into(), key, site: None, event };
        assert_eq!(news(&begun), "cabin@1,2,3,south: begun, 8 modules");
    }
}
