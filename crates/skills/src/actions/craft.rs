//! Crafts one recipe per tick, in the body's own 2×2 grid or at the station that the recipe needs.

use super::Turn;
use crate::blocks as kinds;
use crate::crafting;
use crate::limbs::{Ack, Cells, Click, Limbs, Ticket, Verdict};
use crate::me::Me;
use crate::measures::REACH;
use crate::space::MICRO;
use gamedata::recipes::{self, Recipe};
use serde::{Deserialize, Serialize};
use vocab::outcome::{Failure, Refusal};
use vocab::{BlockPos, Station};

/// Most times that one request may craft a recipe: a full bag of logs made into planks.
pub const TIMES_MAX: u16 = 2_304;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Craft {
    #[serde(with = "vocab::recipe")]
    recipe: u16,
    times: u16,
    done: u16,
    table: Option<BlockPos>,
    /// The last craft, while it waits for the world's answer.
    waits: Option<Ticket>,
}

impl Craft {
    pub(super) fn new(
        me: &Me<'_, impl Limbs>,
        number: u16,
        times: u16,
        table: Option<BlockPos>,
    ) -> Result<Craft, Refusal> {
        let recipe = recipes::get(number).ok_or(Refusal::NoRecipe)?;
        if times == 0 || times > TIMES_MAX {
            return Err(Refusal::BadRequest);
        }
        let table = table_for(me.limbs, recipe, table)?;
        crafting::check(me.inventory(), recipe, times)?;
        Ok(Craft { recipe: number, times, done: 0, table, waits: None })
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        let refused = match self.waits.take().map(|ticket| (ticket, me.limbs.verdict(ticket))) {
            Some((ticket, Verdict::Waits)) => {
                self.waits = Some(ticket);
                return Turn::Going;
            }
            Some((_, Verdict::Confirmed)) => None,
            Some((_, Verdict::Refused(refusal))) => Some(refusal),
            Some((_, Verdict::Silent)) => return Turn::Failed(Failure::Denied),
            None => match me.click(&Click::Craft { recipe: self.recipe, table: self.table }) {
                Ack::Waits(ticket) => {
                    self.waits = Some(ticket);
                    return Turn::Going;
                }
                Ack::Done => None,
                Ack::Refused(refusal) => Some(refusal),
            },
        };
        match refused {
            Some(refusal) if self.done == 0 => return Turn::Refused(refusal),
            Some(Refusal::NoRoom) => return Turn::Failed(Failure::BagFull),
            Some(_) => return Turn::Failed(Failure::Interrupted),
            None => self.done += 1,
        }
        if self.done >= self.times { Turn::Done } else { Turn::Going }
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (u32::from(self.done), u32::from(self.times))
    }
}

/// The crafting station in reach that the recipe needs: the named one, or any if none is named.
pub fn table_for(limbs: &impl Limbs, recipe: &Recipe, named: Option<BlockPos>) -> Result<Option<BlockPos>, Refusal> {
    let Some(station) = recipe.station() else { return Ok(None) };
    let pose = limbs.pose();
    let is_one =
        |at: &BlockPos| pose.reaches(*at) && limbs.cells().block(*at).and_then(kinds::station) == Some(station);
    let found = match named {
        Some(at) => Some(at).filter(is_one),
        None => around(pose.eyes().block()).find(is_one),
    };
    match (found, station) {
        (Some(at), _) => Ok(Some(at)),
        (None, Station::CraftingTable) => Err(Refusal::NoTable),
        (None, _) => Err(Refusal::NoRecipe),
    }
}

/// Every cell around the eyes that could be in reach.
fn around(eyes: BlockPos) -> impl Iterator<Item = BlockPos> {
    let reach = (REACH / MICRO) as i32 + 1;
    (-reach..=reach)
        .flat_map(move |y| (-reach..=reach).flat_map(move |z| (-reach..=reach).map(move |x| eyes.offset(x, y, z))))
}
