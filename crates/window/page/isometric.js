// A small picture of a structure: its rectangles drawn from above and aside, the farthest first.
// @ts-check

const SIDE_LIGHT = [1, 0.5, 0.62, 0.82, 0.68, 0.92];

/**
 * Draws the rectangles of `/v1/blueprints/mesh` onto a canvas.
 * @param {HTMLCanvasElement} canvas @param {DataView} view
 */
export function drawStructure(canvas, view) {
  const faces = read(view);
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = Math.min(2, devicePixelRatio);
  const [wide, high] = [canvas.clientWidth || 96, canvas.clientHeight || 72];
  [canvas.width, canvas.height] = [wide * ratio, high * ratio];
  const flat = (/** @type {number[]} */ [x, y, z]) => [(x - z) * 0.866, (x + z) * 0.5 - y];
  const corners = faces.flatMap((face) => face.corners.map(flat));
  const [left, right] = [Math.min(...corners.map((at) => at[0])), Math.max(...corners.map((at) => at[0]))];
  const [top, bottom] = [Math.min(...corners.map((at) => at[1])), Math.max(...corners.map((at) => at[1]))];
  const scale = Math.min((wide - 6) / Math.max(1, right - left), (high - 6) / Math.max(1, bottom - top)) * ratio;
  context.setTransform(scale, 0, 0, scale, (wide * ratio) / 2 - (scale * (left + right)) / 2, (high * ratio) / 2 - (scale * (top + bottom)) / 2);
  context.clearRect(left - 99, top - 99, right - left + 198, bottom - top + 198);
  faces.sort((a, b) => a.depth - b.depth);
  for (const { corners, colour, light, clear } of faces) {
    context.beginPath();
    for (const corner of corners) context.lineTo(...(/** @type {[number, number]} */ (flat(corner))));
    context.closePath();
    context.globalAlpha = clear ? 0.6 : 1;
    context.fillStyle = context.strokeStyle = `rgb(${colour.map((part) => Math.round(part * light)).join(" ")})`;
    context.lineWidth = 0.5 / scale;
    context.fill();
    context.stroke();
  }
}

/** The faces that are seen from above, south and east. @param {DataView} view */
function read(view) {
  const faces = [];
  for (let at = 8; at < view.byteLength; ) {
    const [cx, cz] = [view.getInt32(at, true) * 16, view.getInt32(at + 4, true) * 16];
    const [solid, clear] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
    at += 16;
    for (let n = 0; n < solid + clear; n += 1, at += 8) {
      const [word, paint] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      const side = (word >> 17) & 7;
      if (side !== 0 && side !== 3 && side !== 5) continue;
      const [x, y, z] = [cx + (word & 15), ((word >> 8) & 511) - 64, cz + ((word >> 4) & 15)];
      const [u, v] = [((word >>> 24) & 15) + 1, ((word >>> 20) & 15) + 1];
      const form = paint >>> 24;
      const tall = form === 5 ? 0.5 : form === 6 ? 0.07 : 1;
      const corners = side === 0 ? [[x, y + tall, z], [x + u, y + tall, z], [x + u, y + tall, z + v], [x, y + tall, z + v]]
        : side === 3 ? [[x, y, z + 1], [x + u, y, z + 1], [x + u, y + v * tall, z + 1], [x, y + v * tall, z + 1]]
        : [[x + 1, y, z], [x + 1, y, z + u], [x + 1, y + v * tall, z + u], [x + 1, y + v * tall, z]];
      const depth = corners.reduce((sum, [a, b, c]) => sum + a + b + c, 0) / 4;
      faces.push({ corners, depth, light: SIDE_LIGHT[side], clear: n >= solid, colour: [(paint >> 16) & 255, (paint >> 8) & 255, paint & 255] });
    }
  }
  return faces;
}
