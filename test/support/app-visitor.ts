import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { social, type Social } from '../../packages/client/src/index.ts';

export const viewports = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;

/** A browser page at the app, signed in or not. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, failed requests, native dialogues and requests to other hosts. */
  readonly complaints: string[];
}

export async function visitApp(
  browser: Browser,
  address: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: viewports.phone, locale: 'en', ...options });
  return openPage(context, address, path);
}

async function openPage(context: BrowserContext, address: string, path: string): Promise<Visit> {
  const page = await context.newPage();
  const complaints = listenToPage(page, address);
  await page.goto(address + path);
  return { page, context, complaints };
}

function listenToPage(page: Page, address: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // For a resource that failed to load, only the location of the message contains its address.
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`a dialogue: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(address))
      complaints.push(`requested ${request.url()}`);
  });
  return complaints;
}

/** Messages that browsers log for every refused request and for a lost connection. */
export const refusals = /the server responded with a status of 4\d\d/;
export const lostLines = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

/** Returns the complaints that the test did not cause on purpose. */
export const unexpected = (complaints: readonly string[], ...expected: readonly RegExp[]): string[] =>
  complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));

export async function signInByName(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Skips the tour, which a new user sees first, except after opening a link, and each step of the set-up. */
export async function skipTour(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Welcome to Praça' }).waitFor();
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  for (let step = 1; step <= 4; step++) {
    await page.getByText(`Step ${step} of 4`).waitFor();
    await page.getByRole('button', { name: 'Skip this step' }).click();
  }
}

/** A user without a browser, who acts through the API only. */
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

export interface Visitor extends Visit, Someone {}

/** Opens the app at a path as a signed-in user. */
export async function openVisitor(
  browser: Browser,
  address: string,
  { name, path, ...options }: { readonly name: string; readonly path: string } & BrowserContextOptions,
): Promise<Visitor> {
  const someone = await createSomeone(address, name);
  const context = await browser.newContext({ viewport: viewports.phone, locale: 'en', ...options });
  const signedIn = await context.request.post(`${address}/app/session`, {
    data: { user_id: name.toLowerCase(), name },
  });
  assert.ok(signedIn.ok(), await signedIn.text());
  await context.addInitScript(`localStorage.setItem('praca.user', '${someone.id}')`);
  return { ...someone, ...(await openPage(context, address, path)) };
}

/** Lets both people like each other through the API, so that both are notified. */
export async function combine(one: Someone, other: Someone): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    await from.api.post('/user/like/{useriD}', { path: { useriD: to.id } });
}
