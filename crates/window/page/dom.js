// Small helpers for the document: finding, setting only what has changed, and keeping lists in step with data.
// @ts-check

/** The element with this id; the page has every id that is asked for. @param {string} id @returns {any} */
export function get(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Sets a text only if it differs, so that a selection and a screen reader are left alone. @param {Element} node @param {unknown} value */
export function text(node, value) {
  const next = String(value);
  if (node.textContent !== next) node.textContent = next;
}

/** Sets an attribute only if it differs. @param {Element} node @param {string} name @param {string | number | null} value */
export function attr(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * An element with attributes and children. Nothing is ever read as HTML.
 * @param {string} tag @param {Record<string, string | number | null>} [attributes] @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  return fill(node, attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** As `h`, for drawings. @param {string} tag @param {Record<string, string | number | null>} [attributes] @param {...(Node | string | null)} children @returns {SVGElement} */
export function s(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  return fill(node, attributes, children);
}

/** @template {Element} T @param {T} node @param {Record<string, string | number | null>} attributes @param {(Node | string | null)[]} children @returns {T} */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(name, String(value));
  for (const child of children) if (child !== null) node.append(child);
  return node;
}

/**
 * Keeps a list's children in step with rows: an unchanged row keeps its element, and with it focus and selection.
 * @template T @param {Element} list @param {T[]} rows @param {(row: T) => string} keyOf @param {(row: T) => Element} make @param {string} empty
 */
export function rows(list, rows, keyOf, make, empty) {
  const old = new Map(Array.from(list.children).map((child) => [/** @type {HTMLElement} */ (child).dataset.key ?? "", child]));
  /** @type {Element[]} */
  const next = rows.map((row) => {
    const key = keyOf(row);
    const kept = old.get(key);
    if (kept) return kept;
    const made = /** @type {HTMLElement} */ (make(row));
    made.dataset.key = key;
    return made;
  });
  if (next.length === 0) {
    const line = /** @type {HTMLElement} */ (old.get("empty") ?? h("li", { class: "empty" }, empty));
    line.dataset.key = "empty";
    next.push(line);
  }
  const same = next.length === list.children.length && next.every((node, n) => list.children[n] === node);
  if (same) return;
  const focused = document.activeElement;
  list.replaceChildren(...next);
  if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
}

/** Replaces the one drawing inside an element. @param {Element} node @param {Element} drawing */
export function draw(node, drawing) {
  node.replaceChildren(drawing);
}

/** Measures the width available for a drawing. @param {HTMLElement} node @param {number} least */
export function width(node, least) {
  return Math.max(least, Math.floor(node.clientWidth));
}
