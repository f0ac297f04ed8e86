// Makes the pictures of the README from a real run: `node pictures.js`. They show a few minutes of a new life.
import { mkdirSync, writeFileSync } from "node:fs";
import gifenc from "gifenc";
import { PNG } from "pngjs";
import { startAgent, startBrowser, until } from "./agent.js";

const FOLDER = new URL("../../../docs/pictures", import.meta.url).pathname;
/** The animated picture: its width, its number of frames and the time between two, while time in the game passes five times as fast. */
const WIDE = 640;
const FRAMES = 36;
const FRAME_MS = 200;

const { GIFEncoder, applyPalette, quantize } = gifenc;

mkdirSync(FOLDER, { recursive: true });
const agent = await startAgent("--speed", "50", "--seed", "1001");
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 940 }, colorScheme: "dark" });
page.setDefaultTimeout(240_000);
await page.goto(agent.url);
await until("an afternoon with a plan", async () => {
  const [status, plan] = await Promise.all([agent.get("/v1/status"), agent.get("/v1/plan")]);
  return status.time_of_day > 2500 && status.time_of_day < 10500 && plan.ahead.length > 4;
}, 240_000);
await page.selectOption("#speed", "1");
await page.waitForTimeout(5000);
await page.screenshot({ path: `${FOLDER}/page.png` });
await page.click("#view-3d");
await page.waitForTimeout(9000);
const world = page.locator(".world");
await world.screenshot({ path: `${FOLDER}/world.png` });

await page.selectOption("#speed", "5");
await page.selectOption("#camera", "orbit");
const gif = GIFEncoder();
for (let n = 0; n < FRAMES; n += 1) {
  const { width, height, data } = smaller(PNG.sync.read(await world.screenshot()), WIDE);
  // One palette of colours for all frames would be smaller, but night and day differ.
  const palette = quantize(data, 128);
  gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: FRAME_MS });
  await page.waitForTimeout(FRAME_MS);
}
gif.finish();
writeFileSync(`${FOLDER}/world.gif`, gif.bytes());
await browser.close();
await agent.stop();

/** A picture made smaller: each pixel is the mean of those that it covers. @param {PNG} png @param {number} wide */
function smaller(png, wide) {
  const scale = png.width / wide;
  const high = Math.floor(png.height / scale);
  const data = new Uint8Array(wide * high * 4);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [sum, from, to] = [[0, 0, 0], [Math.floor(x * scale), Math.floor(y * scale)], [Math.ceil((x + 1) * scale), Math.ceil((y + 1) * scale)]];
      let count = 0;
      for (let v = from[1]; v < Math.min(to[1], png.height); v += 1) {
        for (let u = from[0]; u < Math.min(to[0], png.width); u += 1, count += 1) {
          for (let part = 0; part < 3; part += 1) sum[part] += png.data[(v * png.width + u) * 4 + part];
        }
      }
      for (let part = 0; part < 3; part += 1) data[(y * wide + x) * 4 + part] = sum[part] / count;
      data[(y * wide + x) * 4 + 3] = 255;
    }
  }
  return { width: wide, height: high, data };
}
