// Pictures of items and blocks, drawn from a table of colours of our own. No game picture is used.
// @ts-check
import { s } from "./dom.js";

/** Colours by a part of the name; the first that fits counts. @type {[RegExp, string][]} */
const COLOURS = [
  [/diamond/, "#5fd9d3"], [/emerald/, "#37c86b"], [/lapis/, "#3a62c4"], [/redstone/, "#d2382c"], [/netherite/, "#5b5157"],
  [/gold/, "#f0c646"], [/copper/, "#cf7a54"], [/raw_iron/, "#c9a183"], [/iron/, "#d5d8da"], [/coal|charcoal/, "#3d4148"], [/flint/, "#565b63"],
  [/birch/, "#d8c48f"], [/spruce/, "#7a5836"], [/dark_oak/, "#5a3c20"], [/jungle/, "#a9774f"], [/acacia/, "#b5633c"], [/cherry/, "#e5b3b0"], [/mangrove/, "#8a3b38"], [/oak|crafting_table|chest|stick|wooden|bowl|barrel|ladder/, "#b08b54"],
  [/cobble|stone|furnace|andesite|smoker/, "#8b9196"], [/deepslate/, "#595d66"], [/diorite|quartz/, "#d6d6d2"], [/granite/, "#a3705d"], [/obsidian/, "#3b2a55"],
  [/grass|leaves|sapling|fern|vine|moss/, "#63a647"], [/dirt|farmland|podzol|mud/, "#8c6140"], [/sand/, "#dccf9c"], [/gravel/, "#8f8885"], [/clay/, "#9aa3b3"], [/snow|ice/, "#e6f2f7"],
  [/water|boat/, "#4b86d8"], [/lava|fire|torch|blaze|lantern/, "#f08b2c"], [/wheat|bread|hay/, "#d8b24a"], [/apple|beet|poppy|melon/, "#d2493f"], [/carrot/, "#ec8b2e"], [/potato/, "#cfa85b"], [/seeds/, "#7fae43"], [/dandelion/, "#ecd23f"],
  [/beef|pork|mutton|rabbit|chicken|cod|salmon|meat/, "#c96f57"], [/rotten/, "#9c6a45"], [/bone/, "#e4e1cf"], [/string|wool|feather|paper|egg/, "#e7e6df"], [/leather/, "#a4623a"], [/gunpowder/, "#6c6c6c"], [/arrow/, "#b7a98e"], [/slime/, "#7ec96b"], [/pearl/, "#2a8f7d"],
];

/** The colour of an item or block. @param {string} name */
export function colour(name) {
  const found = COLOURS.find(([part]) => part.test(name));
  if (found) return found[1];
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return `hsl(${hash % 360} 32% 55%)`;
}

/** @param {string} name @param {number} by from -1 (black) to 1 (white) */
function shade(name, by) {
  return `color-mix(in srgb, ${colour(name)} ${100 - Math.abs(by) * 100}%, ${by < 0 ? "#000" : "#fff"})`;
}

const WOOD = "#9a7443";
/** Outlines of things that are no blocks, on a square of 24. @type {[RegExp, (name: string) => [string, string][]][]} */
const SHAPES = [
  [/_pickaxe$/, (n) => [["M6 20 15 9l1.5 1.5L8 22z", WOOD], ["M5 8c4-5 11-5 15 1l-2 2c-3-5-8-6-13-3z", colour(n)]]],
  [/_axe$/, (n) => [["M7 22 16 6l2 1L9 22z", WOOD], ["M12 3c4-2 8 1 9 6l-7 1-3-3z", colour(n)]]],
  [/_shovel$/, (n) => [["M5 21 14 12l1.5 1.5L7 22z", WOOD], ["M13 8c2-5 6-6 8-5s0 6-5 8z", colour(n)]]],
  [/_hoe$/, (n) => [["M6 21 15 8l2 1L8 22z", WOOD], ["M11 4h8l2 4-5-1-6 1z", colour(n)]]],
  [/_sword$/, (n) => [["M20 3l1 1-10 13-3-3z", colour(n)], ["M5 13l6 6-2 1-2-2-3 3-1-1 3-3-2-2z", WOOD]]],
  [/^stick$/, () => [["M6 20 17 4l2 1.5L8 21.5z", WOOD]]],
  [/torch$/, () => [["M11 10h3v11h-3z", WOOD], ["M10 5h5l-1 6h-3z", "#ffb547"], ["M11.3 3.5h2.4l.6 4h-3.6z", "#ffe7a0"]]],
  [/_ingot$|_nugget$|^brick$/, (n) => [["M3 16l4-6h10l4 6-3 3H6z", colour(n)], ["M7 10h10l1.5 3h-13z", shade(n, 0.3)]]],
  [/_door$/, (n) => [["M7 2h10v20H7z", colour(n)], ["M9 4h6v5H9z", shade(n, -0.3)]]],
  [/^raw_|coal$|charcoal|diamond$|emerald$|lapis_lazuli|redstone$|flint$|gunpowder|slime_ball|pearl|clay_ball/, (n) => [["M12 3l7 5-1 9-6 4-7-4-1-8z", colour(n)], ["M12 3l7 5-6 3-7-2z", shade(n, 0.25)]]],
  [/apple|beetroot$|potato|carrot|melon_slice|berries/, (n) => [["M12 7c5-3 8 1 7 7-1 5-4 7-7 7s-6-2-7-7c-1-6 2-10 7-7z", colour(n)], ["M12 7c0-3 2-4 4-4 0 2-1 4-4 4z", "#5f9e3f"]]],
  [/beef|pork|mutton|rabbit|chicken$|cod|salmon|rotten/, (n) => [["M5 13c0-6 6-9 11-7 5 3 3 11-2 13-5 1-9-1-9-6z", colour(n)], ["M9 11c2-3 5-3 7-1-1 3-5 4-7 1z", shade(n, 0.35)]]],
  [/bread|wheat$|cookie|seeds/, (n) => [["M3 14c2-6 14-11 18-6 1 5-9 11-15 11-2 0-4-2-3-5z", colour(n)], ["M8 12l2 2M12 10l2 2M16 8l1.5 2", shade(n, -0.3)]]],
  [/helmet|chestplate|leggings|boots/, (n) => [["M5 4h5l2 2 2-2h5v7h-3v9H8v-9H5z", colour(n)]]],
  [/bucket/, (n) => [["M5 8h14l-2 13H7z", "#c9ced2"], ["M6 8h12l-.5 4h-11z", /water|milk|lava/.test(n) ? colour(n) : "#9fa6ab"]]],
  [/arrow|bow$|string|feather|bone|leather|egg|paper|book|sugar|shears|flint_and_steel|shield|_dye|spider_eye|map|compass/, (n) => [["M4 18C6 8 13 4 20 4c0 7-5 13-14 15l-2 2z", colour(n)]]],
  [/sapling|dandelion|poppy|tulip|fern|short_grass|mushroom|_flower|azure|allium|cornflower/, (n) => [["M11 12h2v10h-2z", "#5f9e3f"], ["M12 3c5 0 7 4 5 8-2 3-8 3-10 0-2-4 0-8 5-8z", colour(n)]]],
];

/** A picture of an item: a tool or thing as its outline, everything else as a block. @param {string} name @returns {SVGElement} */
export function icon(name) {
  const shape = SHAPES.find(([part]) => part.test(name));
  const parts = shape
    ? shape[1](name).map(([d, fill]) => s("path", { d, fill, stroke: "#0004", "stroke-width": 0.6 }))
    : [s("path", { d: "M12 2 21 7 12 12 3 7z", fill: shade(name, 0.16) }), s("path", { d: "M3 7 12 12v10L3 17z", fill: shade(name, -0.06) }), s("path", { d: "M21 7 12 12v10l9-5z", fill: shade(name, -0.24) }), ...spots(name)];
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...parts);
}

/** Ore has spots of what is in it. @param {string} name */
function spots(name) {
  if (!name.endsWith("_ore")) return [];
  const stone = s("path", { d: "M12 2 21 7v10l-9 5-9-5V7z", fill: name.startsWith("deepslate") ? "#595d66" : "#8b9196" });
  const shadow = s("path", { d: "M21 7 12 12v10l9-5z", fill: "#0003" });
  return [stone, shadow, ...[[8, 6], [14, 6.4], [6, 12], [9.5, 16], [15, 15], [18.5, 11.5]].map(([cx, cy]) => s("rect", { x: cx - 1.2, y: cy - 1.2, width: 2.4, height: 2.4, fill: colour(name) }))];
}

const HEART = "M12 21 3.5 12.2C.6 9 2 4 6.2 4c2.5 0 4.3 1.5 5.8 3.6C13.5 5.5 15.3 4 17.8 4 22 4 23.4 9 20.5 12.2z";
const LEG = "M4 9c0-5 9-7 12-3 2 3 1 7-2 8-2 1-4 1-6 3l-3 3-2 0 0-2 2-2c-1-2-1-4-1-7z";

/** Ten pips for a level of twenty half points. @param {"heart" | "leg"} kind @param {number | null} level */
export function pips(kind, level) {
  const path = kind === "heart" ? HEART : LEG;
  return Array.from({ length: 10 }, (_, n) => {
    const share = level === null ? 0 : Math.max(0, Math.min(2, level - 2 * n)) / 2;
    const full = kind === "heart" ? "var(--bad)" : "var(--warn)";
    const half = s("path", { d: path, fill: full, "clip-path": "inset(0 50% 0 0)" });
    return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path, fill: "var(--line)" }), share === 1 ? s("path", { d: path, fill: full }) : share > 0 ? half : null);
  });
}
