import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

/** A folder for screenshots of the pages, for review by hand. */
const screenshots = process.env['PRACA_TEST_SCREENSHOTS'];

export async function shoot(page: Page, name: string): Promise<void> {
  if (!screenshots) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}/${name}.png` });
}

/** Polls the expression, because the page's content security policy blocks Playwright's own polling. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await page.evaluate(expression)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`the condition was never true: ${expression}`);
}

/** Waits until the focused element has this name. Without a focus it is `body`. */
export const untilFocused = (page: Page, name: string): Promise<void> =>
  until(
    page,
    `((at) => at === document.body ? 'body' : at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent)(
      document.activeElement).trim() === ${JSON.stringify(name)}`,
  );

/** Waits until the value that the browser stores under the key satisfies `look`. */
export const untilStored = (page: Page, key: string, look: string): Promise<void> =>
  until(
    page,
    `new Promise((resolve) => {
      const opening = indexedDB.open('praca-' + localStorage.getItem('praca.user'));
      opening.onsuccess = () => {
        const asking = opening.result.transaction('known').objectStore('known').get('${key}');
        asking.onsuccess = () => { opening.result.close(); resolve((${look})(asking.result)); };
      };
    })`,
  );

/** Returns, as one text, all that the browser stores about people: database, caches and local storage. */
export const readDevice = (page: Page): Promise<string> =>
  page.evaluate(`(async () => {
    const answer = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found = [Object.entries(localStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const table of database.objectStoreNames) {
        const objects = database.transaction(table).objectStore(table);
        found.push(await answer(objects.getAllKeys()), await answer(objects.getAll()));
      }
      database.close();
    }
    for (const name of (await caches.keys()).filter((name) => !name.startsWith('praca-shell-')))
      found.push((await (await caches.open(name)).keys()).map(({ url }) => url));
    return JSON.stringify(found);
  })()`);

/** Fails if another element is painted over the middle of this one. */
export async function assertNothingCovers(locator: Locator): Promise<void> {
  const isOnTop = await locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const above = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
    return above !== null && element.contains(above);
  });
  assert.ok(isOnTop, `something covers ${String(locator)}`);
}

/** Returns all personal data that a browser still stores. */
export async function lookForTraces(page: Page): Promise<Record<string, unknown>> {
  const kept = await page.evaluate(`(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
    caches: (await caches.keys()).filter((name) => !name.startsWith('praca-shell-')),
    cookie: document.cookie,
    push: (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null,
  }))()`);
  return { ...(kept as object), cookies: await page.context().cookies() };
}

export const noTraces = {
  databases: [],
  local: [],
  tab: [],
  caches: [],
  cookie: '',
  push: false,
  cookies: [],
};
