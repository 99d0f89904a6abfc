import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { social, type Social } from '../../packages/client/src/index.ts';

/** Somebody whose phone is elsewhere: by the API alone. */
export interface Someone {
  readonly id: string;
  readonly name: string;
  readonly api: Social;
}

export async function createSomeone(address: string, name: string): Promise<Someone> {
  const api = social({ baseUrl: `${address}/social` });
  await api.signIn({ user_id: name.toLowerCase(), name });
  const { user_id: id } = await api.get('/oauth/session');
  return { id, name, api };
}

export const viewports = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;

export interface Visitor extends Someone {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console, and requests to others than our server. */
  readonly complaints: string[];
}

/** Signed in, with the app open at an address of it. */
export async function openVisitor(
  browser: Browser,
  address: string,
  { name, path, ...options }: { readonly name: string; readonly path: string } & BrowserContextOptions,
): Promise<Visitor> {
  const someone = await createSomeone(address, name);
  const context = await browser.newContext({ locale: 'en', ...options });
  const signedIn = await context.request.post(`${address}/app/session`, {
    data: { user_id: name.toLowerCase(), name },
  });
  assert.ok(signedIn.ok(), await signedIn.text());
  await context.addInitScript(`localStorage.setItem('praca.user', '${someone.id}')`);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A browser says of every refusal that it was one, and of a lost line, too.
    if (
      message.type() === 'error' &&
      !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text())
    )
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(address))
      complaints.push(`asked ${request.url()}`);
  });
  await page.goto(address + path);
  return { ...someone, page, context, complaints };
}

/** What the page's policy forbids Playwright to look for by itself: until it is so. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await page.evaluate(expression)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`it never came to ${expression}`);
}

/** Until the browser has written down what it knows: `look` is asked of what lies under the key. */
export const untilKept = (page: Page, key: string, look: string): Promise<void> =>
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
