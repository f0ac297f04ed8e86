//! The steps from each layout to the next, for changes that names and defaults do not cover. CONTRIBUTING.md says when
//! a layout needs one.

use crate::lasting::{Description, from_16, from_17};

/// Changes the description of one layout so that its bytes are read as the next layout means them: it gives fields and
/// rows the names that they have there.
pub type Step = fn(&mut Description);

/// The layouts that need a step, oldest first, each with the file that has it.
pub const STEPS: &[(u32, Step)] = &[(16, from_16::step), (17, from_17::step)];

/// Applies every step that a life of `layout` has not seen yet.
pub fn apply(steps: &[(u32, Step)], layout: u32, description: &mut Description) {
    for (_, step) in steps.iter().filter(|(from, _)| *from >= layout) {
        step(description);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rename(description: &mut Description, from: &str, to: &str) {
        for name in &mut description.palettes.get_mut("BlockId").unwrap().names {
            *name = name.replace(from, to);
        }
    }

    #[test]
    fn a_life_goes_through_every_step_from_its_own_layout_on() {
        let steps: [(u32, Step); 2] = [(5, |it| rename(it, "dirt", "soil")), (7, |it| rename(it, "soil", "loam"))];
        for (layout, name) in [(4, "loam"), (5, "loam"), (6, "dirt"), (8, "dirt")] {
            let mut description = Description::of_today().unwrap();
            description.palettes.get_mut("BlockId").unwrap().names = vec!["dirt".into()];
            apply(&steps, layout, &mut description);
            assert_eq!(description.palettes["BlockId"].names, [name], "layout {layout}");
        }
    }
}
