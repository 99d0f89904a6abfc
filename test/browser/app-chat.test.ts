import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, assertFitsLargeLetters } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { untilFocused, untilStored } from '../support/app-page.ts';
import { combine, openVisitor, viewports, type Visitor } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';
import { fillChat } from '../support/fill-chat.ts';
import { until } from '../support/process.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0', MESSAGES_PER_MINUTE: '0' } });
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

/** Opens a separate browser context at the list of combinations. */
async function visit(name: string, viewport: (typeof viewports)[keyof typeof viewports] = viewports.phone) {
  const visitor = await openVisitor(browser, address, {
    name,
    path: '/app/combinations',
    viewport,
    reducedMotion: 'reduce',
  });
  await visitor.page.getByRole('heading', { level: 1, name: 'Combinations' }).waitFor();
  return visitor;
}

const open = async ({ page }: Visitor, other: Visitor): Promise<void> => {
  await page.goto(`${address}/app/chat/${other.id}`);
  await page.getByRole('textbox', { name: 'Message to' }).waitFor();
};
const write = async ({ page }: Visitor, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message to' }).fill(text);
  await page.keyboard.press('Enter');
};
/** Returns the texts of the visible messages in order, without times. */
const texts = ({ page }: Visitor): Promise<string[]> => page.locator('.line .text').allTextContents();

test('messages, typing and read marks arrive live in the chat and in the list of chats', async () => {
  const [ana, bia] = [await visit('Ana'), await visit('Bia <b>Costa</b>', viewports.desktop)];
  await ana.page.getByText('Nobody here yet').waitFor();
  await assertAccessible(ana.page);
  await assertFitsLargeLetters(ana.page);
  await combine(ana, bia);
  await ana.page.getByRole('link', { name: 'Say hello to Bia <b>Costa</b>' }).click();
  await ana.page.getByText('You and Bia <b>Costa</b> matched').waitFor();
  await bia.page.getByRole('link', { name: 'Say hello to Ana' }).click();
  await bia.page.getByText('You and Ana matched').waitFor();
  await ana.page.getByRole('textbox', { name: 'Message to' }).pressSequentially('Oi!');
  await bia.page.locator('.status.typing').waitFor();
  await ana.page.keyboard.press('Enter');
  await bia.page.locator('.line.other', { hasText: 'Oi!' }).waitFor();
  await bia.page.locator('.status.typing').waitFor({ state: 'detached' });
  await ana.page.locator('.line.own.read', { hasText: 'Oi!' }).waitFor();
  await write(bia, '<img src=x onerror=alert(1)> https://example.com/a?b=c.');
  const link = ana.page.locator('.line.other a');
  await link.waitFor();
  assert.deepEqual(
    [await link.getAttribute('href'), await link.getAttribute('rel')],
    ['https://example.com/a?b=c', 'noopener noreferrer nofollow'],
  );
  assert.equal(await ana.page.locator('.line img').count(), 0);
  await assertAccessible(ana.page);
  await assertAccessible(bia.page);
  assert.deepEqual([...ana.complaints, ...bia.complaints], []);
  await ana.context.close();
  await bia.context.close();
});

test('after a lost connection, a reload and with a second tab, each message appears once and in order on both sides', async () => {
  const [ana, bia] = [await visit('Caio'), await visit('Davi')];
  await combine(ana, bia);
  await Promise.all([open(ana, bia), open(bia, ana)]);
  await write(ana, 'one');
  await bia.page.locator('.line.other', { hasText: 'one' }).waitFor();
  await ana.page.locator('.status', { hasText: 'online' }).waitFor();
  await ana.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await ana.context.setOffline(true);
  await ana.page.getByText('No connection.').waitFor();
  await ana.page.locator('.status', { hasText: /^last seen / }).waitFor();
  await write(ana, 'two');
  await write(ana, 'three');
  await ana.page.locator('.line.waiting', { hasText: 'three' }).waitFor();
  // A waiting message survives an offline reload with the same key.
  await ana.page.reload();
  await ana.page.locator('.line.waiting', { hasText: 'three' }).waitFor();
  assert.deepEqual(await texts(ana), ['one', 'two', 'three']);
  // The tab opens only now, because a connection from before the loss may still deliver something.
  await write(bia, 'from the other side');
  await bia.page.locator('.line.own.sent', { hasText: 'from the other side' }).waitFor();
  const tab: Visitor = { ...ana, page: await ana.context.newPage() };
  await open(tab, bia);
  await tab.page.locator('.line.waiting', { hasText: 'three' }).waitFor();
  await write(tab, 'four, from the other tab');
  await ana.page.locator('.line.waiting', { hasText: 'four' }).waitFor();
  await ana.context.setOffline(false);
  const all = ['one', 'from the other side', 'two', 'three', 'four, from the other tab'];
  for (const who of [ana, tab, bia]) {
    await who.page.locator('.line', { hasText: 'four' }).waitFor();
    await who.page.locator('.line', { hasText: 'other side' }).waitFor();
    await until(async () => (await who.page.locator('.line.waiting').count()) === 0, 'all are sent');
    assert.deepEqual(await texts(who), all);
  }
  await ana.page.locator('.line.own.read', { hasText: 'four' }).waitFor();
  await ana.page.reload();
  await ana.page.locator('.line.own.read', { hasText: 'four' }).waitFor();
  assert.deepEqual(await texts(ana), all);
  await ana.context.close();
  await bia.context.close();
});

test('drafts are kept; an author deletes a message for both people, the other person deletes it only for that person', async () => {
  const [ana, bia] = [await visit('Elisa', viewports.desktop), await visit('Fábio')];
  await combine(ana, bia);
  await Promise.all([open(ana, bia), open(bia, ana)]);
  await write(ana, 'a slip');
  await write(ana, 'stays');
  await bia.page.locator('.line.other', { hasText: 'stays' }).waitFor();
  await ana.page.locator('.line.own.sent, .line.own.read', { hasText: 'stays' }).waitFor();
  // With keys only: moves to the messages, to the previous one, opens its menu and returns.
  await ana.page.keyboard.press('ArrowUp');
  await ana.page.keyboard.press('ArrowUp');
  await ana.page.keyboard.press('Enter');
  await ana.page.getByRole('button', { name: 'Delete' }).press('Enter');
  await ana.page.getByText('The message disappears for both of you').waitFor();
  await untilFocused(ana.page, 'Delete');
  await assertAccessible(ana.page);
  await ana.page.keyboard.press('Enter');
  for (const { page } of [ana, bia])
    await page.locator('.line.gone', { hasText: 'Message deleted' }).waitFor();
  await untilFocused(ana.page, 'Message to Fábio');
  await bia.page.locator('.line.other', { hasText: 'stays' }).click({ button: 'right' });
  await bia.page.getByRole('button', { name: 'Delete' }).click();
  await bia.page.getByText('disappears only for you').waitFor();
  await bia.page.getByRole('button', { name: 'Delete' }).click();
  await bia.page.locator('.line.other', { hasText: 'stays' }).waitFor({ state: 'detached' });
  await untilFocused(bia.page, 'Messages with Elisa');
  assert.deepEqual(await texts(ana), ['Message deleted', 'stays']);
  await bia.page.getByRole('textbox', { name: 'Message to' }).fill('begun and');
  await bia.page.keyboard.press('Shift+Enter');
  await bia.page.keyboard.press('Escape');
  await bia.page.getByRole('heading', { level: 1, name: 'Combinations' }).waitFor();
  await bia.page.reload();
  await bia.page.getByRole('link', { name: /Elisa/ }).click();
  assert.equal(await bia.page.getByRole('textbox', { name: 'Message to' }).inputValue(), 'begun and\n');
  await ana.context.close();
  await bia.context.close();
});

test('a blocked person sees that the chat is over and no longer sees its messages', async () => {
  const [ana, bia] = [await visit('Gil'), await visit('Hugo', viewports.desktop)];
  await combine(ana, bia);
  await Promise.all([open(ana, bia), open(bia, ana)]);
  await write(ana, 'private words');
  await bia.page.locator('.line.other', { hasText: 'private words' }).waitFor();
  await bia.page.locator('.conversation').getByRole('button', { name: 'Options for Gil' }).click();
  await bia.page.getByRole('button', { name: 'Block' }).click();
  await bia.page.getByText('no longer see each other anywhere').waitFor();
  await bia.page.getByRole('button', { name: 'Block' }).click();
  await bia.page.getByText('You blocked Gil.').waitFor();
  await ana.page.getByRole('heading', { name: 'This chat is over' }).waitFor();
  await assertAccessible(ana.page);
  assert.equal(await ana.page.getByRole('textbox').count(), 0);
  assert.equal(await ana.page.getByText('private words').count(), 0);
  await ana.page.getByRole('button', { name: 'Report' }).click();
  await ana.page.getByRole('textbox', { name: 'Tell us more' }).fill('He was rude');
  await ana.page.getByRole('button', { name: 'Send report' }).click();
  await ana.page.getByRole('alert').filter({ hasText: 'Choose a reason' }).waitFor();
  await assertAccessible(ana.page);
  await ana.page.getByRole('radio', { name: 'Harassment or insults' }).check();
  await ana.page.getByRole('button', { name: 'Send report' }).click();
  await ana.page.getByText('Your report is sent.').waitFor();
  await ana.page.getByRole('link', { name: 'See combinations' }).click();
  await ana.page.getByText('Nobody here yet').waitFor();
  await ana.context.close();
  await bia.context.close();
});

test('if the other person leaves during a chat, the chat accepts no more messages and says so', async () => {
  const [ana, bia] = [await visit('Iara'), await visit('João')];
  await combine(ana, bia);
  await open(ana, bia);
  await ana.page.getByRole('heading', { name: 'João' }).waitFor();
  await praca.sql`update social.users set deleted_at = now() where id = ${bia.id}`;
  // The page polls the other person's profile and may notice first.
  const over = ana.page.getByRole('heading', { name: 'This chat is over' }).waitFor();
  await Promise.race([over, write(ana, 'still there?').catch(() => {})]);
  await over;
  await ana.page.getByText('You and João are no longer matched').waitFor();
  await ana.context.close();
  await bia.context.close();
});

test('a reader of old messages keeps them and the scroll position after missing more updates than the server stores', async () => {
  const [ana, bia] = [await visit('Mara'), await visit('Nuno')];
  await combine(ana, bia);
  await ana.page.getByRole('link', { name: 'Say hello to Nuno' }).waitFor();
  await untilStored(ana.page, 'live.seq', '(seq) => seq > 0');
  await fillChat(praca.sql, praca.clock.now(), [ana.id, bia.id], 300);
  await open(ana, bia);
  const { page } = ana;
  await page.locator('.line', { hasText: 'message 300' }).waitFor();
  await readBack(ana);
  await inPane(ana, 'pane.scrollTo({ top: -pane.scrollHeight / 2 })');
  const before = await placeOf(ana);
  await praca.sql`update social.messages set body = '', deleted_at = now() where body = 'message 7'`;
  await praca.sql`
    update social.update_counters set last_seq = last_seq + 9, forgotten_seq = last_seq + 9
    where user_id = ${ana.id}`;
  await ana.context.setOffline(true);
  await page.getByText('No connection.').waitFor();
  await ana.context.setOffline(false);
  await page.locator('.line.gone').first().waitFor({ state: 'attached' });
  assert.equal((await texts(ana)).length, 300);
  await assertStill(ana, before);
  await ana.context.close();
  await bia.context.close();
});

test('a chat of a thousand messages loads week by week, keeps the scroll position and uses little memory', async (t) => {
  const [ana, bia] = [await visit('Kátia'), await visit('Léo')];
  await combine(ana, bia);
  await fillChat(praca.sql, praca.clock.now(), [ana.id, bia.id], 1000);
  await open(ana, bia);
  const { page } = ana;
  await page.locator('.line', { hasText: 'message 1000' }).waitFor();
  await readBack(ana);
  assert.equal((await texts(ana)).length, 1000);
  assert.ok((await page.locator('.day').count()) > 20, 'day by day');
  // A new message during reading of old ones is announced and does not move the page.
  await inPane(ana, 'pane.scrollTo({ top: -pane.scrollHeight / 2 })');
  const before = await placeOf(ana);
  await open(bia, ana);
  await write(bia, 'news from below');
  await page.getByRole('button', { name: '1 new message' }).waitFor();
  await assertStill(ana, before);
  assert.equal(
    await bia.page.locator('.line.own.read', { hasText: 'news from below' }).count(),
    0,
    'not read yet',
  );
  await page.getByRole('button', { name: '1 new message' }).click();
  await bia.page.locator('.line.own.read', { hasText: 'news from below' }).waitFor();
  const devtools = await ana.context.newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  t.diagnostic(`heap after 1 000 messages: ${(usedSize / 1e6).toFixed(1)} MB`);
  assert.ok(usedSize < 12e6, `${usedSize} bytes`);
  await ana.context.close();
  await bia.context.close();
});

const nearEnd = 48;

const inPane = ({ page }: Visitor, work: string): Promise<unknown> =>
  page.evaluate(`((pane) => ${work})(document.querySelector('.messages'))`);
/** Returns the number of the oldest message on the page. */
const firstShown = async ({ page }: Visitor): Promise<number> =>
  Number((await page.locator('.line .text').first().textContent())?.match(/\d+/)?.[0]);
/**
 * Scrolls to the first message. Checks once per round, because a short week loads the one before it without scrolling.
 */
async function readBack(visitor: Visitor): Promise<void> {
  for (let first = await firstShown(visitor); first > 1; first = await firstShown(visitor)) {
    const before = first;
    // Older messages are inserted above without moving the visible ones.
    await inPane(visitor, 'pane.scrollTo({ top: -pane.scrollHeight })');
    await until(async () => (await firstShown(visitor)) < before, `messages before ${before}`);
    assert.ok(Number(await inPane(visitor, 'pane.scrollTop')) < -nearEnd, 'no jump to the end');
  }
}
/**
 * Returns the distance between a line and the top of the window after scrolling has stopped. Without a name, uses the
 * first visible line.
 */
async function placeOf({ page }: Visitor, named?: string): Promise<{ text: string; top: number }> {
  const found = await page.evaluate(`new Promise((done) => {
    const pane = document.querySelector('.messages');
    const topOf = (line) => line.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    const textOf = (line) => line.querySelector('.text')?.textContent;
    const named = ${JSON.stringify(named ?? null)};
    // Lines that scroll into view are laid out in later frames.
    let [last, still] = ['', 0];
    const look = () => {
      const lines = [...document.querySelectorAll('.line')];
      const line = lines.find((one) => named === null ? topOf(one) >= 0 : textOf(one) === named);
      const place = { text: textOf(line), top: topOf(line) };
      still = JSON.stringify(place) === last ? still + 1 : 0;
      last = JSON.stringify(place);
      if (still === 10) done(place);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  return found as { text: string; top: number };
}
/** Allows for rounding, since a line may start between two pixels. */
async function assertStill(visitor: Visitor, before: { text: string; top: number }): Promise<void> {
  const { top } = await placeOf(visitor, before.text);
  assert.ok(Math.abs(top - before.top) < 4, `${before.text} moved from ${before.top} to ${top}`);
}
