import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  mailedLink,
  memberAs,
  openConsoleApp,
  signIn,
  staffAs,
  Visitor,
  type Answer,
} from '../../../test/support/console.ts';
import { listConsoleRoutes } from './frame/console-table.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
  await praca.runJobs();
});
after(() => praca.close());

const unescape = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
const addressesIn = (body: string, pattern: RegExp): string[] =>
  [...body.matchAll(pattern)].map(([, address = '']) => unescape(address));
const formsIn = (body: string): string[] => [
  ...addressesIn(body, /<form\s+method="post"\s+action="([^"]*)"/g),
  ...addressesIn(body, /formaction="([^"]*)"/g),
];

/** Opens an address and follows redirects like a browser. */
async function open(visitor: Visitor, address: string): Promise<Answer> {
  let answer = await visitor.get(address);
  for (let hops = 0; answer.status === 303 && hops < 4; hops++) answer = await visitor.get(answer.location);
  return answer;
}

/** Returns every page that is reachable by links from an address. */
async function walk(visitor: Visitor, from: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const waiting = [from]; waiting.length > 0;) {
    const address = waiting.pop() ?? '';
    const path = address.replace(/[?#].*$/, '');
    if (pages.has(path)) continue;
    const { status, body } = await open(visitor, address);
    assert.equal(status, 200, address);
    pages.set(path, body);
    waiting.push(...addressesIn(body, /href="(\/console(?:\/(?!(?:console|charts)[.-])[^"]*)?)"/g));
  }
  return pages;
}

test('the address of every form also answers GET with a page', async () => {
  const owner = await createPerson(praca, [memberAs('owner')]);
  const admin = await createPerson(praca, [staffAs('admin')]);
  const visits: [Visitor, from: string][] = [
    [new Visitor(praca), '/console/sign-in'],
    [await signIn(praca, owner.email), '/console'],
    [await signIn(praca, owner.email), '/console/me'],
    [await signIn(praca, owner.email), '/console/second-factor/set-up'],
    [await signIn(praca, admin.email), '/console'],
  ];
  const seen = new Set<string>();
  for (const [visitor, from] of visits) {
    for (const [page, body] of await walk(visitor, from)) {
      for (const action of new Set(formsIn(body))) {
        if (seen.has(action)) continue;
        seen.add(action);
        assert.equal((await open(visitor, action)).status, 200, `${action}, of ${page}`);
      }
    }
  }
  for (const address of ['/console/sign-out', '/console/me/password', '/console/psp/1/team/invite'])
    assert.ok(seen.has(address), `${address} of ${[...seen].join(' ')}`);
  assert.ok(seen.size > 20, `${seen.size} forms`);
});

test('no page shows a time in machine format', async () => {
  const machineTime = /\d{4}-\d\d-\d\d(?:T|\s+)\d\d:\d\d/;
  for (const place of [memberAs('owner'), staffAs('admin')]) {
    const visitor = await signIn(praca, (await createPerson(praca, [place])).email);
    for (const [page, body] of await walk(visitor, '/console')) {
      const shown = body.replaceAll(/<(pre|code)\b.*?<\/\1>|<[^>]*>/gs, ' ');
      assert.doesNotMatch(shown, machineTime, page);
    }
  }
});

test('GET of an act’s address leads to the page of its form, with the same parameters', async () => {
  const visitor = new Visitor(praca);
  const routes = listConsoleRoutes(praca.consoleTable, ['staff', 'psp']);
  const named = (url: string): string => `/console${url}`.replaceAll(/:(\w+)/g, 'the-$1');
  for (const { kind, path, url } of routes.filter(({ method }) => method === 'POST')) {
    const { page } = praca.consoleTable.acts.find((act) => act.path === path) ?? { page: '' };
    const found = routes.find(
      (route) => route.method === 'GET' && route.kind === kind && route.path === page,
    );
    assert.ok(found, `${path} stands on ${page}`);
    if (page === path) continue;
    const { status, location } = await visitor.get(`${named(url)}?lang=de`);
    assert.deepEqual([status, location], [303, `${named(found.url)}?lang=de`], url);
  }
  const odd = await visitor.get('/console/psp/%2F%2Felsewhere.example/team/invite');
  assert.equal(odd.location, '/console/psp/%2F%2Felsewhere.example/team');
});

test('a form submitted after the session ended leads back to its page, and the sign-in says that nothing was done', async () => {
  const { email } = await createPerson(praca, [memberAs('owner')]);
  const owner = await signIn(praca, email);
  await owner.get('/console/psp/1/team');
  const left = owner.at(praca);
  await left.post('/console/sign-out');
  for (const [sentTo, page] of [
    ['/console/psp/1/payments/new', '/console/psp/1/payments/new'],
    ['/console/psp/1/team/invite', '/console/psp/1/team'],
    ['/console/me/password', '/console/me'],
  ] as const) {
    const ended = await owner.post(sentTo, { email: 'late@example.com', role: 'viewer' });
    assert.equal(ended.location, `/console/sign-in?to=${encodeURIComponent(sentTo)}&done=lost-form`);
    assert.match(
      (await owner.get(`${ended.location}&lang=en`)).body,
      /session had ended, and nothing was done/,
    );
    assert.doesNotMatch((await owner.get(ended.location)).body, /nothing was done/, 'once');
    const back = await owner.post('/console/sign-in', { email, password: goodPassword, to: sentTo });
    assert.equal(back.location, sentTo);
    const shown = await open(owner, sentTo);
    assert.ok(formsIn(shown.body).includes(sentTo), `${page} has the form`);
    await owner.post('/console/sign-out');
  }
  const made = await new Visitor(praca).get('/console/sign-in?done=lost-form&lang=en');
  assert.doesNotMatch(made.body, /nothing was done/, 'a crafted link shows no message');
  assert.doesNotMatch((await new Visitor(praca).get('/console/psp/1/team')).location, /done=/);
});

test('the language links of a refused form lead to the form’s own page', async () => {
  const inGerman = (body: string): string => addressesIn(body, /href="([^"]*\blang=de)"/g)[0] ?? '';
  const owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  await owner.get('/console/psp/1/team');
  const refused = await owner.post('/console/psp/1/team/invite', { email: 'nobody', role: 'viewer' });
  assert.equal(refused.status, 409);
  assert.match(refused.body, /value="nobody"/, 'keeps what was typed');
  assert.match(
    refused.body,
    /href="\/console\/psp\/1\/team" aria-current="page"/,
    'and its place in the menu',
  );
  assert.match((await open(owner, inGerman(refused.body))).body, /<html lang="de">[^]*<h1>Team<\/h1>/);

  const stranger = new Visitor(praca);
  const { body } = await stranger.get('/console/sign-in?to=/console/me');
  const wrong = await stranger.post(formsIn(body)[0] ?? '', { email: 'ana@example.com', password: 'wrong' });
  assert.equal(wrong.status, 401);
  assert.equal(inGerman(wrong.body), '/console/sign-in?to=%2Fconsole%2Fme&lang=de');

  await owner.post('/console/psp/1/team/invite', { email: 'guest@example.com', role: 'viewer' });
  const link = await mailedLink(praca, 'guest@example.com');
  const guest = new Visitor(praca);
  const [action = ''] = formsIn((await guest.get(link)).body);
  const token = new URL(link, 'http://praca.invalid').searchParams.get('token') ?? '';
  const weak = await guest.post(action, { token, name: 'Guest', password: 'short' });
  assert.equal(weak.status, 400);
  assert.equal((await guest.get(inGerman(weak.body))).status, 200);
});
