//! Without a terminal: a line now and then on standard error, and one for each piece of news.

use crate::say::tell;
use crate::view::Scene;
use crate::view::text::{clock, number};
use std::time::{Duration, Instant};

/// Often enough to see that it lives, seldom enough for a log of weeks.
const LINE_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Lines {
    said: Instant,
    standing: bool,
}

impl Lines {
    pub fn new() -> Lines {
        Lines { said: Instant::now(), standing: false }
    }

    pub fn show(&mut self, scene: &mut Scene) {
        match (&scene.trouble, self.standing) {
            (Some(why), false) => tell!("stead: standing safe, time stands still: {why}"),
            (None, true) => tell!("stead: going on"),
            _ => {}
        }
        self.standing = scene.trouble.is_some();
        let due = self.said.elapsed() >= LINE_EVERY;
        if due || scene.news.is_pressing() {
            scene.news.unread().for_each(|news| tell!("{news}"));
        }
        if !due {
            return;
        }
        self.said = Instant::now();
        let Some(senses) = &scene.senses else { return };
        let vitals = senses.vitals.map(|vitals| format!("health {} food {}", vitals.health, vitals.food));
        let doing = scene.status.as_ref().map(|status| format!("{}: {}", status.doing, status.why));
        tell!(
            "day {} {}  tick {:>6}  {}  {}",
            scene.days.at(senses.tick),
            clock(senses.surroundings.time_of_day),
            number(senses.tick.0),
            vitals.unwrap_or_default(),
            doing.unwrap_or_default()
        );
    }
}
