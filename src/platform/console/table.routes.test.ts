import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import {
  createPerson,
  memberAs,
  openConsoleApp,
  signIn,
  staffAs,
  Visitor,
  type Place,
} from '../../../test/support/console.ts';
import { listConsoleRoutes, type ConsoleRoute } from './frame/console-table.ts';
import { allows, memberRoles, staffRoles } from './people/roles.rules.ts';

let praca: TestApp;
let routes: ConsoleRoute[];
before(async () => {
  praca = await openConsoleApp();
  await praca.sql`insert into merchant.psps (id, name, created_at) values (2, 'Other', now())`;
  routes = listConsoleRoutes(praca.consoleTable, ['staff', 'psp']);
});
after(() => praca.close());

const unknown = '0199e2f0-5c1a-7c3e-9c52-6d1d3f9b2c77';

const urlOf = (route: ConsoleRoute, organisation = '1'): string =>
  `/console${route.url}`.replace(':organisation', organisation).replace(':kind', 'psp').replace(':id', '1');

const ask = (visitor: Visitor, route: ConsoleRoute, organisation?: string) =>
  route.method === 'GET'
    ? visitor.get(urlOf(route, organisation))
    : visitor.post(urlOf(route, organisation), { person: unknown, invitation: unknown, role: 'none' });

const everyPlace: Place[] = [
  ...staffRoles.map((role) => staffAs(role)),
  ...memberRoles.map((role) => memberAs(role)),
];

test('every role gets on every route the answer of the table, and its menu links only to allowed pages', async () => {
  assert.ok(routes.length >= 18, `${routes.length} routes`);
  for (const place of everyPlace) {
    const visitor = await signIn(praca, (await createPerson(praca, [place])).email);
    const home = await visitor.get('/console');
    const { body } = await visitor.get(home.location);
    const links = new Set([...body.matchAll(/href="(\/console\/[^"?]+)"/g)].map(([, href]) => href));
    for (const route of routes) {
      const what = `${place.kind} ${place.role}: ${route.method} ${urlOf(route)}`;
      const { status } = await ask(visitor, route);
      if (route.kind !== place.kind) {
        const isWatched = place.kind === 'staff' && place.role !== 'moderator';
        const isSeen = isWatched && route.method === 'GET' && allows(route.grant, memberAs('viewer'));
        if (!isSeen) assert.equal(status, isWatched ? 403 : 404, what);
        else assert.ok(status < 500 && status !== 403 && status !== 401, `${what} → ${status}`);
        assert.ok(!links.has(urlOf(route)), what);
      } else if (allows(route.grant, place)) {
        // The thing in the path may be missing, and the input may be invalid.
        assert.ok(status < 500 && status !== 403 && status !== 401, `${what} → ${status}`);
        if (!route.path.includes(':') && route.method === 'GET') assert.equal(status, 200, what);
      } else {
        assert.equal(status, 403, what);
        assert.ok(!links.has(urlOf(route)), `${what} is not in the menu`);
      }
    }
  }
});

test('team pages show buttons only to roles that may change the team', async () => {
  for (const place of everyPlace) {
    const visitor = await signIn(praca, (await createPerson(praca, [place])).email);
    const base = place.kind === 'staff' ? '/console/staff' : '/console/psp/1';
    const { body } = await visitor.get(`${base}/team`);
    const leads = place.role === 'admin' || place.role === 'owner';
    for (const act of ['invite', 'role', 'remove']) {
      assert.equal(body.includes(`action="${base}/team/${act}"`), leads, `${place.role} ${act}`);
    }
  }
});

test('the record of an organisation offers filters for acts of its members and acts of staff on it', async () => {
  const owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  const { body } = await owner.get('/console/psp/1/audit');
  const offered = [...body.matchAll(/<option\s+value="([^"]+)"/g)].map(([, name]) => name ?? '');
  assert.ok(offered.includes('payment.refunded') && offered.includes('psp.suspended'), offered.join(' '));
  const { acts } = praca.consoleTable;
  const theirs = new Set(acts.filter(({ grant }) => grant.members).map(({ name }) => name));
  const others = acts.map(({ name }) => name).filter((name) => !theirs.has(name) && !name.startsWith('psp.'));
  assert.ok(others.length > 20);
  assert.deepEqual(
    offered.filter((name) => others.includes(name)),
    [],
  );
});

test('staff see a payment provider’s pages like its viewers, with a note, and cannot change anything', async () => {
  const support = await signIn(praca, (await createPerson(praca, [staffAs('support')])).email);
  const viewer = await signIn(praca, (await createPerson(praca, [memberAs('viewer')])).email);
  const menuOf = (body: string) =>
    [...(/<nav class="rail".*?<\/nav>/s.exec(body)?.[0] ?? '').matchAll(/href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
  const [seen, own] = [await support.get('/console/psp/1'), await viewer.get('/console/psp/1')];
  assert.deepEqual(menuOf(seen.body), menuOf(own.body));
  assert.match(seen.body, /You see this page as staff/);
  assert.doesNotMatch(own.body, /You see this page as staff/);
  assert.match(seen.body, /href="\/console\/staff"/, 'and the way back');
  for (const route of routes.filter(({ kind, method }) => kind === 'psp' && method === 'POST'))
    assert.equal((await ask(support, route)).status, 403, route.url);
  for (const missing of ['999', '01', 'x']) {
    assert.equal((await support.get(`/console/psp/${missing}`)).status, 404, missing);
  }
  const moderator = await signIn(praca, (await createPerson(praca, [staffAs('moderator')])).email);
  assert.equal((await moderator.get('/console/psp/1')).status, 404);
  assert.match((await support.get('/console/staff/psps/1')).body, /href="\/console\/psp\/1"/);
});

test('another organisation and a missing one get the same 404', async () => {
  const visitor = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  const without = (text: string): string => text.replaceAll(/value="[^"]*"/g, '');
  for (const route of routes.filter(({ kind }) => kind === 'psp')) {
    const [others, missing, odd] = [
      await ask(visitor, route, '2'),
      await ask(visitor, route, '999'),
      await ask(visitor, route, '01'),
    ];
    assert.deepEqual([others.status, missing.status, odd.status], [404, 404, 404], route.url);
    assert.equal(without(others.body), without(missing.body));
  }
  assert.equal((await visitor.get('/console/psp/1/nothing')).status, 404);
  assert.equal((await visitor.get('/console/staff')).status, 404);
});

test('the confirmation of an act is shown once, only to the acting browser, and never by a link alone', async () => {
  const owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  const stranger = await owner.get('/console/psp/1/team?done=member.removed');
  assert.doesNotMatch(stranger.body, /Member removed/);
  const invited = await owner.post('/console/psp/1/team/invite', {
    email: 'rui@example.com',
    role: 'viewer',
  });
  assert.equal(invited.status, 303);
  assert.doesNotMatch((await owner.get('/console/psp/1/team?done=member.removed')).body, /Member removed/);
  assert.match((await owner.get(invited.location)).body, /class="notice good"[^>]*>\s*<p>Invitation sent/);
  assert.doesNotMatch((await owner.get(invited.location)).body, /class="notice good"/, 'loaded again');
});

test('every route requires a sign-in', async () => {
  for (const route of routes) {
    const visitor = new Visitor(praca);
    assert.match((await ask(visitor, route)).location, /^\/console\/sign-in/, route.url);
  }
});

test('the address selects the organisation, so that two tabs never mix', async () => {
  const person = await createPerson(praca, [
    memberAs('owner', '1'),
    memberAs('viewer', '2'),
    staffAs('support'),
  ]);
  const visitor = await signIn(praca, person.email);
  assert.equal((await visitor.get('/console')).location, '/console/staff');
  const { body } = await visitor.get('/console/psp/2/team');
  for (const href of ['/console/staff', '/console/psp/1', '/console/psp/2'])
    assert.ok(body.includes(`href="${href}"`));
  assert.equal(
    (await visitor.post('/console/psp/2/team/invite', { email: 'a@example.com', role: 'viewer' })).status,
    403,
  );
  assert.equal(
    (await visitor.post('/console/psp/1/team/invite', { email: 'a@example.com', role: 'viewer' })).status,
    303,
  );
  const [row] = await praca.sql<{ organisation: string }[]>`select organisation from platform.invitations`;
  assert.equal(row?.organisation, '1');
});

test('the sandbox lets visitors look around without a password, as staff and as a merchant', async () => {
  for (const [as, home] of [
    ['staff', '/console/staff'],
    ['merchant', '/console/psp/1'],
  ] as const) {
    for (let turn = 0; turn < 2; turn++) {
      const visitor = new Visitor(praca);
      assert.match((await visitor.get('/console/sign-in')).body, /Look around as the merchant/);
      assert.equal((await visitor.post('/console/sign-in/look-around', { as })).location, '/console');
      assert.equal((await visitor.get('/console')).location, home);
      assert.equal((await visitor.get(`${home}/team`)).status, 200);
    }
  }
  const [staff] = await praca.sql`select from platform.staff where email = 'staff@praca.test'`;
  assert.equal(staff, undefined, 'a sandbox visitor has no password, so no API');
});

test('the page of parts shows all of them in each language', async () => {
  const visitor = new Visitor(praca);
  for (const [language, word] of [
    ['pt', 'Sair'],
    ['de', 'Abmelden'],
    ['en', 'Sign out'],
  ] as const) {
    const page = await visitor.get(`/console/parts?lang=${language}`);
    assert.equal(page.status, 200);
    assert.ok(page.body.includes(word), language);
    assert.match(
      (await visitor.get('/console/parts')).body,
      new RegExp(`<html lang="${language}"`),
      'it is remembered',
    );
  }
});

test('style sheets and scripts have content-hashed names and may be cached forever', async () => {
  const visitor = new Visitor(praca);
  const { body } = await visitor.get('/console/sign-in');
  const urls = [...body.matchAll(/(?:href|src)="(\/(?:design|console)\/[\w.-]+\.(?:css|js))"/g)].map(
    ([, url]) => url ?? '',
  );
  assert.equal(urls.length, 2);
  for (const url of urls) {
    const file = await visitor.get(url);
    assert.deepEqual(
      [file.status, file.headers['cache-control']],
      [200, 'public, max-age=31536000, immutable'],
    );
  }
});

test('the audit record has filters and cursor pages', async () => {
  const { sql } = praca;
  const visitor = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  const staff = await signIn(praca, (await createPerson(praca, [staffAs('admin')])).email);
  await sql`
    insert into platform.console_audit (id, at, person_name, person_email, kind, organisation, act, subject, detail, address)
    select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), 'Rui', 'rui@example.com', 'psp',
      case when n % 2 = 0 then '1' else '2' end, 'member.joined', 'row ' || n || '.', '{"role": "viewer"}', '10.0.0.1'
    from generate_series(1, 240) n`;
  const portuguese = await visitor.get('/console/psp/1/audit?act=member.joined', { 'accept-language': 'pt' });
  assert.match(portuguese.body, /Função: Leitor/, 'what a line tells has words, and so has a role');
  const seen: string[] = [];
  let path = '/console/psp/1/audit?act=member.joined';
  for (let page = 0; page < 10 && path !== ''; page++) {
    const { body } = await visitor.get(path);
    seen.push(...[...body.matchAll(/row (\d+)\./g)].map(([, number]) => number ?? ''));
    path = (
      /href="(\/console\/psp\/1\/audit\?[^"]*before=[^"]*)"[^>]*>\s*Older/.exec(body)?.[1] ?? ''
    ).replaceAll('&amp;', '&');
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 120 }, (_, index) => String(240 - 2 * index)),
    'each once, newest first, its own alone',
  );
  const none = await visitor.get('/console/psp/1/audit?act=member.joined&period=day');
  assert.doesNotMatch(none.body, /row 240\./, 'too old by its id');
  assert.match((await staff.get('/console/staff/audit?act=member.joined')).body, /row 239\./);
  assert.doesNotMatch((await staff.get('/console/staff/audit?act=signed_in')).body, /row 239\./);
  const odd = await staff.get(`/console/staff/audit?act=%27%3Cx&person=nobody&before=x&period=constructor`);
  assert.equal(odd.status, 200);
});
