// Makes the pictures of the README from a real run: `node pictures.js`. They show a few minutes of a new life.
import { mkdirSync } from "node:fs";
import { startAgent, startBrowser, until } from "./agent.js";

const FOLDER = new URL("../../../docs/pictures", import.meta.url).pathname;

mkdirSync(FOLDER, { recursive: true });
const agent = await startAgent("--speed", "50", "--seed", "1001");
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 940 }, colorScheme: "dark" });
await page.goto(agent.url);
await until("an afternoon with a plan", async () => {
  const [status, plan] = await Promise.all([agent.get("/v1/status"), agent.get("/v1/plan")]);
  return status.time_of_day > 5000 && status.time_of_day < 11000 && plan.ahead.length > 4;
}, 240_000);
await page.selectOption("#speed", "1");
await page.waitForTimeout(5000);
await page.screenshot({ path: `${FOLDER}/page.png` });
await page.click("#view-3d");
await page.waitForTimeout(9000);
await page.locator(".world").screenshot({ path: `${FOLDER}/world.png` });
await browser.close();
await agent.stop();
