// The page of a running agent in headless Chromium: it shows what the API says, and what is clicked happens.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { startAgent, startBrowser, until } from "./agent.js";

const SHOTS = process.env.SHOTS ?? new URL("../../../target/page-shots", import.meta.url).pathname;
const DESKTOP = { width: 1440, height: 1000 };
const PHONE = { width: 390, height: 844 };

let agent, browser, page;
const errors = [];
/** Errors of the console that a test asked for. @type {RegExp[]} */
const expected = [];
const foreign = [];

before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  agent = await startAgent("--speed", "20");
  browser = await startBrowser();
  page = await browser.newPage({ viewport: DESKTOP, colorScheme: "dark" });
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => new URL(request.url()).origin !== agent.url && !request.url().startsWith("data:") && foreign.push(request.url()));
  await page.goto(agent.url);
  await page.waitForFunction(() => document.getElementById("state")?.classList.contains("live"));
});

after(async () => {
  await browser?.close();
  await agent?.stop();
});

/** What axe finds of serious faults in the page as it is. */
async function serious() {
  const found = await page.evaluate(`(() => { const module = { exports: {} }; ${axe.source}; return (window.axe ?? module.exports).run(document, { resultTypes: ["violations"] }); })()`);
  return found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
}

const text = (id) => page.textContent(`#${id}`);
const shot = (name) => page.screenshot({ path: `${SHOTS}/${name}.png` });

test("every panel shows what the API says", async () => {
  await until("the agent is busy", async () => (await agent.get("/v1/status")).tasks.created > 0);
  await page.click("#pause");
  await until("paused", async () => (await agent.get("/v1/status")).paused);
  await until("the page and the API agree", async () => {
    const [status, tasks, upkeep, memory, talk, plan] = await Promise.all(["status", "tasks", "upkeep", "memory", "talk", "plan"].map((name) => agent.get(`/v1/${name}`)));
    const tiles = await page.locator("#bag li[data-key], #bag li[title]").count();
    const shown = await page.evaluate(() => ({
      controller: document.getElementById("controller").textContent, at: document.getElementById("at").textContent,
      tasks: document.querySelectorAll("#tasks li.open").length, metrics: document.querySelectorAll("#upkeep figure").length,
      news: document.querySelectorAll("#news li:not(.empty)").length, facts: document.querySelectorAll("#memory li:not(.empty)").length,
      key: document.getElementById("plan-key").textContent,
    }));
    return shown.controller === `${status.controller} · paused` && shown.at === status.at.join("  ") && tiles === Object.keys(status.bag).length
      && shown.tasks === tasks.open.length && shown.metrics === upkeep.metrics.length && shown.news === talk.news.length
      && shown.facts === memory.facts.length && shown.key === (plan.key ? `${plan.task}  ${plan.key}` : "");
  });
  await page.click("#pause");
  await until("going on", async () => !(await agent.get("/v1/status")).paused);
});

test("a goal given by clicking ends as a completed task", async () => {
  await page.selectOption("#goal select", "collect");
  await page.fill("#goal input[name=target]", "dirt");
  await page.fill("#goal input[name=amount]", "3");
  await page.selectOption("#speed", "200");
  await page.click("#goal button");
  await until("it is answered", async () => /taken as T\d+|has that goal/.test(await text("goal-answer")));
  await until("it is done", async () => (await agent.get("/v1/tasks")).ended.some((task) => task.key.includes("dirt") && task.status === "done"), 120_000);
  await until("the page shows it", async () => (await page.locator("#tasks li.ended:has(.dot.done)", { hasText: "dirt" }).count()) > 0);
  await page.selectOption("#speed", "20");
});

test("a line said is answered", async () => {
  await page.fill("#line", "what are you doing?");
  await page.press("#line", "Enter");
  await until("it is answered", async () => (await page.locator("#chat li.it").count()) > 0);
});

test("the map and the three-dimensional view show the world, within their bounds", async () => {
  await page.waitForTimeout(2500);
  await shot("desktop-dark");
  await page.click("#view-3d");
  const measured = await until("columns have come", async () => {
    const found = await page.evaluate(() => window.steadMeasure());
    return found.columns > 60 && found.draws > 10 ? found : null;
  });
  assert.ok(measured.draws <= 300, `${measured.draws} draw calls`);
  assert.ok((measured.bytes / measured.columns) * 200 <= 2 << 20, `${measured.bytes} bytes of meshes for ${measured.columns} columns`);
  await page.waitForTimeout(1500);
  await page.locator(".world").screenshot({ path: `${SHOTS}/world-3d.png` });
  const picture = (await page.locator("#scene").screenshot()).toString("base64");
  const colours = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const seen = new Set();
    for (let n = 0; n < data.length; n += 4) seen.add((data[n] >> 4 << 8) | (data[n + 1] >> 4 << 4) | (data[n + 2] >> 4));
    return seen.size;
  }, picture);
  assert.ok(colours > 12, `a world has many colours, not ${colours}`);
  await page.click("#view-map");
});

test("why? on a task tells its chain of reasons, and each of its actions has one", async () => {
  await page.locator("#tasks .why-button").first().click();
  await until("the chain is shown", async () => (await page.locator("#chain > li").count()) > 0);
  const of = await text("reasons-of");
  assert.match(await page.textContent("#chain > li >> nth=0"), new RegExp(`${of}.*because`, "s"));
  assert.deepEqual((await serious()).map(({ id }) => id), [], "with the dialog open");
  await page.keyboard.press("Escape");
  await until("it is closed", async () => !(await page.isVisible("#reasons")));
});

test("a structure is chosen, seen where it would stand, and a file becomes one that can be built", async () => {
  const { blueprints } = await agent.get("/v1/blueprints");
  await until("the structures are listed", async () => (await page.locator("#structures .card").count()) === blueprints.length);
  await page.click("#structures .card[data-name=watchtower]");
  assert.ok(await page.isEnabled("#build-go"));
  await page.selectOption("#build-where", "here");
  await until("it stands as a ghost", async () => (await page.evaluate(() => window.steadMeasure())).ghosts > 0);
  const file = `format = "stead-blueprint"\nversion = 1\nname = "x"\nsize = [1, 2, 1]\n[legend]\n"#" = "cobblestone"\n[[layer]]\ny = [0, 1]\nrows = ["#"]\n`;
  await page.setInputFiles("#build-file", { name: "My Post.toml", mimeType: "application/octet-stream", buffer: Buffer.from(file) });
  await until("it is listed", async () => (await page.locator("#structures .card[data-name=my_post][aria-pressed=true]").count()) === 1);
  await page.setInputFiles("#build-file", { name: "notes.schem", mimeType: "application/octet-stream", buffer: Buffer.from("no structure") });
  await until("the refusal is told", async () => (await page.getAttribute("#build-answer", "class")) === "answer bad");
  expected.push(/422/);
  await page.selectOption("#build-where", "agent");
  await page.selectOption("#speed", "200");
  await page.click("#build-go");
  // Two cells may be built between two looks.
  await until("it is undertaken", async () => {
    const { open, ended } = await agent.get("/v1/tasks");
    return [...open, ...ended].some((task) => task.key.includes("my_post"));
  });
  await until("it is a running build", async () => (await agent.get("/v1/builds")).events.some((event) => event.name === "my_post"), 120_000);
  await until("the page shows it", async () => (await page.locator("#builds > li:not(.empty)", { hasText: "my post" }).count()) > 0);
  await page.selectOption("#speed", "20");
});

test("the slider shows a past moment, in 3-D as far as it is recorded, and comes back", async () => {
  await page.click("#view-3d");
  await until("the journal has a past", async () => page.isEnabled("#slider"));
  const { from, to } = await agent.get("/v1/span");
  const wanted = Math.floor((from + to) / 2);
  // The slider learns every five seconds how far the past reaches.
  await until("the slider reaches it", () => page.evaluate((tick) => Number(/** @type {HTMLInputElement} */ (document.getElementById("slider")).max) >= tick, wanted));
  await page.evaluate((tick) => {
    const slider = document.getElementById("slider");
    slider.value = String(tick);
    slider.dispatchEvent(new Event("input"));
  }, wanted);
  await until(`the moment ${wanted} is shown`, async () => {
    const shown = Number((await text("moment")).replace(/.*tick /, "").replaceAll(",", ""));
    return shown <= wanted && wanted - shown < 8;
  });
  assert.match(await text("state"), /the past/);
  await until("its world is shown, or why not", async () => (await page.isVisible("#world-gap")) || (await page.evaluate(() => window.steadMeasure())).columns > 0);
  await page.click("#live");
  await until("live again", async () => !/the past/.test(await text("state")));
  await until("the present world is back", async () => (await page.evaluate(() => window.steadMeasure())).columns > 20);
  await page.click("#view-map");
});

test("axe finds no serious fault in dark, light and on a phone", async () => {
  for (const [theme, size] of [["dark", DESKTOP], ["light", DESKTOP], ["light", PHONE], ["dark", PHONE]]) {
    await page.setViewportSize(size);
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${SHOTS}/${size === PHONE ? "phone" : "desktop"}-${theme}.png`, fullPage: size === PHONE });
    assert.deepEqual((await serious()).map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]), [], theme);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} px too wide at ${size.width}`);
  }
  await page.setViewportSize(DESKTOP);
});

test("nothing went wrong in the browser and no request left the host", () => {
  assert.deepEqual(errors.filter((error) => !expected.some((known) => known.test(error))), []);
  assert.deepEqual(foreign, []);
});
