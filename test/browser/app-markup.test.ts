import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { places, type PlaceName } from '../../web/app/router/places.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/app-page.ts';
import { combine, createSomeone, openVisitor, type Visitor } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';
import { fillWithMarkup, lookForMarkup, markupOf, type Looked } from '../support/hostile-texts.ts';
import { openModeration } from '../support/moderation.ts';

let praca: TestApp;
let browser: Browser;
let address: string;
let ana: Visitor;
/** The event with a hostile category and organiser. */
let eventId: number;
let biaId: string;

/** RIGHT-TO-LEFT OVERRIDE: reverses the following text up to the end of its block or isolate. */
const override = '\u202E';

before(async () => {
  praca = await openTestApp({
    settings: { SEED_TOWN: 'yes', RATE_LIMIT: '0', MESSAGES_PER_MINUTE: '0' },
  });
  await praca.start();
  address = await praca.listen();
  browser = await openBrowser();
  ana = await openVisitor(browser, address, { name: 'Ana', path: '/app/me' });
  await fillTown();
});
after(async () => {
  await browser.close();
  await praca.close();
});

/** Creates one of everything that other people can write, visible to Ana. */
async function fillTown(): Promise<void> {
  const staff = await openModeration(praca);
  const headers = await staff.staff('clara');
  const [bia, rude] = [await createSomeone(address, 'Bia'), await createSomeone(address, 'Caio')];
  biaId = bia.id;
  await combine(ana, bia);
  for (const [from, to] of [
    [ana, bia],
    [bia, ana],
  ] as const)
    await from.api.post('/user/{userId}/chat/{userChat}', {
      path: { userId: from.id, userChat: to.id },
      body: { message: 'Oi' },
    });
  for (const someone of [ana, bia, rude])
    await someone.api.put('/user/perfil', { body: { about: 'About', location: 'Caruaru, PE' } });
  await staff.call('GET', `/user/block/${rude.id}`, {
    authorization: `Bearer ${(await staff.signIn('ana')).token}`,
  });
  await staff.act(ana.id, 'hide', { reason: 'rude' });
  await ana.api.post('/user/{userId}/report/{other}', {
    path: { userId: ana.id, other: bia.id },
    body: { reason: 'rude' },
  });
  const inDays = (days: number): string => new Date(praca.clock.nowMs() + days * 86_400_000).toISOString();
  const event = await staff.call('POST', '/staff/events', headers, {
    name: 'Samba',
    description: 'Music',
    category: `"><script>xss=1</script>`,
    startDate: inDays(1),
    endDate: inDays(2),
    location: { name: 'Praça', streetAddress: 'Rua 1', city: 'Caruaru' },
    organizer: { name: 'Clube', url: 'https://example.com/' },
    offers: { url: 'https://example.com/', price: '10.00', priceCurrency: 'BRL' },
    image: 'https://example.com/a.jpg',
    spotlight: { from: inDays(-1), until: inDays(5), position: 1 },
  });
  assert.equal(event.status, 200, JSON.stringify(event.body));
  eventId = event.body.id;
  await bia.api.post('/event/{eventId}/confirm/{userId}', { path: { eventId, userId: bia.id } });
  for (const text of ['presentation', 'terms'] as const) {
    const markup = `${markupOf(`social.${text}`)} ${override}gpj`;
    const body = text === 'terms' ? markup : [{ photo: 'https://example.com/a.jpg', description: markup }];
    const published = await staff.call('PUT', `/staff/${text}/en`, headers, { body });
    assert.equal(published.status, 200, JSON.stringify(published.body));
  }
  const known = await praca.sql<{ id: string; login: string }[]>`
    select id, login_id as login from social.users where login_id is not null`;
  await fillWithMarkup(praca.sql);
  // Known accounts sign in to the app by these login ids.
  await praca.sql`
    update social.users u set login_id = k.login
    from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ login }) => login)}::text[]) as k (id, login)
    where u.id = k.id`;
  // The OpenAPI document states how these values begin, so the mark goes at the end.
  await praca.sql`update social.campaigns set link = ${`https://ads.example/"><script>xss=1</script>`}`;
  await praca.sql`update social.users set about = about || ${`${override}gpj`}`;
  await praca.sql`update social.messages set body = body || ${`${override}gpj`}`;
  await praca.sql`update social.events set description = description || ${`${override}gpj`}`;
  await praca.sql`update social.campaigns set description = description || ${`${override}gpj`}`;
  await praca.sql`update social.moderation_acts set reason = reason || ${`${override}gpj`}`;
}

interface Case {
  /** The path with ids filled in, for routes with parameters. */
  readonly path?: () => string;
  /** Columns whose texts must appear on the screen. Otherwise the visit proves nothing. */
  readonly shows: readonly string[];
  /** Opens further parts of the screen. */
  readonly opens?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).first().click();
const name = 'social.users.name';

type Path = { [Name in PlaceName]: (typeof places)[Name]['paths'][number] }[PlaceName];
/** One case for each path of the router. The type check fails if a new path is missing. */
const cases: Readonly<Record<Path, Case>> = {
  '/app/welcome': { shows: ['social.presentation', 'social.terms'], opens: press('terms of use') },
  '/app/sign-in': { shows: [name] },
  '/app/discover': { shows: [name], opens: press(/^Report|^More/) },
  '/app/people/:userId': { path: () => `/app/people/${biaId}`, shows: [name, 'social.users.about'] },
  '/app/events': {
    shows: ['social.events.name', 'social.events.venue_name', 'social.cities.name', 'social.campaigns.title'],
  },
  '/app/events/:eventId': {
    path: () => `/app/events/${eventId}`,
    shows: ['social.events.name', 'social.events.description', 'social.events.organizer_name', name],
  },
  '/app/combinations': { shows: [name, 'social.messages.body'] },
  '/app/chat/:userId': {
    path: () => `/app/chat/${biaId}`,
    shows: [name, 'social.messages.body'],
    opens: press(/^Options for/),
  },
  '/app/me': { shows: [name, 'social.users.location'] },
  '/app/me/profile': { shows: [name, 'social.users.about', 'social.users.location'] },
  '/app/me/search': { shows: [] },
  '/app/me/attendance': { shows: [] },
  '/app/me/notifications': { shows: [] },
  '/app/me/blocks': { shows: [name] },
  '/app/me/notices': { shows: ['social.moderation_acts.reason'] },
  '/app/me/reports': { shows: ['social.reports.reason', 'social.reports.reported_name'] },
  '/app/me/data': { shows: [] },
};

/**
 * Finds texts whose direction override also affects the text around them. A block or isolate around the text prevents
 * that.
 */
const lookForTurned = `(() => {
  const holds = (element) => {
    const { display, unicodeBidi } = getComputedStyle(element);
    return display !== 'inline' || /isolate|plaintext/.test(unicodeBidi);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.includes('${override}')) continue;
    let holder = node.parentElement;
    while (!holds(holder)) holder = holder.parentElement;
    const rest = holder.innerText.replace(node.data.trim(), '').trim();
    if (rest !== '') found.push(holder.outerHTML.slice(0, 300));
  }
  return found;
})()`;

test('texts of other people never become markup, run as script or reverse the text around them, on any screen', async () => {
  const { page, complaints } = ana;
  const unseen: string[] = [];
  assert.deepEqual(
    Object.keys(cases).toSorted(),
    Object.values(places)
      .flatMap(({ paths }) => [...paths])
      .toSorted(),
  );
  for (const [pattern, { path = () => pattern, shows, opens }] of Object.entries(cases)) {
    const stranger =
      pattern === '/app/sign-in' ? await (await browser.newContext({ locale: 'en' })).newPage() : page;
    await stranger.goto(address + path());
    await stranger.locator('main h1').first().waitFor({ state: 'attached' });
    await opens?.(stranger);
    for (const shown of shows)
      await until(stranger, `(${lookForMarkup})(document).names.includes('${shown}')`).catch(() =>
        unseen.push(`${pattern} does not show ${shown}`),
      );
    const { bad } = (await stranger.evaluate(`(${lookForMarkup})(document)`)) as Looked;
    assert.deepEqual([bad, await stranger.evaluate('typeof xss')], [[], 'undefined'], pattern);
    assert.deepEqual(await stranger.evaluate(lookForTurned), [], pattern);
  }
  assert.deepEqual(unseen, []);
  assert.deepEqual(complaints, []);
});
