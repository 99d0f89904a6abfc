import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createStaffCommand } from '../../../platform/staff/create-staff.ts';
import { disableStaffCommand } from '../../../platform/staff/disable-staff.ts';
import { enableStaffCommand } from '../../../platform/staff/enable-staff.ts';
import { holdTime, openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import {
  Authenticator,
  createPerson,
  goodPassword,
  signIn,
  staffAs,
  Visitor,
} from '../../../../test/support/console.ts';
import { assertToldInSteps, workOf } from '../../../../test/support/work.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
let ana: Person;
let bia: Person;
const staff = { email: 'Clara@praca.test', password: '' };
before(async () => {
  praca = await openSocialApp();
  holdTime(praca.clock);
  people = await openPeople(praca);
  [ana, bia] = (await people.create(2)) as [Person, Person];
  const lines: string[] = [];
  const clara = { values: { name: 'Clara' }, positionals: [staff.email] };
  await createStaffCommand.run(praca.platform, clara, (line) => lines.push(line));
  const temporary = /[0-9a-z]{26}/.exec(lines.join('\n'))?.[0] ?? '';
  staff.password = 'five lanterns over the bay';
  await ask(basic(staff.email, temporary), '127.0.0.1', { new_password: staff.password });
});
after(() => praca.close());

const basic = (email: string, password: string): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
const ask = (authorization: string, remoteAddress = '127.0.0.1', payload?: object) =>
  praca.app.inject({
    method: 'POST',
    url: '/social/staff/token',
    headers: { authorization },
    remoteAddress,
    ...(payload ? { payload } : {}),
  });
const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: Record<string, unknown>) =>
  praca.app.inject({
    method,
    url: `/social/staff${path}`,
    headers: await people.staffHeaders(),
    ...(payload ? { payload } : {}),
  });
const day = (days: number): string => new Date(praca.clock.nowMs() + days * 86_400_000).toISOString();

test('staff sign in with e-mail and password, and the token opens the staff API for a quarter of an hour', async () => {
  const written = basic('clara@PRACA.test', staff.password);
  const answer = await ask(written);
  assert.equal(answer.statusCode, 200, answer.body);
  const otherLast = written.replace(/.==$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}==`);
  assert.equal(atob(otherLast.slice(6)), atob(written.slice(6)), 'the same bytes');
  for (const spelled of [otherLast, written.slice(0, -1), written.slice(0, -2), `${written}=`])
    assert.equal((await ask(spelled, '198.51.100.99')).statusCode, 401, spelled);
  const { access_token: token, expires_in: seconds, token_type: type, scope } = answer.json();
  assert.deepEqual([seconds, type, scope], [900, 'Bearer', 'staff']);
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await praca.app.inject({ url: '/social/staff/reports', headers })).statusCode, 200);
  praca.clock.offsetMs += 901_000;
  assert.equal((await praca.app.inject({ url: '/social/staff/reports', headers })).statusCode, 401);
  assert.equal((await praca.app.inject({ url: '/social/user/perfil', headers })).statusCode, 401);
});

test('disabling a member of staff invalidates the password and all tokens at once', async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const rui = { values: { by: staff.email }, positionals: ['rui@praca.test'] };
  await createStaffCommand.run(praca.platform, rui, print);
  const temporary = basic('rui@praca.test', /[0-9a-z]{26}/.exec(lines.join('\n'))?.[0] ?? '');
  const password = 'five lanterns over the quay';
  const signedIn = (await ask(temporary, '10.3.3.3', { new_password: password })).json();
  const headers = { authorization: `Bearer ${signedIn.access_token}` };
  const look = async () => (await praca.app.inject({ url: '/social/staff/reports', headers })).statusCode;
  assert.equal(await look(), 200);
  const disable = (email: string) =>
    disableStaffCommand.run(praca.platform, { values: { by: staff.email }, positionals: [email] }, print);
  await disable('RUI@praca.test');
  assert.equal(await look(), 401);
  assert.equal((await ask(basic('rui@praca.test', password), '10.3.3.3')).statusCode, 401);
  await disable('rui@praca.test');
  await enableStaffCommand.run(praca.platform, rui, print);
  assert.equal(await look(), 401, 'a token ends with the password that it was given for');
  await assert.rejects(disable('nobody@praca.test'), /No member of staff/);
  await assert.rejects(disable(''), /takes an e-mail address/);
  assert.equal((await send('GET', '/reports')).statusCode, 200, 'the others stay');
});

test('a second factor from the console is required at the API, and wrong codes count for both', async () => {
  const person = await createPerson(praca, [staffAs('moderator')], { email: 'vera@praca.test' });
  const credentials = basic(person.email, goodPassword);
  const askWith = (payload?: object) =>
    praca.app.inject({
      method: 'POST',
      url: '/social/staff/token',
      headers: { authorization: credentials },
      remoteAddress: '10.4.4.4',
      ...(payload ? { payload } : {}),
    });
  assert.equal((await askWith()).statusCode, 200, 'none is needed where there is none');
  const visitor = await signIn(praca, person.email);
  const setUp = await visitor.get('/console/second-factor/set-up');
  const app = new Authenticator(setUp.body, praca.clock);
  const on = await visitor.post('/console/second-factor/set-up', { factor_code: app.code() });
  const recovery = /<li>([a-z2-7-]{19})<\/li>/.exec(on.body)?.[1] ?? '';
  for (const payload of [undefined, {}, { factor_code: '' }, { factor_code: '000000' }]) {
    const refused = await askWith(payload);
    assert.deepEqual([refused.statusCode, refused.json().code], [401, 'factor_required']);
  }
  praca.clock.offsetMs += 60_000;
  const code = app.code();
  assert.equal((await askWith({ factor_code: code })).statusCode, 200);
  assert.equal((await askWith({ factor_code: code })).statusCode, 401, 'each code once');
  praca.clock.offsetMs += 60_000;
  assert.equal((await askWith({ factor_code: recovery })).statusCode, 200);
  // Refusals are counted per hour, and the hour may change in between.
  const [failed] = await praca.sql<{ times: bigint }[]>`
    select sum(times)::bigint as times from platform.console_refusals
    where act = 'factor.failed' and person_id = ${person.id}`;
  assert.ok(Number(failed?.times) >= 2, 'counted as in the console');
  let answer = await askWith({ factor_code: '000000' });
  for (let turn = 0; turn < 30 && answer.statusCode !== 429; turn++)
    answer = await askWith({ factor_code: '000000' });
  assert.equal(answer.statusCode, 429, 'guessing becomes slow');
  assert.ok(Number(answer.headers['retry-after']) > 0);
});

/** Sends wrong passwords, each after the stated delay, until the delay reaches `seconds`. Returns all delays. */
async function guessUntil(
  seconds: number,
  guess: (turn: number) => ReturnType<typeof ask>,
): Promise<{ waits: number[]; tried: number }> {
  const waits: number[] = [];
  for (let turn = 0, tried = 0; ; turn++) {
    const answer = await guess(turn);
    if (answer.statusCode === 401) tried++;
    else assert.equal(answer.statusCode, 429, answer.body);
    if (answer.statusCode === 429) waits.push(Number(answer.headers['retry-after']));
    if ((waits.at(-1) ?? 0) >= seconds) return { waits, tried };
    if (answer.statusCode === 429) praca.clock.offsetMs += (waits.at(-1) ?? 0) * 1000;
  }
}

test('guesses from any address are throttled, and the delay is at most a minute', async () => {
  const guess = (turn: number) => ask(basic(staff.email, 'wrong'), `10.0.0.${turn}`);
  const { waits, tried } = await guessUntil(50, guess);
  assert.ok(tried >= 5, 'a few are free');
  assert.ok(
    waits.every((wait) => wait > 0 && wait <= 60),
    String(waits),
  );
  const right = () => ask(basic(staff.email, staff.password), '10.0.1.1');
  assert.equal((await right()).statusCode, 429);
  praca.clock.offsetMs += 60_000;
  const atOnce = await Promise.all(Array.from({ length: 8 }, (_, turn) => guess(100 + turn)));
  assert.equal(
    atOnce.filter(({ statusCode }) => statusCode === 401).length,
    1,
    'one is tried, the others wait',
  );
  praca.clock.offsetMs += 60_000;
  assert.equal((await right()).statusCode, 200);
  for (let turn = 0; turn < 10; turn++) {
    if (turn === 5) assert.equal((await right()).statusCode, 200);
    await ask(basic(staff.email, 'wrong'), '10.0.1.1');
  }
  assert.equal((await right()).statusCode, 200, 'the earlier ones are forgotten');
});

test('guesses at many accounts delay their own address only', async () => {
  const { tried } = await guessUntil(50, (turn) => ask(basic(`n${turn}@praca.test`, 'wrong'), '10.0.2.1'));
  assert.ok(tried >= 15, 'many people of an office may share one address');
  assert.equal((await ask(basic(staff.email, staff.password), '10.0.2.1')).statusCode, 429);
  assert.equal((await ask(basic(staff.email, staff.password), '10.0.2.2')).statusCode, 200);
});

test('guesses at the console also delay sign-ins at the API', async () => {
  const person = await createPerson(praca, [staffAs('moderator')], { email: 'ines@praca.test' });
  const right = () => ask(basic(person.email, goodPassword), '10.0.3.2');
  const visitor = new Visitor(praca, '10.0.3.1');
  await visitor.get('/console/sign-in');
  for (let turn = 0; turn < 12; turn++) {
    praca.clock.offsetMs += 60_000;
    await visitor.post('/console/sign-in', { email: person.email, password: 'wrong' });
  }
  assert.equal((await right()).statusCode, 429);
  praca.clock.offsetMs += 60_000;
  assert.equal((await right()).statusCode, 200);
});

test('an unknown address causes the work of a known one, and refusals are sent at fixed steps of time', async () => {
  const person = await createPerson(praca, [staffAs('moderator')], { email: 'known@praca.test' });
  const guess = (email: string) => () => ask(basic(email, 'wrong'), '10.0.4.1');
  const [known, unknown] = [guess(person.email), guess('unknown@praca.test')];
  assert.equal((await known()).body.length, (await unknown()).body.length);
  await assertToldInSteps(known);
  await assertToldInSteps(unknown);
  const done = await workOf(praca.platform.hasher, known);
  assert.equal(done.filter((step) => step === 'a verification').length, 1);
  assert.deepEqual(done, await workOf(praca.platform.hasher, unknown));
});

test('unknown, disabled and malformed sign-ins get the same refusal', async () => {
  const left = await praca.sql`
    insert into platform.staff (id, email, name, password_hash, created_at, disabled_at)
    select gen_random_uuid(), 'left@praca.test', 'Left', password_hash, now(), now() from platform.staff
    where lower(email) = lower(${staff.email}) returning 1`;
  assert.equal(left.length, 1);
  for (const header of [
    basic('nobody@praca.test', 'x'),
    basic('left@praca.test', staff.password),
    'Basic !!',
    'Bearer x',
    basic('\0', 'x'),
  ]) {
    const answer = await ask(header, '10.2.2.2');
    assert.deepEqual([answer.statusCode, answer.json().code], [401, 'unauthorized'], header);
  }
});

test('presentation and terms are shown in the reader’s language and latest version', async () => {
  assert.equal((await praca.app.inject('/social/terms')).statusCode, 404);
  const one = await send('PUT', '/terms/en', { body: 'First terms' });
  assert.deepEqual([one.statusCode, one.json().version], [200, 1]);
  assert.equal((await send('PUT', '/terms/en', { body: 'Second terms' })).json().version, 2);
  await send('PUT', '/terms/pt', { body: 'Termos' });
  const terms = await praca.app.inject('/social/terms');
  assert.deepEqual(
    [terms.body, terms.headers['content-type'], terms.headers['content-language']],
    ['Second terms', 'text/plain; charset=utf-8', 'en'],
  );
  const pt = await praca.app.inject({
    url: '/social/terms',
    headers: { 'accept-language': 'pt-BR,en;q=0.5' },
  });
  assert.deepEqual([pt.body, pt.headers['etag']], ['Termos', '"pt-1"']);
  assert.equal(
    (await praca.app.inject({ url: '/social/terms', headers: { 'accept-language': 'de' } })).body,
    'Second terms',
  );
  const items = [{ photo: 'https://example.com/1.png', description: 'Meet' }];
  assert.equal((await send('PUT', '/presentation/en', { body: items })).statusCode, 200);
  assert.deepEqual((await praca.app.inject('/social/presentation')).json(), items);
  assert.equal((await send('PUT', '/presentation/en', { body: [] })).statusCode, 400);
  assert.equal((await send('PUT', '/terms/xx', { body: 'x' })).statusCode, 400);
  const versions = (await send('GET', '/terms?language=en')).json<{ version: number; body: string }[]>();
  assert.deepEqual(
    versions.map((text) => [text.version, text.body]),
    [
      [2, 'Second terms'],
      [1, 'First terms'],
    ],
  );
});

test('twenty simultaneous publications get twenty version numbers', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send('PUT', '/terms/de', { body: `Fassung ${index}` })),
  );
  const numbers = all.map((answer) => answer.json<{ version: number }>().version);
  assert.equal(new Set(numbers).size, 20);
  assert.equal(Math.max(...numbers), 20);
});

const campaign = (fields: Record<string, unknown> = {}) => ({
  title: 'Festival',
  description: 'Three days of samba',
  media_type: 1,
  media: 'https://example.com/a.jpg',
  link: 'https://example.com',
  starts_at: day(-1),
  ends_at: day(5),
  cities: [],
  weight: 10,
  ...fields,
});
const ads = async (who: Person): Promise<{ id: string; title: string }[]> =>
  (await praca.app.inject(`/social/get/ads?access_token=${who.token}`)).json();

test('campaigns are shown within their dates and cities, counted, changed and stopped', async () => {
  const everywhere = (await send('POST', '/campaigns', campaign())).json();
  const local = (
    await send('POST', '/campaigns', campaign({ title: 'Local', cities: ['são paulo'], media_type: 2 }))
  ).json();
  assert.deepEqual(local.cities, ['São Paulo, SP']);
  await send('POST', '/campaigns', campaign({ title: 'Later', starts_at: day(2) }));
  await send('POST', '/campaigns', campaign({ title: 'Past', starts_at: day(-9), ends_at: day(-2) }));
  const titles = async (who: Person) => (await ads(who)).map((shown) => shown.title).toSorted();
  assert.deepEqual(await titles(ana), ['Festival']);
  await praca.app.inject({
    method: 'PUT',
    url: '/social/user/perfil',
    headers: bia.headers,
    payload: { location: 'São Paulo' },
  });
  assert.deepEqual(await titles(bia), ['Festival', 'Local']);
  const shown = (await ads(bia)).find((found) => found.id === local.id);
  assert.deepEqual(Object.keys(shown ?? {}).toSorted(), [
    'description',
    'id',
    'link',
    'media',
    'media_type',
    'title',
  ]);
  for (const [what, who] of [
    ['view', ana],
    ['view', bia],
    ['click', bia],
  ] as const) {
    const url = `/social/get/ads/${everywhere.id}/${what}`;
    await praca.app.inject({ method: 'POST', url, headers: who.headers });
  }
  const counted = (await send('GET', '/campaigns'))
    .json<{ id: string; views: number; clicks: number }[]>()
    .find((found) => found.id === everywhere.id);
  assert.deepEqual([counted?.views, counted?.clicks], [2, 1]);
  const changed = await send('PUT', `/campaigns/${everywhere.id}`, campaign({ title: 'Carnival' }));
  assert.deepEqual([changed.json().title, changed.json().views], ['Carnival', 2]);
  assert.notEqual((await send('POST', `/campaigns/${everywhere.id}/stop`)).json().stopped_at, null);
  assert.deepEqual(await titles(bia), ['Local']);
  const view = {
    method: 'POST',
    url: `/social/get/ads/${everywhere.id}/view`,
    headers: ana.headers,
  } as const;
  assert.equal((await praca.app.inject(view)).statusCode, 404);
  assert.equal((await send('PUT', `/campaigns/${ana.id}`, campaign())).json().code, 'not_found');
});

for (const [field, fields] of [
  ['ends_at', { ends_at: '2020-01-01T00:00:00Z' }],
  ['cities.0', { cities: ['Bom Jesus'] }],
  ['link', { link: 'javascript:alert(1)' }],
  ['title', { title: '\u200B' }],
  ['description', { description: ' \u3164' }],
] as const) {
  test(`a campaign with a wrong ${field} is refused by field name`, async () => {
    const answer = await send('POST', '/campaigns', campaign(fields));
    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [400, field]);
  });
}

test('reports reach the staff, are closed once, and have no automatic effect', async () => {
  const report = (whom: string, reason = 'rude') =>
    praca.app.inject({
      method: 'POST',
      url: `/social/user/${ana.id}/report/${whom}`,
      headers: ana.headers,
      payload: { reason },
    });
  const { id } = (await report(bia.id)).json();
  assert.equal((await report(ana.id)).json().code, 'own_user');
  assert.equal((await report('nobody')).statusCode, 404);
  for (const reason of ['', ' ', '\u200B']) assert.equal((await report(bia.id, reason)).statusCode, 400);
  const open = (await send('GET', '/reports')).json<Record<string, unknown>[]>();
  assert.deepEqual(
    open.map((found) => [found['id'], found['reporter_id'], found['reported_id'], found['reason']]),
    [[id, ana.id, bia.id, 'rude']],
  );
  assert.equal((await send('POST', `/reports/${id}/close`, { note: 'talked to her' })).statusCode, 200);
  assert.equal((await send('POST', `/reports/${id}/close`, { note: 'again' })).statusCode, 404);
  assert.deepEqual((await send('GET', '/reports')).json(), []);
  const [closed] = (await send('GET', '/reports?closed=true')).json<{ note: string }[]>();
  assert.equal(closed?.note, 'talked to her');
});

test('the log names the member of staff who published a text or closed a report', async () => {
  const logged = (message: string) =>
    praca.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .findLast(({ msg }) => msg === message);
  const published = (await send('PUT', '/terms/pt', { body: 'Termos novos' })).json<{ version: number }>();
  const report = await praca.app.inject({
    method: 'POST',
    url: `/social/user/${ana.id}/report/${bia.id}`,
    headers: ana.headers,
    payload: { reason: 'rude' },
  });
  const { id } = report.json<{ id: string }>();
  await send('POST', `/reports/${id}/close`, { note: '' });
  const [member] = await praca.sql<{ id: string }[]>`
    select id from platform.staff where email = 'staff@praca.example'`;
  const text = logged('a text was published');
  assert.deepEqual(
    [text?.['kind'], text?.['language'], text?.['version'], text?.['staff']],
    ['terms', 'pt', published.version, member?.id],
  );
  const closed = logged('a report was closed');
  assert.deepEqual([closed?.['report'], closed?.['staff']], [id, member?.id]);
});
