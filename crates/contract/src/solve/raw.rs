//! Names the raw material that is missing behind an item that no rule makes.

use planner::Problem;

/// Follows the game's recipes from an item that no rule makes to the raw material that is missing: a book cannot be
/// made because leather is missing. Of several missing materials it is the first by name.
pub(super) fn raw_behind(problem: &Problem, item: String) -> String {
    /// Most recipes followed in a chain; no chain of recipes in the game is that long.
    const STEPS_MAX: usize = 16;
    let has_rule = |name: &str| {
        let Some(item) = problem.item(name) else { return false };
        problem.ops.iter().any(|op| op.outputs.iter().any(|(output, _)| *output == item))
            || problem.processes.iter().any(|process| process.output == item)
    };
    let at_hand = |name: &str| problem.item(name).is_some_and(|item| problem.stock[item] > 0) || has_rule(name);
    let natural = planner::game::natural_offers();
    let mut current = item;
    for _ in 0..STEPS_MAX {
        let Some(id) = gamedata::items::named(&current) else { break };
        // A missing tool is reported itself, not its ingredients.
        let tool = gamedata::tools::of(id).is_some();
        if tool || has_rule(&current) || natural.iter().any(|offer| offer.item == id) {
            break;
        }
        let recipes = gamedata::recipes::making(id).iter().filter_map(|&number| gamedata::recipes::get(number));
        let crafted = recipes.map(|recipe| {
            let missing = recipe.ingredients().filter(|cell| !cell.iter().any(|&item| at_hand(name_of(item))));
            missing.filter_map(|cell| cell.first().map(|&item| name_of(item))).min()
        });
        let cooked = gamedata::smelting::making(id).map(|smelt| smelt.inputs.first().map(|&item| name_of(item)));
        let Some(next) = crafted.chain(cooked).flatten().find(|name| *name != current) else { break };
        current = next.to_string();
    }
    current
}

fn name_of(item: vocab::ItemId) -> &'static str {
    gamedata::items::get(item).name
}
