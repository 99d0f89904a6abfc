import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSocialApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { noteAnswer } from '../../../../test/support/hold-answers.ts';
import {
  openCuttingProxy,
  openLiveClient,
  type LiveClient,
  type LiveUpdate,
} from '../../../../test/support/live-client.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import type { MessageView } from '../chat/chat.rules.ts';
import { updateCrons } from '../../delivery/updates/update.jobs.ts';
import { liveCrons } from './keep-presence.ts';

let database: TestDatabase;
let one: TestApp;
let other: TestApp;
let people: People;
let urls: [string, string];
const settings = { RATE_LIMIT: '0' };
before(async () => {
  database = await createTestDatabase();
  one = await openSocialApp({ database, settings });
  other = await openSocialApp({ database, settings });
  people = await openPeople(one);
  urls = [await one.listen(), await other.listen()];
});
after(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

async function couple(): Promise<[Person, Person]> {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await people.combine(ana, bia);
  return [ana, bia];
}

const send = async (app: TestApp, from: Person, to: Person, message: string): Promise<MessageView> => {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/social/user/${from.id}/chat/${to.id}`,
    headers: from.headers,
    payload: { message },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<MessageView>();
};
const open = (url: string, person: Person, via: 'websocket' | 'events', more = {}): Promise<LiveClient> =>
  openLiveClient({ url, userId: person.id, token: person.token, via, ...more });
const presences = async (person: Person): Promise<number> =>
  (await one.sql`select from social.presences where user_id = ${person.id}`).length;
const updates = async (person: Person, query: string) =>
  (
    await one.app.inject({ url: `/social/user/${person.id}/updates?${query}`, headers: person.headers })
  ).json<{ updates: LiveUpdate[]; seq: number; more: boolean; complete: boolean }>();

for (const via of ['websocket', 'events'] as const) {
  test(`a message, a read mark, typing and a deletion reach the other process at once (${via})`, async () => {
    const [ana, bia] = await couple();
    const client = await open(urls[1], bia, via);
    const sent = await send(one, ana, bia, 'Oi');
    await until(() => client.updates.length === 1, 'the message');
    assert.deepEqual(client.updates[0]?.data, sent);
    await one.app.inject({
      method: 'POST',
      url: `/social/user/${ana.id}/chat/${bia.id}/typing`,
      headers: ana.headers,
    });
    await other.app.inject({ url: `/social/user/${bia.id}/chat/${ana.id}`, headers: bia.headers });
    await one.app.inject({
      method: 'DELETE',
      url: `/social/user/${ana.id}/chat/${bia.id}/${sent.id}`,
      headers: ana.headers,
    });
    await until(() => client.updates.length === 4, 'typing, read and deletion');
    assert.deepEqual(
      client.updates.map((update) => update.type),
      ['message', 'typing', 'read', 'message'],
    );
    assert.deepEqual(client.updates[1]?.data, { from: ana.id });
    assert.equal(client.updates[2]?.data['upTo'], sent.id);
    assert.equal(client.updates[3]?.data['deleted'], true);
    assert.deepEqual(
      client.updates.map((update) => update.seq),
      [1, 2, 3, 4],
    );
    await client.stop();
  });
}

test('typing sent over a WebSocket reaches the other user', async () => {
  const [ana, bia] = await couple();
  const client = await open(urls[1], bia, 'events');
  const socket = new WebSocket(
    `${urls[0].replace(/^http/, 'ws')}/social/user/${ana.id}/live?access_token=${ana.token}`,
  );
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  noteAnswer('social', { method: 'GET', path: '/user/{userId}/live', status: 101, code: undefined });
  socket.send('no json');
  await sleep(300);
  socket.send(JSON.stringify({ type: 'typing', to: bia.id }));
  await until(() => client.updates.length === 1, 'typing');
  socket.close();
  await client.stop();
});

test('only the first of many simultaneous WebSocket frames is processed', async () => {
  const [ana, bia, cora] = (await people.create(3)) as [Person, Person, Person];
  await people.combine(ana, bia);
  await people.combine(ana, cora);
  const socket = new WebSocket(
    `${urls[0].replace(/^http/, 'ws')}/social/user/${ana.id}/live?access_token=${ana.token}`,
  );
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  for (const to of [bia.id, cora.id]) socket.send(JSON.stringify({ type: 'typing', to }));
  const typing = async (person: Person): Promise<number> =>
    (await updates(person, 'since=0')).updates.filter(({ type }) => type === 'typing').length;
  await until(async () => (await typing(bia)) === 1, 'typing');
  await sleep(100);
  assert.equal(await typing(cora), 0);
  socket.close();
});

test('updates show only the end of the combination for a blocked user and nothing for a deleted one, and numbering continues', async () => {
  const [ana, bia] = await couple();
  const sent = await send(one, ana, bia, 'Oi');
  await one.app.inject({
    method: 'POST',
    url: `/social/user/${ana.id}/chat/${bia.id}/typing`,
    headers: ana.headers,
  });
  await one.app.inject({ url: `/social/user/${bia.id}/chat/${ana.id}`, headers: bia.headers });
  const seen = async (person: Person) => {
    const page = await updates(person, 'since=0');
    return [page.updates.map((update) => update.type).join(' '), page.seq];
  };
  assert.ok(sent.id);
  assert.deepEqual(await seen(bia), ['message typing read', 3]);
  await one.sql`update social.users set deleted_at = now() where id = ${ana.id}`;
  assert.deepEqual(await seen(bia), ['', 3]);
  await one.sql`update social.users set deleted_at = null where id = ${ana.id}`;
  await one.app.inject({ url: `/social/user/block/${ana.id}`, headers: bia.headers });
  assert.deepEqual(await seen(bia), ['combination_undone', 4]);
  assert.deepEqual(await seen(ana), ['combination_undone', 3]);
});

test('updates do not return messages of an emptied chat', async () => {
  const [ana, bia] = await couple();
  await send(one, ana, bia, 'before');
  const emptied = await one.app.inject({
    method: 'DELETE',
    url: `/social/user/${bia.id}/chat/${ana.id}/ALL`,
    headers: bia.headers,
  });
  assert.equal(emptied.statusCode, 200, emptied.body);
  const after = await send(one, ana, bia, 'after');
  const messages = async (person: Person) =>
    (await updates(person, 'since=0')).updates
      .filter(({ type }) => type === 'message')
      .map(({ data }) => data['message']);
  assert.deepEqual(await messages(bia), [after.message]);
  assert.deepEqual(await messages(ana), ['before', 'after']);
});

test('updates since a number return all missed updates page by page, without old typing', async () => {
  const [ana, bia] = await couple();
  for (let index = 0; index < 5; index++) await send(one, ana, bia, String(index));
  const first = await updates(bia, 'since=0&limit=3');
  assert.deepEqual(
    first.updates.map((update) => update.seq),
    [1, 2, 3],
  );
  assert.deepEqual([first.seq, first.more, first.complete], [3, true, true]);
  const second = await updates(bia, `since=${first.seq}`);
  assert.deepEqual([second.updates.length, second.seq, second.more], [2, 5, false]);
  await one.app.inject({
    method: 'POST',
    url: `/social/user/${ana.id}/chat/${bia.id}/typing`,
    headers: ana.headers,
  });
  assert.equal((await updates(bia, 'since=5')).updates.length, 1);
  one.clock.offsetMs += 11_000;
  const later = await updates(bia, 'since=5');
  assert.deepEqual([later.updates.length, later.seq], [0, 6]);
  one.clock.offsetMs -= 11_000;
  assert.equal(
    (await one.app.inject({ url: `/social/user/${bia.id}/updates`, headers: bia.headers })).statusCode,
    400,
  );
});

test('updates deleted after 14 days are reported as missing', async () => {
  const [ana, bia] = await couple();
  await send(one, ana, bia, 'old');
  await one.sql`update social.updates set created_at = created_at - interval '15 days' where user_id = ${bia.id}`;
  await send(one, ana, bia, 'new');
  for (const cron of [...updateCrons(one), ...liveCrons(one)]) await cron.run({});
  const page = await updates(bia, 'since=0');
  assert.deepEqual([page.updates.map((update) => update.seq), page.complete], [[2], false]);
  assert.equal((await updates(bia, 'since=1')).complete, true);
});

test('a live connection requires the user’s own token', async () => {
  const [ana, bia] = await couple();
  for (const token of ['', 'nonsense', bia.token]) {
    const client = await openLiveClient({ url: urls[0], userId: ana.id, token, via: 'websocket' });
    assert.equal(client.connections(), 0);
    await client.stop();
  }
});

test('a connection ends when its session ends in another process, and when its token expires', async () => {
  const [ana, bia] = await couple();
  for (const via of ['websocket', 'events'] as const) {
    const client = await open(urls[1], ana, via);
    await one.sql`update social.sessions set ended_at = now() where id = ${ana.sessionId}`;
    one.platform.signals.publish('social-sessions', ana.sessionId);
    await until(() => client.ending() !== undefined, 'the end');
    assert.equal(client.ending(), via === 'websocket' ? '4401' : 'session_ended');
    await one.sql`update social.sessions set ended_at = null where id = ${ana.sessionId}`;
    await client.stop();
  }
  const client = await open(urls[1], bia, 'websocket');
  other.clock.offsetMs += 3_700_000;
  try {
    await until(() => client.ending() !== undefined, 'the end of the connection with its token');
  } finally {
    other.clock.offsetMs -= 3_700_000;
  }
  assert.equal(client.ending(), '4401');
  await client.stop();
});

test('a client that stops reading is disconnected and finds all updates after it reconnects', async () => {
  const [ana, bia] = await couple();
  const slow = await deafClient(urls[1], bia, false);
  let ended = false;
  slow.on('close', () => (ended = true));
  const long = 'x'.repeat(3900);
  const count = 2500;
  await one.sql`
    insert into social.updates (user_id, seq, kind, body, created_at)
    select ${bia.id}, n, 'combination', ${one.sql.json({ userId: ana.id, text: long })}::jsonb, now() from generate_series(1, ${count}) n`;
  await one.sql`insert into social.update_counters (user_id, last_seq) values (${bia.id}, ${count})`;
  one.platform.signals.publish('social-live', bia.id);
  await until(async () => (await presences(bia)) === 0, 'the cut');
  slow.resume();
  await until(() => ended, 'the end of the slow connection');
  const client = await open(urls[1], bia, 'events', { since: 0 });
  await until(() => client.updates.length === count, 'all updates');
  await client.stop();
});

test('closes a socket that sends pings and never reads', async () => {
  const [ana] = await couple();
  const deaf = await deafClient(urls[0], ana, true);
  await until(async () => (await presences(ana)) === 1, 'its presence');
  deaf.write(Buffer.from('8985000000006162636465'.repeat(10_000), 'hex'));
  await until(async () => (await presences(ana)) === 0, 'the end of its presence');
  deaf.destroy();
});

test('a user connected to any process is present, and absent after the last connection closes', async () => {
  const [ana] = await couple();
  const first = await open(urls[0], ana, 'websocket');
  const second = await open(urls[1], ana, 'events');
  await until(async () => (await presences(ana)) === 2, 'presence in both');
  await first.stop();
  await until(async () => (await presences(ana)) === 1, 'one presence');
  await second.stop();
  await until(async () => (await presences(ana)) === 0, 'no presence');
});

test('with sockets cut at random under load over two processes, each side gets every message once and in order', async () => {
  const couples = await Promise.all(Array.from({ length: 6 }, couple));
  const proxies = await Promise.all(urls.map(openCuttingProxy));
  const clients = await Promise.all(
    couples.flat().map((person, index) =>
      open(proxies[index % 2]?.url ?? '', person, index % 4 < 2 ? 'websocket' : 'events', {
        reconnect: true,
      }),
    ),
  );
  const messagesEach = 40;
  let sending = true;
  const cutter = (async () => {
    while (sending) {
      for (const proxy of proxies) proxy.cut(0.15);
      await sleep(20);
    }
  })();
  await Promise.all(
    couples.flatMap(([ana, bia], index) =>
      (
        [
          [ana, bia, one],
          [bia, ana, index % 2 === 0 ? other : one],
        ] as const
      ).map(async ([from, to, app]) => {
        for (let count = 0; count < messagesEach; count++) await send(app, from, to, `${from.id} ${count}`);
      }),
    ),
  );
  sending = false;
  await cutter;
  const all = 2 * messagesEach;
  await until(
    () => clients.every((client) => client.updates.length >= all),
    'all messages on all sides',
    30_000,
  );
  for (const [index, [ana, bia]] of couples.entries()) {
    const rows = await one.sql<{ id: string }[]>`
      select id from social.messages where low_id = least(${ana.id}::uuid, ${bia.id}::uuid)
        and high_id = greatest(${ana.id}::uuid, ${bia.id}::uuid) order by id`;
    const expected = rows.map((row) => row.id);
    assert.equal(expected.length, all);
    for (const client of [clients[2 * index], clients[2 * index + 1]])
      assert.deepEqual(
        client?.updates.map((update) => update.data['id']),
        expected,
      );
  }
  const connections = clients.reduce((sum, client) => sum + client.connections(), 0);
  assert.ok(
    connections > 3 * clients.length,
    `only ${connections} connections: too few cuts to show anything`,
  );
  await Promise.all(clients.map((client) => client.stop()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

async function deafClient(url: string, person: Person, upgrade: boolean): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const asks = upgrade
    ? 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    : '';
  socket.on('error', () => {});
  socket.write(
    `GET /social/user/${person.id}/live?access_token=${person.token} HTTP/1.1\r\nHost: x\r\n${asks}\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  return socket;
}

test('live connections also open at the root when social is served there', async () => {
  const rooted = await openSocialApp({ database, settings: { ...settings, ROOT_SERVICE: 'social' } });
  const url = await rooted.listen();
  const [ana, bia] = await couple();
  const clients = [await open(url, bia, 'websocket'), await open(url, bia, 'websocket', { prefix: '' })];
  await send(one, ana, bia, 'Oi');
  await until(() => clients.every((client) => client.updates.length === 1), 'the message on both');
  for (const client of clients) await client.stop();
  await rooted.close();
});

test('a stopping process closes its connections and does not wait for them', async () => {
  const third = await openSocialApp({ database, settings });
  const url = await third.listen();
  const [ana, bia] = await couple();
  const clients = [await open(url, ana, 'websocket'), await open(url, bia, 'events')];
  const deaf = [await deafClient(url, ana, true), await deafClient(url, bia, false)];
  // Waiting for a client that does not read would never end.
  await third.close();
  for (const socket of deaf) socket.destroy();
  await until(() => clients.every((client) => client.ending() !== undefined), 'the goodbye');
  assert.deepEqual(
    clients.map((client) => client.ending()),
    ['1001', 'stopping'],
  );
  for (const client of clients) await client.stop();
  const [row] =
    await one.sql`select count(*)::integer as count from social.presences where user_id in (${ana.id}, ${bia.id})`;
  assert.equal(row?.['count'], 0);
});

test('open connections are counted', async () => {
  const [ana] = await couple();
  const counted = async (): Promise<number> =>
    Number(/^social_live_connections (\d+)$/m.exec(await other.platform.metrics.registry.metrics())?.[1]);
  const before = await counted();
  const client = await open(urls[1], ana, 'events');
  assert.equal(await counted(), before + 1);
  await client.stop();
  await until(async () => (await counted()) === before, 'the end of it');
});
