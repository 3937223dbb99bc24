// Uses VS Code in Chromium as a person would, and prints what was seen as one JSON object.
// usage: node drive.mjs SCENARIO BASE_URL FOLDER FILE OUTPUT_FOLDER   (env: CHROMIUM, STEP_MS)
import { chromium } from "playwright-core";

const [scenario, base, folder, file, output] = process.argv.slice(2);
/** Animations and selections come to rest. */
const SETTLE_MS = 500;
const seen = {};
const started = Date.now();

const context = await chromium.launchPersistentContext(`${output}/profile`, {
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  viewport: { width: 1280, height: 800 },
});
const page = context.pages()[0] ?? (await context.newPage());
page.setDefaultTimeout(Number(process.env.STEP_MS));

let shots = 0;
const say = (what) => console.error(`${((Date.now() - started) / 1000).toFixed(1)} s  ${what}`);
const shot = (name) => page.screenshot({ path: `${output}/${++shots}-${name}.png` });
const plain = (text) => text.replace(/\u00a0/g, " ");
const option = (title) =>
  page.locator(".quick-input-list .monaco-list-row").filter({ has: page.getByText(title, { exact: true }) });
const toast = (text) => page.locator(".notifications-toasts .notification-list-item", { hasText: text });
const report = (title) => page.locator(".editor-instance", { has: page.locator(`[data-uri*="${title}"]`) });
const memory = () => page.locator(`.editor-instance [data-uri$="memory.md"]`).first();

async function open() {
  const remote = JSON.stringify([["openFile", `vscode-remote://${new URL(base).host}${file}`]]);
  const query = new URLSearchParams({ folder, payload: remote });
  await page.goto(`${base}/?${query}`, { waitUntil: "domcontentloaded" });
  await page.waitForSelector(".monaco-workbench .part.statusbar");
  say("workbench");
}

async function palette(title) {
  await page.keyboard.press("F1");
  const box = page.locator(".quick-input-widget input.input");
  await box.waitFor();
  await box.fill(`>${title}`);
  await option(title).first().click(); // the first row of all may be another command that also matches
  say(`palette: ${title}`);
}

/** The rows of an editor that are in view, top down. */
async function rows(editor) {
  return editor.locator(".view-line").evaluateAll((lines) =>
    lines
      .map((line) => [Number.parseInt(line.style.top, 10), line.textContent.replace(/\u00a0/g, " ")])
      .sort((one, other) => one[0] - other[0])
      .map(([, text]) => text),
  );
}

async function until(holds, what) {
  const end = Date.now() + Number(process.env.STEP_MS);
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`never seen: ${what}`);
    await page.waitForTimeout(50);
  }
}

async function problems() {
  await palette("Problems: Focus on Problems View");
  const found = page.locator(".markers-panel-container .monaco-list-row");
  await found.first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return (await found.allInnerTexts()).map(plain);
}

/** Go to a problem in its file, and choose one of the actions there. */
async function fix(problem, title, name) {
  await page.locator(".markers-panel-container .monaco-list-row", { hasText: problem }).first().dblclick();
  await page.waitForFunction(() => document.activeElement?.closest(".editor-instance"));
  await page.waitForTimeout(SETTLE_MS); // a menu that opens while the selection still moves closes again
  const menu = page.locator(".action-widget .monaco-list-row");
  await until(async () => {
    await page.keyboard.press("Control+Period"); // lost when the editor is not listening yet
    return menu.first().waitFor({ timeout: 3000 }).then(() => true, () => false);
  }, "the menu of fixes");
  seen[`${name}Menu`] = (await menu.allInnerTexts()).map(plain);
  await shot(`${name}-menu`);
  await page.waitForTimeout(SETTLE_MS);
  await menu.filter({ hasText: title }).first().click();
  say(`chosen: ${title}`);
}

/** Run Doctor and read its report; `before` is what an open report shows until then. */
async function doctor(name, before = []) {
  await palette("Memory: Doctor");
  const document = report("doctor.md");
  const shown = async () => ((await document.count()) > 0 ? rows(document) : []);
  await until(async () => {
    const text = await shown();
    return text.length > 2 && text.join() !== before.join();
  }, "a new report");
  await page.waitForTimeout(SETTLE_MS);
  seen[name] = await shown();
  await shot(name);
}

const toMemory = () => memory().locator(".view-lines").click();

async function ask(text, answer, name) {
  const question = toast(text);
  await question.waitFor();
  await page.waitForTimeout(SETTLE_MS);
  seen[name] = plain(await question.innerText());
  await shot(name);
  await question.locator(".monaco-button", { hasText: answer }).first().click();
}

const scenarios = {
  /** Squiggles, faded notes, Problems, a merge, a move, Doctor, Clear, saved. */
  async work() {
    await open();
    await page.waitForSelector(".squiggly-warning");
    await page.waitForSelector(".squiggly-inline-unnecessary");
    await page.waitForTimeout(SETTLE_MS);
    seen.warnings = await page.locator(".squiggly-warning").count();
    seen.faded = await page.locator(".squiggly-inline-unnecessary").count();
    await shot("findings");
    seen.problems = await problems();
    await shot("problems");

    await fix("nearly says", "Merge with line 1", "merge");
    const wording = page.locator(".quick-input-widget input.input");
    await until(async () => (await wording.inputValue()).includes(";"), "the wording to change");
    seen.wording = await wording.inputValue();
    await shot("merge-wording");
    await page.keyboard.press("Enter");
    await until(async () => (await rows(memory()))[0]?.includes(";"), "a merged note");
    seen.merged = (await rows(memory())).slice(0, 3);

    await problems();
    await fix("looks like", "Move to global memory", "move");
    await until(async () => !(await rows(memory())).some((row) => row.includes("to be moved")), "a moved note");
    seen.moved = (await rows(memory())).slice(0, 3);
    await shot("moved");
    await doctor("doctor");

    await toMemory();
    await palette("Memory: Clear");
    await ask("Which memory", "project", "whichAsked");
    await ask("backup is kept", "Clear", "clearAsked");
    await until(async () => !(await rows(memory())).some((row) => row.startsWith("- ")), "a cleared memory");
    const cleared = report("clear.md");
    await until(async () => (await cleared.count()) > 0 && (await rows(cleared)).length > 2, "the report of the clearing");
    seen.cleared = await rows(cleared);
    await shot("cleared");
    await toMemory();
    await page.keyboard.press("Control+s");
    await until(async () => (await page.locator(".tab.dirty").count()) === 0, "a saved memory");
  },

  /** The trust question is answered with no; findings come; then the folder is trusted, and the server knows. */
  async trust() {
    await open();
    const dialog = page.locator(".monaco-dialog-box", { hasText: "trust the authors" });
    await dialog.waitFor();
    seen.question = plain(await dialog.innerText());
    await shot("trust-asked");
    await dialog.locator(".monaco-button", { hasText: "No" }).click();
    await page.waitForSelector(".squiggly-warning");
    seen.restricted = await page.locator(".part.statusbar", { hasText: "Restricted Mode" }).count();
    await doctor("untrusted");
    await toMemory();
    await palette("Workspaces: Manage Workspace Trust");
    const trust = page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first();
    await trust.waitFor();
    await trust.click();
    await until(
      async () => (await page.locator(".part.statusbar", { hasText: "Restricted Mode" }).count()) === 0,
      "a trusted workspace",
    );
    await shot("trust-given");
    await page.locator(".monaco-modal-editor-block .codicon-close").click();
    await toMemory();
    await doctor("trusted", seen.untrusted);
  },

  /** No server: a message with a button that leads to the setting. */
  async missing() {
    await open();
    const message = toast("not on PATH");
    await message.waitFor();
    seen.message = plain(await message.innerText());
    await shot("missing");
    await message.locator(".monaco-button", { hasText: "Open Settings" }).click();
    const setting = page.locator(".settings-editor", { hasText: "Memory" });
    await setting.waitFor();
    await page.locator(".setting-item", { hasText: "Server: Command" }).first().waitFor();
    await shot("setting");
  },
};

try {
  await scenarios[scenario]();
} catch (error) {
  seen.error = String(error).slice(0, 800);
  await shot("error").catch(() => {});
}
await context.close();
console.log(JSON.stringify(seen));
