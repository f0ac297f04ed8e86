//! What a person sees of a run: a calm screen in a terminal, a line now and then elsewhere.

pub mod days;
pub mod frame;
mod lines;
pub mod news;
mod screen;
pub mod text;

use days::Days;
use driver::Speed;
use mind::effect::Publication;
use mind::status::Status;
use mind::{Effect, Mind};
use news::News;
use std::io::IsTerminal;
use vocab::Senses;

/// Everything that is shown, as of the last mind tick.
#[derive(Debug)]
pub struct Scene {
    pub seed: u64,
    pub speed: Speed,
    pub senses: Option<Senses>,
    /// What the mind last said of itself.
    pub status: Option<Status>,
    pub news: News,
    pub days: Days,
    pub trouble: Option<String>,
}

impl Scene {
    pub fn new(seed: u64, speed: Speed, days: Days) -> Scene {
        Scene { seed, speed, senses: None, status: None, news: News::default(), days, trouble: None }
    }

    pub fn take(&mut self, moment: &driver::Moment<'_>) {
        self.trouble = moment.trouble.map(String::from);
        self.senses = Some(moment.input.senses.clone());
        self.days.take(&moment.input.senses);
        if self.status.is_none() {
            self.status = moment.mind.told().cloned(); // a mind that came back says nothing twice
        }
        for effect in moment.effects {
            match effect {
                Effect::Publish(Publication::Status(status)) => self.status = Some(status.clone()),
                Effect::Trace(trace) => self.news.take(trace, self.days, &moment.input.senses, moment.mind.tasks()),
                _ => {}
            }
        }
    }
}

/// Where it is shown.
#[derive(Debug)]
pub enum View {
    Screen(screen::Screen),
    Lines(lines::Lines),
}

impl View {
    /// A screen if there is one and it is wanted.
    pub fn new(headless: bool) -> View {
        let can_draw = std::io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        if !headless && can_draw { View::Screen(screen::Screen::new()) } else { View::Lines(lines::Lines::new()) }
    }

    /// Shows the scene if it is time to.
    pub fn show(&mut self, scene: &mut Scene, mind: &Mind) {
        match self {
            View::Screen(screen) => screen.show(scene, mind),
            View::Lines(lines) => lines.show(scene),
        }
    }

    /// Shows the last of it and gives the terminal back.
    pub fn close(&mut self, scene: &mut Scene, mind: &Mind) {
        if let View::Screen(screen) = self {
            screen.close(scene, mind);
        }
    }
}
