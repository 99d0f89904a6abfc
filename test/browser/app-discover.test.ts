import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page, Response } from 'playwright-core';
import { assertAccessible, assertFits } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { shoot, until, untilFocused, untilStored } from '../support/app-page.ts';
import {
  combine,
  createSomeone,
  openVisitor,
  refusals,
  unexpected,
  viewports,
  type Someone,
} from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  await praca.start();
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const topName = async (page: Page): Promise<string> =>
  (await page.locator('.slot.top h2').textContent()) ?? '';

async function drag(page: Page, by: number): Promise<void> {
  const box = await page.locator('.slot.top').boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(x + (by * step) / 10, y);
  // The pause makes the speed zero, so only the distance decides, on any machine.
  await page.waitForTimeout(200);
  await page.mouse.up();
}

const isReaction = (response: Response): boolean => /\/user\/(?:dis)?like\//.test(response.url());

/** Performs the gesture, waits for the server's answer and returns the reaction that was sent. */
async function reactBy(page: Page, gesture: () => Promise<void>): Promise<string> {
  const [response] = await Promise.all([page.waitForResponse(isReaction), gesture()]);
  assert.equal(response.status(), 200);
  const [, what = '', id = ''] = /\/user\/(like|dislike)\/([^/?]+)/.exec(response.url()) ?? [];
  return `${what} ${id}`;
}

/** People of all tests. Later visitors see people of earlier tests after the newer ones. */
const everybody = new Map<string, Someone>();

async function createPeople(names: readonly string[]): Promise<void> {
  for (const name of names) everybody.set(name, await createSomeone(address, name));
}

for (const [kind, viewport] of Object.entries(viewports)) {
  test(`${kind}: people are liked and passed by button, key and finger, and a mutual like makes a combination`, async () => {
    const names = ['Bia', 'Caio', 'Duda <i>x</i>', 'Edu', 'Flor', 'Gil', 'Hugo'].map(
      (name) => `${name} ${kind}`,
    );
    await createPeople(names);
    const colorScheme = kind === 'phone' ? 'light' : 'dark';
    const ana = await openVisitor(browser, address, {
      name: `Ana ${kind}`,
      path: '/app/discover',
      viewport,
      colorScheme,
      hasTouch: kind === 'phone',
    });
    const { page } = ana;
    await topName(page);
    await assertAccessible(page);
    const ways: readonly [string, () => Promise<void>][] = [
      ['like', () => page.getByRole('button', { name: 'Like', exact: true }).click()],
      ['like', () => page.keyboard.press('ArrowRight')],
      ['like', () => drag(page, 200)],
      ['dislike', () => page.getByRole('button', { name: 'Pass', exact: true }).click()],
      ['dislike', () => page.keyboard.press('ArrowLeft')],
      ['dislike', () => drag(page, -200)],
    ];
    for (const [index, [what, gesture]] of ways.entries()) {
      const name = await topName(page);
      const person = everybody.get(name);
      if (index === 0) await person?.api.post('/user/like/{useriD}', { path: { useriD: ana.id } });
      assert.equal(await reactBy(page, gesture), `${what} ${person?.id}`);
      if (index > 0) continue;
      await page.getByRole('heading', { name: 'You two matched!' }).waitFor();
      await assertAccessible(page);
      await page.getByText(`You and ${name} like each other.`).waitFor();
      await untilFocused(page, `Talk to ${name}`);
      await page.getByRole('button', { name: 'See more people' }).click();
    }
    const last = await topName(page);
    await drag(page, 60);
    assert.equal(await topName(page), last, 'a small move springs back');
    await until(page, `document.querySelector('.slot.top').style.transform === ''`);
    const shown = page.locator('.slot.top h2, .empty h2').first();
    while ((await shown.textContent()) !== 'You have seen everybody')
      await reactBy(page, () => page.keyboard.press('ArrowLeft'));
    await assertAccessible(page);
    assert.deepEqual(ana.complaints, []);
    await ana.context.close();
  });
}

test('a filter that fits nobody says so, and screens without keys show no help for keys', async () => {
  const ana = await openVisitor(browser, address, {
    name: 'Ana filters',
    path: '/app/me',
    viewport: viewports.phone,
    hasTouch: true,
    isMobile: true,
  });
  const { page } = ana;
  await ana.api.put('/user/{userId}/config', {
    path: { userId: ana.id },
    body: { ageRangeStart: 119, ageRangeEnd: 120 },
  });
  await page.goto(`${address}/app/discover`);
  await page.getByRole('heading', { name: 'Nobody fits this filter' }).waitFor();
  await page.getByText('Widen the ages').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Keyboard shortcuts' }).count(), 0);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Change the filter' }).click();
  await page.getByLabel('Age from').fill('18');
  await page.getByLabel('Age up to').fill('99');
  await page.getByRole('button', { name: 'Show these people' }).click();
  await page.locator('.slot.top').waitFor();
  assert.deepEqual(ana.complaints, []);
  await ana.context.close();
});

test('dragging a card causes no layout', async (context) => {
  await createPeople(['Iara', 'Joca']);
  const ana = await openVisitor(browser, address, {
    name: 'Ana drags',
    path: '/app/discover',
    viewport: viewports.phone,
  });
  const { page } = ana;
  await topName(page);
  const devtools = await ana.context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const layouts = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? -1;
  };
  const box = await page.locator('.slot.top').boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + 100, box.y + 150];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y);
  // Late photos also cause layouts, which do not count as the drag's.
  for (let [before, now] = [-1, await layouts()]; before !== now;) {
    await page.waitForTimeout(500);
    [before, now] = [now, await layouts()];
  }
  await page.evaluate(`(() => {
    window.frames_ = [];
    const note = (at) => { window.frames_.push(at); window.framesEnd_ || requestAnimationFrame(note); };
    requestAnimationFrame(note);
  })()`);
  const before = await layouts();
  for (let step = 0; step < 60; step++) await page.mouse.move(x + 20 + Math.sin(step / 6) * 80, y);
  const moved = await page.evaluate(`document.querySelector('.slot.top').style.transform`);
  assert.equal(await layouts(), before);
  assert.match(String(moved), /^translate3d/);
  const frames = (await page.evaluate(`(window.framesEnd_ = true, window.frames_)`)) as number[];
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const longest = Math.max(0, ...gaps);
  const perSecond =
    (1000 * gaps.length) /
    Math.max(
      1,
      gaps.reduce((sum, gap) => sum + gap, 0),
    );
  context.diagnostic(
    `${perSecond.toFixed(0)} frames a second while swiping, the longest ${longest.toFixed(0)} ms`,
  );
  await page.mouse.up();
  await ana.context.close();
});

test('a block removes the person and can be undone; a report reaches the staff; premium takes a pass back', async () => {
  await createPeople(['Kai', 'Lia', 'Mia', 'Nara']);
  const ana = await openVisitor(browser, address, {
    name: 'Ana guards',
    path: '/app/discover',
    viewport: viewports.phone,
  });
  const { page } = ana;
  const first = await topName(page);
  await page.setViewportSize({ width: 320, height: 568 });
  const card = await page.locator('.deck').boundingBox();
  assert.equal(card && card.x * 2 + card.width, 320, 'in the middle of a short phone, too');
  await page.setViewportSize(viewports.phone);
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(page, 'Discover');
  for (const opener of ['Filter', 'More']) {
    await page.getByRole('button', { name: opener, exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await untilFocused(page, opener);
  }
  await page.keyboard.press('b');
  await page.getByRole('heading', { name: `Block ${first}?` }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'For good' }).isChecked());
  await assertAccessible(page);
  await shoot(page, 'block-sheet');
  await page.getByRole('button', { name: `Block ${first}` }).click();
  await page.getByText(`You blocked ${first}.`).waitFor();
  const [blocked] = await ana.api.get('/user/{userId}/blocks', { path: { userId: ana.id } });
  assert.deepEqual([blocked?.name, blocked?.blocked_until], [first, null]);
  assert.notEqual(await topName(page), first);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.locator('.slot.top', { hasText: first }).waitFor();

  await page.keyboard.press('r');
  await page.getByRole('heading', { name: `Report ${first}` }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Choose a reason').waitFor();
  await page.getByRole('radio', { name: 'Fake profile' }).check();
  await page.getByRole('textbox').fill('<b>Not</b> a person');
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Your report is sent.').waitFor();
  const [report] = await praca.sql<{ category: string; reason: string }[]>`
    select category, reason from social.reports where reporter_id = ${ana.id}`;
  assert.deepEqual(report, { category: 'fake', reason: '<b>Not</b> a person' });
  assert.notEqual(await topName(page), first, 'blocked, too');

  const passed = await topName(page);
  await reactBy(page, () => page.keyboard.press('ArrowLeft'));
  await page.keyboard.press('u');
  await page.getByText('Undo is for Premium members.').waitFor();
  await ana.api.put('/user/perfil', { body: { is_premium: 'true' } });
  await page.reload();
  await topName(page);
  const undone = page.waitForResponse((response) => response.url().endsWith('/user/undo'));
  await until(
    page,
    `!document.querySelector('.deck-actions button')?.disabled && document.querySelector('.slot.top')`,
  );
  await page.keyboard.press('u');
  assert.equal((await undone).status(), 200);
  assert.equal(await topName(page), passed);
  assert.deepEqual(unexpected(ana.complaints, refusals), [], 'no complaint except that premium is required');
  await ana.context.close();
});

test('a profile has an address, its photos can be browsed, and markup in it is shown as text', async () => {
  const olga = await createSomeone(address, 'Olga <script>alert(1)</script>');
  const about = 'I <img src=x onerror=alert(1)> draw.\nTwo lines.';
  const photos = [await drawPhoto('#884422'), await drawPhoto('#224488')];
  await olga.api.put('/user/perfil', { body: { about, photos, birth_date: '1995-05-05' } });
  const ana = await openVisitor(browser, address, {
    name: 'Ana reads',
    path: `/app/people/${olga.id}`,
    viewport: viewports.desktop,
    colorScheme: 'dark',
  });
  const { page } = ana;
  await page.getByRole('heading', { level: 1, name: /^Olga <script>alert\(1\)<\/script>, \d+$/ }).waitFor();
  await page.getByText(about).waitFor();
  await page.getByRole('img', { name: /^Photo 1 of 2/ }).waitFor();
  await page.getByRole('button', { name: 'Next photo' }).click();
  await page.getByRole('img', { name: /^Photo 2 of 2/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('img', { name: /^Photo 1 of 2/ }).waitFor();
  await assertAccessible(page);
  await page.reload();
  await page.getByText(about).waitFor();
  assert.match(
    await reactBy(page, () => page.getByRole('button', { name: 'Like' }).click()),
    new RegExp(olga.id),
  );
  await page.waitForURL('**/app/discover');

  const long = await createSomeone(address, 'L'.repeat(60));
  await combine(ana, long);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(`${address}/app/people/${long.id}`);
  await page.getByRole('link', { name: `Talk to ${long.name}` }).waitFor();
  await assertFits(page, 'with a long name');
  await page.keyboard.press('b');
  await page.getByRole('button', { name: `Block ${long.name}` }).waitFor();
  const isCut = `((sheet) => sheet.scrollWidth > sheet.clientWidth)(document.querySelector('dialog'))`;
  assert.equal(await page.evaluate(isCut), false);
  assert.deepEqual(ana.complaints, []);
  await ana.context.close();
});

test('a like without a connection is announced, survives a reload and is sent after reconnecting', async () => {
  await createPeople(['Pia', 'Quim']);
  const ana = await openVisitor(browser, address, {
    name: 'Ana travels',
    path: '/app/discover',
    viewport: viewports.phone,
  });
  const { page, context } = ana;
  const name = await topName(page);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await context.setOffline(true);
  await page.getByText('No connection. Showing what was already saved.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText(`Your like for ${name} will be sent later.`).waitFor();
  const next = await topName(page);
  assert.notEqual(next, name);
  await untilStored(page, 'discover.outbox', '(kept) => kept?.length === 1');
  await page.reload();
  assert.equal(await topName(page), next, 'the deck is available offline');
  const sent = page.waitForResponse((response) => isReaction(response) && response.ok());
  await context.setOffline(false);
  const id = /like\/([^/?]+)/.exec((await sent).url())?.[1] ?? '';
  const [liked] = await praca.sql<{ name: string }[]>`select name from social.users where id = ${id}`;
  assert.equal(liked?.name, name);
  await context.close();
});

async function drawPhoto(background: string): Promise<string> {
  const { default: sharp } = await import('sharp');
  const image = await sharp({ create: { width: 600, height: 800, channels: 3, background } })
    .png()
    .toBuffer();
  return image.toString('base64');
}
