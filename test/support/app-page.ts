import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Somebody in front of the app. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser said or refused, and every request to somebody else. */
  readonly complaints: string[];
}

const phone = { width: 360, height: 740 };

/** Where somebody who wants to look at the pages finds them. */
const screenshots = process.env['PRACA_TEST_SCREENSHOTS'];

export async function visitApp(
  browser: Browser,
  address: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: phone, locale: 'en', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(address))
      complaints.push(`asked ${request.url()}`);
  });
  await page.goto(address + path);
  return { page, context, complaints };
}

export async function signInByName(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Whoever is new is shown around first, unless they opened a link. */
export async function skipTour(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Welcome to Praça' }).waitFor();
  const skip = page.getByRole('button', { name: 'Skip' });
  if ((await skip.count()) > 0) await skip.click();
  await page.getByRole('button', { name: 'Start' }).click();
}

export async function shoot(page: Page, name: string): Promise<void> {
  if (!screenshots) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}/${name}.png` });
}

/** All that a browser still has of somebody. */
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
