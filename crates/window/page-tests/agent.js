// Starts an agent of its own in a directory of its own, and a headless browser on its page.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const STEAD = process.env.STEAD ?? new URL("../../../target/debug/stead", import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const START_MS = 60_000;

/** Starts `stead run` and waits until its page is named. */
export async function startAgent(...more) {
  const dir = mkdtempSync(join(tmpdir(), "stead-page-"));
  const child = spawn(STEAD, ["run", "--headless", "--data", join(dir, "data"), "--listen", "127.0.0.1:0", ...more], { cwd: dir, stdio: ["ignore", "ignore", "pipe"] });
  const told = [];
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no page was named:\n${told.join("\n")}`)), START_MS);
    createInterface({ input: child.stderr }).on("line", (line) => {
      told.push(line);
      const found = line.match(/the page is at (http:\/\/\S+)/);
      if (found) clearTimeout(late), resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`stead ended with ${code}:\n${told.join("\n")}`)));
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  return { url, dir: join(dir, "data"), stop, get: (path) => fetch(url + path).then((answer) => answer.json()) };
}

/** A headless browser without background traffic, with WebGL 2 in software. */
export function startBrowser() {
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args });
}

/** Waits until `check` gives something; asks a few times a second. */
export async function until(what, check, ms = 60_000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`still not: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
