import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { assertAccessible, assertFits } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { shoot, untilFocused, untilStored } from '../support/app-page.ts';
import { createSomeone, openVisitor, signInByName, viewports, visitApp } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp({ settings: { SEED_TOWN: 'yes', RATE_LIMIT: '0' } });
  await praca.start();
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

for (const [kind, viewport] of Object.entries(viewports)) {
  test(`${kind}: the tour shows an event, a card and a chat, and the set-up saves each step at once and resumes`, async () => {
    const name = kind === 'phone' ? 'Lina' : 'Mara';
    const colorScheme = kind === 'phone' ? 'light' : 'dark';
    const { page, context, complaints } = await visitApp(browser, address, '/app', { viewport, colorScheme });
    const { api } = await createSomeone(address, name);
    await signInByName(page, name);
    await page.getByRole('heading', { name: 'Welcome to Praça' }).waitFor();
    const [spotlight] = await api.get('/event/spotlight');
    await page.locator('.scene .tile', { hasText: spotlight?.name ?? 'no event' }).waitFor();
    await page.locator('.scene .person-card img').waitFor();
    const shown = (await page.locator('.scene .person-card strong').textContent()) ?? '';
    const people = await api.get('/user/feed', { query: { limit: 200 } });
    assert.ok(
      people.some((one) => shown.startsWith(one.name)),
      `${shown} is in the feed`,
    );
    await page.locator('.scene .sample-chat').waitFor();
    await assertAccessible(page);
    await assertFits(page, 'the tour');
    await shoot(page, `tour-${kind}`);

    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await untilFocused(page, 'Add a photo');
    await page.getByText('Step 1 of 4').waitFor();
    await assertAccessible(page);
    const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#0b6e4f' } })
      .png()
      .toBuffer();
    await page.getByLabel('Add photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await page.getByRole('img', { name: 'Your photo' }).waitFor();
    await shoot(page, `set-up-photo-${kind}`);
    assert.equal((await api.get('/user/perfil')).photos.length, 1, 'saved before the next step');
    await page.getByRole('button', { name: 'Next' }).click();

    await untilFocused(page, 'When were you born?');
    await page.getByLabel('Date of birth').fill('2020-01-01');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('alert').filter({ hasText: 'Must be at least 18 years ago.' }).waitFor();
    await assertAccessible(page);
    await page.getByLabel('Date of birth').fill('1996-05-17');
    await page.getByRole('button', { name: 'Next' }).click();
    await untilFocused(page, 'Where do you live?');
    assert.equal((await api.get('/user/perfil')).birth_date, '1996-05-17');

    // A reload, or a later visit, continues at the same step.
    await untilStored(page, 'welcome.step', `(step) => step === 'city'`);
    await page.goto(`${address}/app`);
    await page.getByRole('heading', { name: 'Where do you live?' }).waitFor();
    await page.getByRole('combobox', { name: 'City' }).fill('carua');
    await page.getByRole('option', { name: 'Caruaru, PE' }).click();
    await shoot(page, `set-up-city-${kind}`);
    await page.getByRole('button', { name: 'Next' }).click();

    await untilFocused(page, 'Who would you like to see?');
    await assertAccessible(page);
    await shoot(page, `set-up-search-${kind}`);
    assert.equal((await api.get('/user/perfil')).location, 'Caruaru, PE');
    await page.getByRole('switch', { name: 'Men', exact: true }).uncheck();
    await page.getByRole('button', { name: 'See people' }).click();
    await page.getByRole('heading', { level: 1, name: 'Discover' }).waitFor();
    const { user_id: userId } = await api.get('/oauth/session');
    const config = () => api.get('/user/{userId}/config', { path: { userId } });
    while ((await config()).man) await page.waitForTimeout(50);
    while ((await api.get('/oauth/session')).need_tour) await page.waitForTimeout(50);
    await page.goto(`${address}/app`);
    await page.getByRole('heading', { level: 1, name: 'Discover' }).waitFor();
    assert.deepEqual(
      complaints.filter((text) => !/400 \(Bad Request\)/.test(text)),
      [],
      'only the refused birth date',
    );
    await context.close();
  });
}

test('a person who filled in the profile elsewhere is asked only for the rest', async () => {
  const elsewhere = await createSomeone(address, 'Completa');
  await elsewhere.api.put('/user/perfil', { body: { birth_date: '1990-01-01', location: 'Caruaru, PE' } });
  const { page, context } = await openVisitor(browser, address, { name: 'Completa', path: '/app/welcome' });
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await page.getByText('Step 1 of 4').waitFor();
  await page.getByRole('button', { name: 'Skip this step' }).click();
  await page.getByText('Step 4 of 4').waitFor();
  await context.close();
});
