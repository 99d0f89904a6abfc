import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { assertAccessible, countForcedColours } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  assertNothingCovers,
  lookForTraces,
  noTraces,
  shoot,
  until,
  untilFocused,
  untilStored,
} from '../support/app-page.ts';
import {
  signInByName,
  skipTour,
  unexpected,
  viewports,
  visitApp,
  type Visit,
} from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';
import { openModeration, type Moderation } from '../support/moderation.ts';

let praca: TestApp;
let staff: Moderation;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp({ settings: { SEED_TOWN: 'yes' } });
  await praca.start();
  staff = await openModeration(praca);
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const open = (path: string): Promise<Visit> => visitApp(browser, address, path);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens a deep link, so that the tour does not appear. */
async function openAs(name: string, path: string, title: string): Promise<Visit> {
  const visit = await open(path);
  await signInByName(visit.page, name);
  await heading(visit.page, title).waitFor();
  return visit;
}

test('a new member gets the tour by buttons and keys; a member of the sandbox town does not', async () => {
  const { page, context, complaints } = await open('/app');
  await page.getByRole('button', { name: /^Show more people/ }).waitFor();
  await assertAccessible(page);
  await shoot(page, 'sign-in');
  await signInByName(page, 'Nova');
  await heading(page, 'Welcome to Praça').waitFor();
  await assertAccessible(page);
  await shoot(page, 'welcome');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('2 of 3', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Presentation' }).press('ArrowRight');
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'terms of use' }).click();
  await page.getByText('These are the terms of a sandbox').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  for (let step = 1; step <= 4; step++) {
    await page.getByText(`Step ${step} of 4`).waitFor();
    await page.getByRole('button', { name: 'Skip this step' }).click();
  }
  await page.waitForURL((url) => !/welcome|sign-in/.test(url.pathname));
  const nova = await staff.signIn('nova');
  await assert.doesNotReject(async () => {
    while ((await staff.call('GET', '/user/perfil', nova.headers)).body.need_tour !== false)
      await page.waitForTimeout(50);
  });
  await page.goto(`${address}/app/me`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('vitoria');
  await page
    .getByRole('button', { name: /^V Vitória|^Vitória/ })
    .first()
    .click();
  await page.waitForURL((url) => !/welcome|sign-in/.test(url.pathname));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an interrupted automatic scroll does not go back, but a drag by finger does', async () => {
  const { page, context, complaints } = await open('/app/welcome');
  const strip = page.getByRole('region', { name: 'Presentation' });
  const untilAt = (place: string) => page.getByText(place, { exact: true }).waitFor();
  await untilAt('1 of 3');
  /** Simulates a slow machine: the strip does not move although a scroll was requested. */
  await strip.evaluate((element) => void (element.scrollTo = () => {}));
  await page.getByRole('button', { name: 'Next' }).click();
  await strip.evaluate(async (element) => {
    element.dispatchEvent(new Event('scroll'));
    await new Promise((resolve) => void setTimeout(resolve, 200));
  });
  await untilAt('2 of 3');
  await strip.press('ArrowRight');
  await untilAt('3 of 3');
  await strip.evaluate((element) => {
    element.dispatchEvent(new Event('pointerdown'));
    element.scrollLeft = element.clientWidth;
    element.dispatchEvent(new Event('scroll'));
  });
  await untilAt('2 of 3');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('photos are added, reordered by drag and by keys, and removed; the rest of the profile is saved', async () => {
  const { page, context, complaints } = await openAs('Bia', '/app/me/profile', 'Profile');
  const tiles = page.getByRole('button', { name: /^Photo \d of \d/ });
  for (const [index, background] of ['#c8553d', '#2f4b7c', '#0b6e4f'].entries()) {
    const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
    const file = { name: `${index}.png`, mimeType: 'image/png', buffer };
    await page.getByLabel('Add photo').setInputFiles(file);
    await tiles.nth(index).waitFor();
  }
  const bia = await staff.signIn('bia');
  const listed = async (): Promise<string[]> =>
    (await staff.call('GET', `/user/${bia.id}/photos`, bia.headers)).body.map(({ id }: { id: string }) => id);
  const [first = '', second = '', third = ''] = await listed();
  const untilOrder = async (wanted: string[]): Promise<void> => {
    await until(
      page,
      `[...document.querySelectorAll('[data-id]')].map((tile) => tile.dataset.id).join() === '${wanted.join()}'`,
    );
    while ((await listed()).join() !== wanted.join()) await page.waitForTimeout(50);
  };
  await tiles.nth(2).press('ArrowLeft');
  await untilOrder([first, third, second]);
  await page.keyboard.press('ArrowLeft');
  await untilOrder([third, first, second]);
  const [from, to] = [await tiles.nth(2).boundingBox(), await tiles.nth(0).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await untilOrder([second, third, first]);
  await tiles.nth(2).click();
  await page.getByRole('button', { name: 'Move it forward' }).click();
  await untilOrder([second, first, third]);
  await tiles.nth(0).click();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await untilOrder([first, third]);

  await page.getByRole('textbox', { name: 'About you' }).fill('<img src=x onerror=alert(1)> & samba');
  await page.getByRole('combobox', { name: 'City' }).fill('sao jose dos cam');
  await page.getByRole('option', { name: 'São José dos Campos, SP' }).waitFor();
  await assertNothingCovers(page.getByRole('option', { name: 'São José dos Campos, SP' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Date of birth').fill('2020-01-01');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Must be at least 18 years ago.', { exact: true }).waitFor();
  await untilFocused(page, 'Date of birth');
  await page.getByLabel('Date of birth').fill('1996-05-17');
  await page.getByLabel('Gender').selectOption('woman');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Profile saved.').waitFor();
  await assertAccessible(page);
  await shoot(page, 'profile');
  const { body } = await staff.call('GET', '/user/perfil', bia.headers);
  assert.deepEqual(
    [body.about, body.location, body.birth_date, body.gender],
    ['<img src=x onerror=alert(1)> & samba', 'São José dos Campos, SP', '1996-05-17', 'woman'],
  );
  // The browser's console may only report the rejected birth date.
  assert.deepEqual(unexpected(complaints, /400 \(Bad Request\)/), []);
  await context.close();
});

test('unsaved changes to a profile are kept, and leaving the page shows a notice', async () => {
  const { page, context, complaints } = await openAs('Dora', '/app/me/profile', 'Profile');
  const about = page.getByRole('textbox', { name: 'About you' });
  await page.getByText('Up to 5 photos').waitFor();
  await about.fill('Half a sentence');
  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByText('The changes to your profile are not saved yet.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'Profile').waitFor();
  assert.equal(await about.inputValue(), 'Half a sentence');
  await page.reload();
  await heading(page, 'Profile').waitFor();
  assert.equal(await about.inputValue(), 'Half a sentence');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  assert.equal(await about.inputValue(), '');
  assert.equal(await page.getByRole('button', { name: 'Discard' }).count(), 0);
  await page.getByRole('link', { name: 'Events' }).click();
  await heading(page, 'Events').waitFor();
  assert.equal(await page.getByText('not saved yet').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the menu handle of a photo has enough contrast on a white photo', async () => {
  const { page, context } = await openAs('Eva', '/app/me/profile', 'Profile');
  const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await page.getByLabel('Add photo').setInputFiles({ name: 'white.png', mimeType: 'image/png', buffer });
  const icon = page.locator('.grip .icon');
  await until(page, "document.querySelector('.photo-tile img')?.complete === true");
  const { data, info } = await sharp(await icon.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The point between the dots in the middle and the lower edge.
  const at = (Math.round(info.height * 0.72) * info.width + Math.round(info.width / 2)) * info.channels;
  const channel = (data[at] ?? 255) / 255;
  const luminance = channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  assert.ok(1.05 / (luminance + 0.05) >= 3, `white on ${data[at]}`);
  await context.close();
});

test('preferences, notifications, blocks and notices can be changed where they are shown', async () => {
  const { page, context, complaints } = await openAs('Caio', '/app/me/search', 'Who I want to see');
  const caio = await staff.signIn('caio');
  const other = await staff.signIn('Rude-Person');
  const config = async () => (await staff.call('GET', `/user/${caio.id}/config`, caio.headers)).body;
  await page.getByRole('switch', { name: 'Men', exact: true }).uncheck();
  await page.getByLabel('Age up to').fill('40');
  await page.getByLabel('Age from').fill('45');
  while ((await config()).ageRangeEnd !== 45) await page.waitForTimeout(50);
  const { man, woman, ageRangeStart } = await config();
  assert.deepEqual([man, woman, ageRangeStart], [false, true, 45]);
  await assertAccessible(page);
  assert.equal(await countForcedColours(page, '.switch input'), 2, 'on and off differ in forced colours');
  await shoot(page, 'search');

  await staff.call('GET', `/user/block/${other.id}`, caio.headers);
  await page.goto(`${address}/app/me/blocks`);
  await page.getByText('Rude-Person').waitFor();
  await assertAccessible(page);
  await page.getByText(/^Until /).waitFor();
  await page.getByRole('button', { name: 'For good' }).click();
  await page.getByRole('button', { name: 'For good' }).waitFor({ state: 'detached' });
  await page.getByText('For good', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByText('Nobody is blocked').waitFor();
  while ((await staff.call('GET', `/user/${caio.id}/blocks`, caio.headers)).body.length > 0)
    await page.waitForTimeout(50);

  await staff.act(caio.id, 'hide', { reason: 'A reason & <b>more</b>' });
  await page.goto(`${address}/app/me`);
  await page.getByRole('link', { name: 'Notices from our staff' }).click();
  await page.getByText('A reason & <b>more</b>').waitFor();
  await page.getByRole('textbox', { name: 'Do you disagree? Appeal' }).fill('It was not me');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await page.getByText('Your appeal is sent.').waitFor();

  await context.grantPermissions(['notifications'], { origin: address });
  await playPushService(page);
  await page.goto(`${address}/app/me/notifications`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await assertAccessible(page);
  await page.getByRole('switch', { name: 'Notify me on this device' }).check();
  const devices = async (): Promise<number> =>
    (await praca.sql`select 1 from social.devices where user_id = ${caio.id}`).length;
  while ((await devices()) !== 1) await page.waitForTimeout(50);
  await page.getByRole('switch', { name: 'New messages' }).uncheck();
  while ((await config()).newMessage) await page.waitForTimeout(50);
  await page.getByRole('switch', { name: 'Notify me on this device' }).uncheck();
  while ((await devices()) !== 0) await page.waitForTimeout(50);
  await page.getByRole('switch', { name: 'Notify me on this device' }).check();
  while ((await devices()) !== 1) await page.waitForTimeout(50);
  await page.goto(`${address}/app/me`);
  await page.getByRole('heading', { name: 'Caio' }).waitFor();
  await assertAccessible(page);
  await shoot(page, 'me');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  assert.deepEqual(await lookForTraces(page), noTraces, 'no data remains, including push and photos');
  assert.equal(await devices(), 0, 'the server has no device left');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a week before a block expires the member chooses to keep it or let it expire; attendance visibility is a setting', async () => {
  const { page, context, complaints } = await openAs('Dora', '/app/me/attendance', 'Who sees where I go');
  const dora = await staff.signIn('dora');
  const call = async (path: string) => (await staff.call('GET', path, dora.headers)).body;
  assert.ok(await page.getByRole('radio', { name: /^Everyone/ }).isChecked());
  await page.getByRole('radio', { name: /^My combinations/ }).check();
  while ((await call(`/user/${dora.id}/config`)).attendance !== 'combinations') await page.waitForTimeout(50);
  await assertAccessible(page);
  await shoot(page, 'attendance-setting');

  const [soon, sooner, later] = [
    await staff.signIn('Soon'),
    await staff.signIn('Sooner'),
    await staff.signIn('Later'),
  ];
  await call(`/user/block/${soon.id}?days=7`);
  await call(`/user/block/${sooner.id}?days=3`);
  await call(`/user/block/${later.id}?days=8`);
  await page.goto(`${address}/app/events`);
  const asked = page.getByRole('status').filter({ hasText: 'Your block of' });
  await asked.filter({ hasText: 'Your block of Sooner ends on' }).waitFor();
  await assertAccessible(page);
  await shoot(page, 'block-ends');
  await page.setViewportSize(viewports.desktop);
  await shoot(page, 'block-ends-desktop');
  await page.setViewportSize(viewports.phone);
  await asked.getByRole('button', { name: 'Let it end' }).click();
  await asked.filter({ hasText: 'Your block of Soon ends on' }).waitFor();
  await asked.getByRole('button', { name: 'For good' }).click();
  await page.getByText('You blocked Soon for good.').waitFor();
  assert.equal(await asked.count(), 0);
  const ends = Object.fromEntries(
    (await call(`/user/${dora.id}/blocks`)).map((block: { name: string; blocked_until: string | null }) => [
      block.name,
      block.blocked_until === null,
    ]),
  );
  assert.deepEqual(ends, { Soon: true, Sooner: false, Later: false });

  // An answered question is not asked again, but another block of the same person is.
  await untilStored(page, 'blocks.let-end', '(kept) => kept?.length === 1');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.goto(`${address}/app/me/blocks`);
  await page.getByText('Sooner').waitFor();
  assert.equal(await asked.count(), 0);
  await shoot(page, 'blocks');
  await call(`/user/block/${sooner.id}?days=4`);
  await page.reload();
  await asked.filter({ hasText: 'Your block of Sooner ends on' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

/** Replaces the push service, which test browsers do not have. The rest is the page's own code. */
async function playPushService(page: Page): Promise<void> {
  await page.addInitScript(`{
    let subscription = null;
    const made = {
      toJSON: () => (${JSON.stringify(subscription)}),
      unsubscribe: async () => { subscription = null; return true; },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async () => (subscription = made),
    });
  }`);
}

const subscription = {
  endpoint: 'https://push.example.net/send/1',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
};

test('a member can download a copy of all data; a deleted profile returns when its owner signs in', async () => {
  const { page, context } = await openAs('Davi', '/app/me/data', 'My data');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  assert.match(JSON.stringify(file), /"Davi"/);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Delete my profile' }).click();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Delete profile', exact: true }).click();
  await page.getByText(/^Your profile is deleted\. Sign in again by \w+ \d+, \d{4}/).waitFor();
  assert.deepEqual(await lookForTraces(page), noTraces);
  await signInByName(page, 'Davi');
  await skipTour(page);
  await page.goto(`${address}/app/me`);
  await page.getByRole('heading', { name: 'Davi' }).waitFor();
  await context.close();
});

test('a deletion whose answer is lost is repeated and confirmed', async () => {
  const { page, context } = await openAs('Gil', '/app/me/data', 'My data');
  await page.route(
    '**/social/user/*/delete',
    async (route) => {
      assert.equal((await route.fetch()).status(), 200);
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Delete my profile' }).click();
  await page.getByRole('button', { name: 'Delete profile', exact: true }).click();
  await page.getByText(/^Your profile is deleted\. Sign in again by/).waitFor();
  await context.close();
});

test('a download that needs a fresh sign-in redirects there and back', async () => {
  const { page, context } = await openAs('Fabi', '/app/me/data', 'My data');
  await praca.sql`update social.sessions set proven_at = now() - interval '1 hour'`;
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByText('You signed in more than 15 minutes ago.').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByText('Sign in again to confirm that it is you.').waitFor();
  await assertAccessible(page);
  await signInByName(page, 'Fabi');
  await heading(page, 'My data').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  // The earlier session has ended.
  assert.equal(file.sessions.filter((session: { ended_at: string | null }) => !session.ended_at).length, 1);
  await context.close();
});

test('a suspended member sees the reason and the end and can ask for a review', async () => {
  const eva = await staff.signIn('eva');
  const end = new Date(praca.clock.nowMs() + 3 * 86_400_000).toISOString();
  await staff.act(eva.id, 'suspend', { reason: 'Shouted <i>loudly</i>', until: end });
  const { page, context } = await open('/app/sign-in');
  await signInByName(page, 'eva');
  await heading(page, 'Your account is suspended').waitFor();
  await page.getByText('Shouted <i>loudly</i>').waitFor();
  await page.getByText(/^You can come back on /).waitFor();
  await page.getByRole('textbox', { name: 'Do you disagree? Appeal' }).fill('I sang');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await page.getByText('Your appeal is sent.').waitFor();
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await signInByName(page, 'eva');
  await page.getByText('Your appeal is sent.').waitFor();
  await context.close();
});
