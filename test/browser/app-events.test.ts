import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, assertFitsLargeLetters, countForcedColours } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { shoot, until, untilFocused, untilStored } from '../support/app-page.ts';
import { createSomeone, openVisitor, refusals, unexpected, viewports } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';
import { openPeople } from '../support/social-people.ts';

let praca: TestApp;
let browser: Browser;
let address: string;
let staff: { authorization: string };

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  await praca.start();
  address = await praca.listen();
  staff = await (await openPeople(praca)).staffHeaders();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const inHours = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();

async function ask<Answer>(path: string, payload: object): Promise<Answer> {
  const answer = await praca.app.inject({
    method: 'POST',
    url: `/social/staff${path}`,
    headers: staff,
    payload,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Answer>();
}

const createEvent = async (fields: object = {}): Promise<number> => {
  const { id } = await ask<{ id: number }>('/events', {
    name: 'Roda de samba',
    startDate: inHours(48),
    endDate: inHours(52),
    category: 'Música',
    location: { name: 'Praça da Sé', city: 'São Paulo' },
    ...fields,
  });
  return id;
};

test('phone: events are found by words without accents, city, day and category, and the address keeps the filter', async () => {
  await createEvent({
    name: 'Festival de Forró <b>livre</b>',
    category: 'Dança',
    location: { name: 'Pátio', city: 'Caruaru' },
    spotlight: { from: inHours(-1), until: inHours(100), position: 1 },
  });
  await createEvent({
    name: 'Sarau',
    category: 'Cultura',
    startDate: inHours(24 * 20),
    endDate: inHours(24 * 20 + 3),
  });
  for (let index = 0; index < 45; index++) await createEvent({ name: `Roda ${index}` });
  const ana = await openVisitor(browser, address, {
    name: 'Ana',
    path: '/app/events',
    viewport: viewports.phone,
  });
  const { page } = ana;
  const tiles = page.locator('.tiles .tile');
  const names = (): Promise<string[]> => page.locator('.tiles .tile h3').allTextContents();
  await page.getByRole('heading', { name: 'In the spotlight' }).waitFor();
  await tiles.first().waitFor();
  await assertAccessible(page);

  await until(
    page,
    `(scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.tiles .tile').length === 47)`,
  );
  await tiles.last().click();
  await page.getByRole('heading', { level: 1, name: 'Sarau' }).waitFor();
  await page.goBack();
  await tiles.nth(46).waitFor();
  await until(page, 'scrollY > 500');

  await page.getByRole('searchbox', { name: 'Search events' }).fill('forro');
  await page.waitForURL('**/app/events?q=forro');
  await until(page, `document.querySelectorAll('.tiles .tile').length === 1`);
  assert.deepEqual(await names(), ['Festival de Forró <b>livre</b>']);
  assert.equal(await page.evaluate('document.activeElement.name'), 'q', 'the field keeps the focus');
  await page.reload();
  await tiles.first().waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'forro');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Cultura' }).click();
  await until(page, `document.querySelectorAll('.tiles .tile').length === 1`);
  assert.deepEqual(await names(), ['Sarau']);
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('heading', { name: 'No events here' }).waitFor();
  assert.equal(
    await countForcedColours(page, '.chip'),
    2,
    'chosen and unchosen chips differ in forced colours',
  );
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  await page.getByRole('button', { name: 'All of Brazil' }).click();
  await page.getByRole('searchbox', { name: 'Search cities' }).fill('CARU');
  await assertAccessible(page);
  await page.getByRole('button', { name: /^Caruaru, PE/ }).press('Enter');
  await untilFocused(page, 'Caruaru, PE');
  await until(page, `document.querySelectorAll('.tiles .tile').length === 1`);
  assert.match(decodeURIComponent(page.url()), /city=Caruaru,\+PE$/);
  assert.deepEqual(ana.complaints, []);
  await ana.context.close();
});

test('the list begins with the own city, which can be changed for good; an event has a map link and can be shared', async () => {
  const [here, there] = [
    await createEvent({ name: 'Aqui', location: { name: 'Pátio', streetAddress: 'Rua 1', city: 'Olinda' } }),
    await createEvent({ name: 'Lá', location: { name: 'Pátio', city: 'Recife' } }),
  ];
  const ana = await openVisitor(browser, address, { name: 'Ana at home', path: '/app/me' });
  const { page, context } = ana;
  await ana.api.put('/user/perfil', { body: { location: 'olinda' } });
  await page.goto(`${address}/app/events`);
  const tiles = page.locator('.tiles .tile h3');
  await page.getByRole('button', { name: 'Olinda, PE' }).waitFor();
  await until(page, `document.querySelectorAll('.tiles .tile').length === 1`);
  assert.deepEqual(await tiles.allTextContents(), ['Aqui']);
  assert.equal(await page.getByRole('button', { name: 'Clear filters' }).count(), 0);
  await page.getByRole('button', { name: 'Olinda, PE' }).click();
  await page.getByRole('button', { name: 'All of Brazil' }).click();
  await page.waitForURL('**/app/events?city=');
  await until(page, `document.querySelectorAll('.tiles .tile').length > 1`);
  await page.reload();
  await page.getByRole('button', { name: 'All of Brazil' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Olinda, PE' }).waitFor();

  await page.goto(`${address}/app/events/${here}`);
  const map = page.getByRole('link', { name: /^See on a map/ });
  assert.match((await map.getAttribute('rel')) ?? '', /noreferrer/);
  const link = new URL((await map.getAttribute('href')) ?? '');
  assert.deepEqual(
    [link.origin, link.searchParams.get('query')],
    ['https://www.openstreetmap.org', 'Rua 1, Olinda, PE'],
  );
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied.').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${address}/app/events/${here}`);
  assert.notEqual(here, there);
  assert.deepEqual(ana.complaints, [], 'no request to the map');
  await context.close();
});

test('desktop: a member confirms, cancels, joins a waiting list and exports to a calendar', async () => {
  const bia = await createSomeone(address, 'Bia');
  const open = await createEvent({
    name: 'Aberto',
    description: 'Traga <i>água</i>.',
    timezone: 'America/Manaus',
  });
  const small = await createEvent({ name: 'Pequeno', maximumAttendeeCapacity: 1 });
  const ana = await openVisitor(browser, address, {
    name: 'Ana desktop',
    path: `/app/events/${open}`,
    viewport: viewports.desktop,
    colorScheme: 'dark',
    timezoneId: 'Europe/Lisbon',
  });
  const { page } = ana;
  await page.getByRole('heading', { level: 1, name: 'Aberto' }).waitFor();
  await page.getByText('Traga <i>água</i>.').waitFor();
  await page.getByText(/local time \(GMT-4\)/).waitFor();
  await page.getByText('Nobody is going yet. Be the first.').waitFor();
  await assertAccessible(page);
  await assertFitsLargeLetters(page);
  // Before the first attendance the app asks for its visibility.
  await page.getByRole('button', { name: 'I’m going' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Who may see that you are going?' });
  await sheet.waitFor();
  assert.ok(await sheet.getByRole('radio', { name: /^People who are going too/ }).isChecked());
  await assertAccessible(page);
  await shoot(page, 'attendance-asked-desktop-dark');
  await sheet.getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByText('Nobody is going yet. Be the first.').waitFor();
  const config = () => ana.api.get('/user/{userId}/config', { path: { userId: ana.id } });
  assert.equal((await config()).attendanceChosen, false, 'closing the sheet stores no choice');
  await page.getByRole('button', { name: 'I’m going' }).press('Enter');
  await sheet.getByRole('button', { name: 'I’m going' }).press('Enter');
  await page.getByText('1 going').waitFor();
  await page.getByText('Some people are not shown: everyone decides who sees them.').waitFor();
  await untilFocused(page, 'I can’t make it');
  await page.getByRole('link', { name: 'Ana desktop' }).waitFor();
  assert.deepEqual([(await config()).attendance, (await config()).attendanceChosen], ['attendees', true]);

  // The visibility applies to this event only and survives cancelling and confirming again.
  const shownTo = async () =>
    (await ana.api.get('/event/{eventId}/get', { path: { eventId: open } })).attendance;
  await page.getByRole('button', { name: 'Change' }).press('Enter');
  assert.ok(await sheet.getByRole('radio', { name: /^As in my settings/ }).isChecked());
  await sheet.getByRole('radio', { name: /^Nobody/ }).check();
  await assertAccessible(page);
  await sheet.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Who may see that you are going: Nobody').waitFor();
  while ((await shownTo()) !== 'nobody') await page.waitForTimeout(50);
  await untilFocused(page, 'Change');
  await shoot(page, 'attendance-of-event-desktop-dark');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to calendar' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), `event-${open}.ics`);
  await page.getByRole('button', { name: 'I can’t make it' }).press('Enter');
  await page.getByText('Nobody is going yet. Be the first.').waitFor();
  await untilFocused(page, 'I’m going');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('You are going.', { exact: true }).waitFor();
  await untilFocused(page, 'Aberto');
  await page.getByText('Who may see that you are going: Nobody').waitFor();
  assert.equal(await shownTo(), 'nobody');

  // Another member takes the last place: the optimistic change is reverted and the waiting list is offered.
  await page.goto(`${address}/app/events/${small}`);
  await page.getByText('1 of 1 left').waitFor();
  await bia.api.post('/event/{eventId}/confirm/{userId}', { path: { eventId: small, userId: bia.id } });
  await page.getByRole('button', { name: 'I’m going' }).click();
  await page.getByRole('button', { name: 'Join the waiting list' }).click();
  await page.getByText('You are number 1 on the waiting list.').waitFor();
  await assertAccessible(page);
  await bia.api.delete('/event/{eventId}/confirm/{userId}', { path: { eventId: small, userId: bia.id } });
  await praca.runJobs();
  await page.getByRole('button', { name: 'I can’t make it' }).waitFor();

  // A cancelled event says so and offers no action.
  await praca.app.inject({ method: 'POST', url: `/social/staff/events/${open}/cancel`, headers: staff });
  await page.goto(`${address}/app/events/${open}`);
  await page.getByText('This event was cancelled.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'I can’t make it' }).count(), 0);
  await page.goto(`${address}/app/events/999999`);
  await page.getByRole('heading', { name: 'This event does not exist' }).waitFor();
  await assertAccessible(page);
  assert.deepEqual(
    unexpected(ana.complaints, refusals),
    [],
    'no complaint except about the full and the missing event',
  );
  await ana.context.close();
});

test('without a connection the last known data is shown', async () => {
  const id = await createEvent({ name: 'Lembrado' });
  const ana = await openVisitor(browser, address, {
    name: 'Ana offline',
    path: `/app/events/${id}`,
    viewport: viewports.phone,
  });
  const { page, context } = ana;
  await page.getByRole('heading', { level: 1, name: 'Lembrado' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await untilStored(page, 'events.details', '(kept) => kept !== undefined');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Lembrado' }).waitFor();
  await page.getByText('No connection. Showing what was already saved.').waitFor();
  await context.close();
});

test('an advertisement is labelled, counts as seen after one second, and counts one click once', async () => {
  const { id } = await ask<{ id: string }>('/campaigns', {
    title: 'Festival <b>grande</b>',
    description: 'Três dias',
    media_type: 1,
    media: 'https://ads.example/a.jpg',
    link: 'https://ads.example/',
    starts_at: inHours(-24),
    ends_at: inHours(240),
    cities: [],
    weight: 1,
  });
  const counts = async (): Promise<object> => {
    const list = await praca.app.inject({ url: '/social/staff/campaigns', headers: staff });
    const found = list.json<{ id: string; views: number; clicks: number }[]>().find((one) => one.id === id);
    return { views: found?.views, clicks: found?.clicks };
  };
  const ana = await openVisitor(browser, address, {
    name: 'Ana sees',
    path: '/app/events',
    viewport: viewports.phone,
  });
  const { page, context } = ana;
  await context.route('https://ads.example/**', (route) => route.fulfill({ body: 'elsewhere' }));
  const counted = (what: string) =>
    page.waitForResponse((response) => response.url().endsWith(`/get/ads/${id}/${what}`));
  const seen = counted('view');
  const notice = page.getByRole('article', { name: 'Advertisement' });
  await notice.waitFor();
  assert.deepEqual(await counts(), { views: 0, clicks: 0 }, 'it is below the visible part');
  await notice.scrollIntoViewIfNeeded();
  await seen;
  assert.deepEqual(await counts(), { views: 1, clicks: 0 });
  await notice.getByText('Festival <b>grande</b>').waitFor();
  await assertAccessible(page);
  const click = async (): Promise<void> => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      notice.getByRole('link', { name: /^Learn more/ }).click(),
    ]);
    await popup.close();
  };
  await Promise.all([counted('click'), click()]);
  await click();
  assert.deepEqual(await counts(), { views: 1, clicks: 1 });
  assert.deepEqual(ana.complaints, [], 'no request to another host');
  await context.close();
});
