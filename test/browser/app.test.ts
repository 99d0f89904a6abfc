import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  lookForTraces,
  noTraces,
  signInByName,
  skipTour,
  visitApp,
  type Visit,
} from '../support/app-visit.ts';
import { untilKept } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp({ settings: { SEED_TOWN: 'no' } });
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const open = (path: string): Promise<Visit> => visitApp(browser, address, path);

test('a link that is opened by a stranger leads to the sign-in and then to where it points', async () => {
  const { page, context, complaints } = await open('/app/me');
  await page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  await assertAccessible(page);
  await signInByName(page, 'Ana <b>Souza</b>');
  await page.getByRole('heading', { level: 1, name: 'Me' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/app/me');
  assert.equal(await page.title(), 'Me · Praça');
  await page.getByRole('heading', { name: 'Ana <b>Souza</b>' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Me', 'the heading has the focus');
  await assertAccessible(page);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('it can be installed', async () => {
  const { page, context } = await open('/app');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const devtools = await context.newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The browser of a test has no profile to install anything into.
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  );
  await context.close();
});

test('it opens without a connection with what it knew, says so, and sign-out leaves nothing behind', async () => {
  const { page, context } = await open('/app');
  await signInByName(page, 'Rui');
  await skipTour(page);
  await page.goto(`${address}/app/me`);
  await page.getByRole('heading', { level: 1, name: 'Me' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  // What is known is written a moment later, or when the page goes.
  await untilKept(page, 'me', '(me) => me !== undefined');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Rui' }).waitFor();
  await page.getByText('No connection. Showing what was known last.').waitFor();
  await context.setOffline(false);
  await page.getByText('No connection.').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  assert.deepEqual(await lookForTraces(page), noTraces);
  await context.close();
});
