import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { assertAccessible } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { readDevice, shoot, until } from '../support/app-page.ts';
import { combine, createSomeone, openVisitor, type Someone, type Visitor } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';
import { openPeople } from '../support/social-people.ts';

let praca: TestApp;
let browser: Browser;
let address: string;
let eventId: number;

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0', MESSAGES_PER_MINUTE: '0' } });
  await praca.start();
  address = await praca.listen();
  const headers = await (await openPeople(praca)).staffHeaders();
  const inHours = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers,
    payload: {
      name: 'Roda de samba',
      startDate: inHours(480),
      endDate: inHours(484),
      category: 'Música',
      location: { name: 'Praça da Sé', city: 'São Paulo' },
    },
  });
  assert.equal(created.statusCode, 200, created.body);
  eventId = created.json<{ id: number }>().id;
  browser = await openBrowser({ isWhole: true });
});
after(async () => {
  await browser.close();
  await praca.close();
});

const go = (someone: Someone) =>
  someone.api.post('/event/{eventId}/confirm/{userId}', {
    path: { eventId, userId: someone.id },
    query: { attendance: 'everyone' },
  });

async function addPhoto(someone: Someone, background: string): Promise<string> {
  const image = await sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  await someone.api.put('/user/perfil', { body: { photos: [image.toString('base64')] } });
  const [photo] = await someone.api.get('/user/{userId}/photos', { path: { userId: someone.id } });
  const name = /\/photos\/([\w-]{22})/.exec(photo?.url ?? '')?.[1];
  assert.ok(name);
  return name;
}

/** Waits until the device stores each text, which proves that its absence later means something. */
async function untilKept(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) while (!(await readDevice(page)).includes(text)) await page.waitForTimeout(100);
}

async function untilGone(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) while ((await readDevice(page)).includes(text)) await page.waitForTimeout(100);
}

/** Two people who chat, with everything about each other stored on both devices. */
async function openPair(names: readonly [string, string]): Promise<{
  ana: Visitor;
  bia: Visitor;
  ofAna: readonly string[];
  ofBia: readonly string[];
}> {
  const [one, other] = [await createSomeone(address, names[0]), await createSomeone(address, names[1])];
  const [photoOfAna, photoOfBia] = [await addPhoto(one, '#c8553d'), await addPhoto(other, '#2f4b7c')];
  for (const someone of [one, other]) await go(someone);
  await combine(one, other);
  const [said, answered] = [`secret words of ${names[0]}`, `private answer of ${names[1]}`];
  for (const [from, to, message] of [
    [one, other, said],
    [other, one, answered],
  ] as const)
    await from.api.post('/user/{userId}/chat/{userChat}', {
      path: { userId: from.id, userChat: to.id },
      body: { message },
    });
  const open = async (name: string, to: Someone): Promise<Visitor> => {
    const visitor = await openVisitor(browser, address, { name, path: '/app/combinations' });
    const { page } = visitor;
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await until(page, 'navigator.serviceWorker.controller !== null');
    await page.goto(`${address}/app/people/${to.id}`);
    await page.getByRole('link', { name: `Talk to ${to.name}` }).click();
    await page.locator('.line').nth(1).waitFor();
    await page.getByRole('textbox', { name: 'Message to' }).fill(`a draft to ${to.name}`);
    return visitor;
  };
  const [ana, bia] = [await open(names[0], other), await open(names[1], one)];
  const ofAna = [said, answered, one.name, one.id, photoOfAna];
  const ofBia = [said, answered, other.name, other.id, photoOfBia];
  await untilKept(ana.page, [...ofBia, `chat.${other.id}`]);
  await untilKept(bia.page, [...ofAna, `chat.${one.id}`]);
  return { ana, bia, ofAna, ofBia };
}

test('a block in a chat removes the person from both devices at once: messages, row, draft, profile and photos', async () => {
  const { ana, bia, ofAna, ofBia } = await openPair(['Alba', 'Benta']);
  // The blocked person is on another screen, which has loaded nothing of the chat since.
  await bia.page.goto(`${address}/app/me`);
  await bia.page.getByRole('heading', { name: 'Benta' }).waitFor();
  await ana.page.getByRole('button', { name: 'Options for Benta' }).first().click();
  await ana.page.getByRole('button', { name: 'Block' }).click();
  await ana.page.getByText('the chat disappears at once for you and for Benta, too').waitFor();
  await assertAccessible(ana.page);
  await shoot(ana.page, 'block-form');
  await ana.page.getByRole('button', { name: 'Block Benta' }).click();
  await ana.page.getByText('You blocked Benta.').waitFor();
  const left = await readDevice(ana.page);
  for (const text of ofBia) assert.ok(!left.includes(text), `the device still stores ${text}`);
  await untilGone(bia.page, ofAna);
  // Without a connection there is nothing to read, either.
  await ana.context.setOffline(true);
  await ana.page.goto(`${address}/app/combinations`);
  await ana.page.getByText('Nobody here yet').waitFor();
  await ana.context.close();
  await bia.context.close();
});

test('a block from a profile removes the chat, also while no screen of chats is loaded, and offers no undo', async () => {
  const { ana, bia, ofBia } = await openPair(['Celia', 'Dalva']);
  await ana.page.goto(`${address}/app/people/${bia.id}`);
  await ana.page.getByRole('button', { name: 'More' }).click();
  await ana.page.getByRole('button', { name: 'Block' }).click();
  await ana.page.getByRole('button', { name: 'Block Dalva' }).click();
  await ana.page.getByText('You blocked Dalva.').waitFor();
  assert.equal(await ana.page.getByRole('button', { name: 'Undo', exact: true }).count(), 0);
  const left = await readDevice(ana.page);
  for (const text of ofBia) assert.ok(!left.includes(text), `the device still stores ${text}`);
  await ana.context.close();
  await bia.context.close();
});

test('an empty chat names the event to which both go, and on a wide window the badge covers no letter', async () => {
  const [lia, max] = [await createSomeone(address, 'Lia'), await createSomeone(address, 'Max')];
  for (const someone of [lia, max]) await go(someone);
  await combine(lia, max);
  const { page, context } = await openVisitor(browser, address, {
    name: 'Lia',
    path: '/app/me',
    viewport: { width: 1280, height: 800 },
  });
  const badge = page.locator('.bar .count');
  await badge.waitFor();
  const [of, word] = [
    await badge.boundingBox(),
    await page.getByText('Combinations', { exact: true }).boundingBox(),
  ];
  assert.ok(of && word && of.x >= word.x + word.width, JSON.stringify([of, word]));
  const isCut = `((word) => word.scrollWidth > word.clientWidth)(
    document.querySelector('.bar a[href="/app/combinations"] > span:last-child'))`;
  assert.equal(await page.evaluate(isCut), false);
  await page.goto(`${address}/app/chat/${max.id}`);
  await page.getByText('You are both going: Roda de samba').waitFor();
  await assertAccessible(page);
  await context.close();
});

test('a report is the same form in Discover, in a chat and on an event, with the same categories', async () => {
  const [eva, fabio] = [await createSomeone(address, 'Eva'), await createSomeone(address, 'Fabio')];
  const { page, context } = await openVisitor(browser, address, { name: 'Gilda', path: '/app/discover' });
  const gilda = await createSomeone(address, 'Gilda');
  await combine(gilda, fabio);
  const labels = async (): Promise<string[]> => {
    await page.getByText('What happened?').waitFor();
    await page.getByText('Our staff read your report and tell you the outcome.').waitFor();
    await assertAccessible(page);
    return page.locator('dialog .option').allTextContents();
  };
  await page.goto(`${address}/app/people/${eva.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Report' }).click();
  const ofProfile = await labels();
  await shoot(page, 'report-form');
  await page.goto(`${address}/app/chat/${fabio.id}`);
  await page.getByRole('button', { name: 'Options for Fabio' }).first().click();
  await page.getByRole('button', { name: 'Report' }).click();
  assert.deepEqual(await labels(), ofProfile);
  assert.equal(ofProfile.filter((label) => /threat/i.test(label)).length, 1, 'a threat has one category');
  await page.getByRole('radio', { name: 'Violence or threats' }).check();
  await page.getByRole('switch', { name: 'Block as well' }).uncheck();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Your report is sent.').waitFor();
  await page.goto(`${address}/app/events/${eventId}`);
  await page.getByRole('button', { name: 'Report this event' }).click();
  const ofEvent = await labels();
  const known = new Set([...ofProfile, 'The event does not exist']);
  assert.deepEqual(
    ofEvent.filter((label) => !known.has(label)),
    [],
  );
  await page.getByRole('radio', { name: 'Violence or threats' }).check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Your report is sent.').waitFor();
  const sent = await praca.sql<{ category: string }[]>`
    select category from social.reports where reporter_id = ${gilda.id}`;
  assert.deepEqual(
    sent.map(({ category }) => category),
    ['violence', 'violence'],
  );
  await context.close();
});

test('an event page does not give a blocker away: total and note are the same for the blocked person', async () => {
  const [helio, ivo] = [await createSomeone(address, 'Helio'), await createSomeone(address, 'Ivo')];
  await go(helio);
  const path = `/app/events/${eventId}`;
  const [free, blocked] = [
    await openVisitor(browser, address, { name: 'Jonas', path }),
    await openVisitor(browser, address, { name: 'Ivo', path }),
  ];
  await helio.api.get('/user/block/{useriD}', { path: { useriD: ivo.id }, query: { days: 0 } });
  const read = async ({ page }: Visitor) => {
    await page.goto(address + path);
    await page.getByRole('link', { name: 'Eva' }).or(page.locator('.goers li').first()).first().waitFor();
    const words = await page
      .getByRole('heading', { name: 'Who is going' })
      .locator('..')
      .locator(':scope > p')
      .allTextContents();
    return { words, faces: await page.locator('.goers li').allTextContents() };
  };
  const [seen, seenByBlocked] = [await read(free), await read(blocked)];
  assert.ok(seen.faces.some((name) => name.includes('Helio')));
  assert.ok(!seenByBlocked.faces.some((name) => name.includes('Helio')));
  assert.deepEqual(seenByBlocked.words, seen.words);
  assert.match(seen.words.join(' '), /^\d+ going Some people are not shown/);
  await shoot(blocked.page, 'event-of-blocked');
  await free.context.close();
  await blocked.context.close();
});
