//! The body of a run: the embedded world in this process, or one in another process.

pub mod home;
pub mod mineflayer;
mod shown;

use crate::embedded::Embedded;
use driver::{Body, BodyError};
use mind::Config;
use mind::input::Sensed;
use shown::Shown;
use vocab::build::Guarded;
use vocab::{Action, ActionId, BlockPos, Danger, Digest, Query, QueryId};
use window::Scene;

/// Any body that a run can have.
#[derive(Debug)]
pub enum AnyBody {
    Embedded(Box<Embedded>),
    Remote { body: Box<remote::Body>, shown: Option<Shown> },
}

impl AnyBody {
    pub fn embedded(body: Embedded) -> AnyBody {
        AnyBody::Embedded(Box::new(body))
    }

    pub fn remote(body: remote::Body) -> AnyBody {
        AnyBody::Remote { body: Box::new(body), shown: None }
    }

    /// Restores the embedded world from what was saved of it. A body in another process is never saved.
    pub fn restore(bytes: &[u8]) -> Result<AnyBody, BodyError> {
        Embedded::restore(bytes).map(AnyBody::embedded)
    }

    /// Hands what the body sees to the page from now on.
    pub fn show_in(&mut self, scene: Scene) {
        match self {
            AnyBody::Embedded(body) => body.show_in(scene),
            AnyBody::Remote { shown, .. } => *shown = Some(Shown::new(scene)),
        }
    }

    fn inner(&self) -> &dyn Body {
        match self {
            AnyBody::Embedded(body) => body.as_ref(),
            AnyBody::Remote { body, .. } => body.as_ref(),
        }
    }

    fn inner_mut(&mut self) -> &mut dyn Body {
        match self {
            AnyBody::Embedded(body) => body.as_mut(),
            AnyBody::Remote { body, .. } => body.as_mut(),
        }
    }
}

impl Body for AnyBody {
    fn advance(&mut self, ticks: u64) {
        self.inner_mut().advance(ticks);
    }

    fn sense(&mut self) -> Sensed {
        let sensed = self.inner_mut().sense();
        if let AnyBody::Remote { body, shown: Some(shown) } = self {
            shown.look(body.as_mut(), sensed.senses.tick);
        }
        sensed
    }

    fn act(&mut self, id: ActionId, action: &Action) {
        self.inner_mut().act(id, action);
    }

    fn cancel(&mut self, id: ActionId) {
        self.inner_mut().cancel(id);
    }

    fn beware(&mut self, dangers: &[Danger]) {
        self.inner_mut().beware(dangers);
    }

    fn guard(&mut self, cells: &[Guarded]) {
        self.inner_mut().guard(cells);
    }

    fn ask(&mut self, id: QueryId, query: &Query) {
        self.inner_mut().ask(id, query);
    }

    fn say(&mut self, text: &str) {
        self.inner_mut().say(text);
    }

    fn visit(&mut self, who: &str, at: Option<BlockPos>) {
        self.inner_mut().visit(who, at);
    }

    fn begin(&mut self, settings: &Config) {
        self.inner_mut().begin(settings);
    }

    fn stand_safe(&mut self) {
        self.inner_mut().stand_safe();
    }

    fn is_in_process(&self) -> bool {
        self.inner().is_in_process()
    }

    fn save(&self) -> Option<Vec<u8>> {
        self.inner().save()
    }

    fn digest(&self) -> Option<Digest> {
        self.inner().digest()
    }
}
