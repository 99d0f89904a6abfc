import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openTestApp, type TestApp } from '../support/app.ts';
import { assertAccessible, assertAccessibleOnScreens, assertFits } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import {
  Authenticator,
  createPerson,
  goodPassword,
  mailedLink,
  memberAs,
  staffAs,
} from '../support/console.ts';
import { freePort } from '../support/free-port.ts';

let praca: TestApp;
let strict: TestApp;
let browser: Browser;
let address: string;
/** Uses a host name, because browsers refuse passkeys for IP addresses. */
let strictAddress: string;

before(async () => {
  praca = await openTestApp();
  address = await praca.listen();
  const port = await freePort();
  strictAddress = `http://localhost:${port}`;
  strict = await openTestApp({
    settings: { CONSOLE_SECOND_FACTOR: 'yes', PUBLIC_URL: strictAddress },
  });
  await strict.app.listen({ host: '127.0.0.1', port });
  await praca.runJobs();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await strict.close();
  await praca.close();
});

async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const ours = [address, strictAddress, 'data:'].some((start) => request.url().startsWith(start));
    if (!ours) complaints.push(`requested ${request.url()}`);
  });
  return { page, complaints };
}

const longName = 'Maria Aparecida dos Santos Albuquerque de Vasconcelos e Silva';

/** Asserts that an address of usual length fits on one line on a desktop, with any content in the other columns. */
async function assertWholeAddress(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${address}/console/psp/1/team`);
  const lines = await page.evaluate(`(() => {
    const shown = document.querySelector('td.name > span');
    shown.textContent = 'merchant@praca.test';
    return shown.getClientRects().length;
  })()`);
  assert.equal(lines, 1);
  await assertFits(page, 'the team');
  if (before) await page.setViewportSize(before);
}

test('every page is accessible, on a phone and a desktop, light and dark, in three languages, and without scripts', async () => {
  const staff = await createPerson(praca, [staffAs('admin'), memberAs('owner')], { name: longName });
  const pages = [
    '/console/staff',
    '/console/staff/team',
    '/console/staff/organisations',
    '/console/staff/organisations/psp/1',
    '/console/staff/audit',
    '/console/psp/1',
    '/console/me',
    '/console/second-factor/set-up',
    '/console/parts',
  ];
  for (const [locale, javaScriptEnabled, look] of [
    ['de-DE', true, assertAccessibleOnScreens],
    ['pt-BR', true, assertFits],
    // Axe is a script itself.
    ['en', false, undefined],
  ] as const) {
    const { page, complaints } = await open({
      viewport: { width: 360, height: 740 },
      locale,
      javaScriptEnabled,
    });
    await page.goto(`${address}/console/staff/team`);
    await look?.(page, `sign-in ${locale}`);
    await page.locator('#email').fill(staff.email);
    await page.locator('#password').fill(goodPassword);
    await page.locator('form[action^="/console/sign-in?"] button').click();
    await page.waitForURL('**/console/staff/team');
    for (const path of javaScriptEnabled ? pages : ['/console/me', '/console/parts']) {
      assert.equal((await page.goto(address + path))?.status(), 200, path);
      await look?.(page, `${path} ${locale}`);
    }
    if (locale === 'pt-BR') await assertWholeAddress(page);
    await page.goto(`${address}/console/staff/nothing-here`);
    await look?.(page, `missing ${locale}`);
    if (!javaScriptEnabled) {
      await page.goto(`${address}/console/staff/team`);
      await page.locator('#email').fill('noscript@example.com');
      await page.locator('form[action$="/team/invite"] button').click();
      await page.getByText('Invitation sent').first().waitFor();
      await page.goto(`${address}/console/staff/team`);
      await page.locator('button[popovertarget^="remove-"]').first().click();
      await page.locator('.dialogue:popover-open:focus').waitFor();
    }
    assert.deepEqual(
      complaints.filter((text) => !/404/.test(text)),
      [],
      locale,
    );
    await page.context().close();
  }
});

test('an owner invites, changes a role and removes with the keyboard alone, and the guest joins by mail', async () => {
  const owner = await createPerson(praca, [memberAs('owner')], { name: 'Olga' });
  const member = await createPerson(praca, [memberAs('viewer')], { name: 'Rui' });
  const { page, complaints } = await open();
  await page.goto(`${address}/console/psp/1/team`);
  // A browser applies `autofocus` when it draws, possibly after the load event.
  await page.locator('input[type=email]:focus').waitFor();
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(goodPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Team' }).waitFor();
  await page.waitForLoadState();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await assertAccessible(page, 'keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  assert.equal(await page.locator('tr.at').count(), 1);
  await page.getByLabel('E-mail address').focus();
  await page.keyboard.type('guest@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Fin');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Invitation sent').first().waitFor();
  await page.getByLabel('Role of Rui').focus();
  await page.keyboard.type('Dev');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Role changed').first().waitFor();
  assert.equal(await page.getByLabel('Role of Rui').inputValue(), 'developer');
  await page.locator(`[popovertarget="remove-${member.id}"]`).first().focus();
  await page.keyboard.press('Enter');
  const dialogue = page.getByRole('dialog', { name: 'Remove Rui?' });
  await dialogue.waitFor();
  await assertAccessible(page, 'dialogue');
  await page.keyboard.press('Escape');
  await dialogue.waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await dialogue.getByRole('button', { name: 'Remove' }).press('Enter');
  await page.getByText('Member removed').first().waitFor();
  assert.equal(await page.getByText('Rui').count(), 0);

  const guest = await open({ viewport: { width: 360, height: 740 } });
  await guest.page.goto(address + (await mailedLink(praca, 'guest@example.com')));
  await assertAccessible(guest.page, 'invitation');
  await guest.page.getByLabel('Your name').fill('<b>Guest</b>');
  await guest.page.getByLabel('New password').fill(goodPassword);
  await guest.page.getByRole('button', { name: 'Join' }).dblclick();
  await guest.page.waitForURL('**/console/psp/1');
  await page.reload();
  await page.getByText('<b>Guest</b>').first().waitFor();
  assert.deepEqual([...complaints, ...guest.complaints], []);
});

test('production’s first sign-in registers an app, then a passkey, which then suffices for actions with a second factor', async () => {
  const person = await createPerson(strict, [staffAs('admin')]);
  const { page, complaints } = await open({ viewport: { width: 360, height: 740 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signIn = async (): Promise<void> => {
    await page.goto(`${strictAddress}/console`);
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn();
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await assertAccessible(page, 'set-up');
  const app = new Authenticator(await page.content(), strict.clock);
  await page.getByLabel('six digits').fill(app.code());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  await assertAccessible(page, 'codes');
  assert.equal(await page.locator('.codes li').count(), 10);
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await page.waitForURL('**/console/staff');
  await page.goto(`${strictAddress}/console/me`);
  await page.getByRole('link', { name: 'Add another' }).click();
  await page.getByLabel('Name').fill('Key <i>one</i>');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.waitForURL('**/console/me');
  await page.getByText('Key <i>one</i>').first().waitFor();
  await page.goto(`${strictAddress}/console/me`);
  await page.locator('.push summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/console/staff');
  strict.clock.offsetMs += 6 * 60_000;
  await page.goto(`${strictAddress}/console/staff/team`);
  await page.getByLabel('E-mail address').fill('later@example.com');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await assertAccessible(page, 'step up');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Invitation sent').first().waitFor();
  assert.deepEqual(
    complaints.filter((text) => !/40[14]/.test(text)),
    [],
  );
});
