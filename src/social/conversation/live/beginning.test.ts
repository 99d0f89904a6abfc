import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type Person } from '../../../../test/support/social-people.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { forgetUpdates, insertUpdates } from '../../delivery/updates/update.store.ts';

let praca: TestApp;
let address: string;
let ana: Person;
let bia: Person;
before(async () => {
  praca = await openSocialApp();
  address = await praca.listen();
  [ana, bia] = (await (await openPeople(praca)).create(2)) as [Person, Person];
});
after(() => praca.close());

interface Page {
  updates: { data: { text?: string } }[];
  seq: number;
  complete: boolean;
}

async function updatesSince(person: Person, since: number): Promise<Page> {
  const url = `${address}/social/user/${person.id}/updates?since=${since}`;
  return (await (await fetch(url, { headers: person.headers })).json()) as Page;
}

async function greetingSince(person: Person, since: number): Promise<string> {
  const { body } = await fetch(`${address}/social/user/${person.id}/live?since=${since}`, {
    headers: person.headers,
  });
  for await (const chunk of body ?? []) return new TextDecoder().decode(chunk);
  return '';
}

test('a number beyond the last one of a restored database is reported as incomplete', async () => {
  const missing = { updates: [], seq: 0, more: false, complete: false };
  assert.deepEqual(await updatesSince(ana, 999), missing);
  assert.match(await greetingSince(ana, 999), /"type":"ready","seq":0,"complete":false/);
});

test('deleted updates are reported once: continuing from the answer misses nothing further', async () => {
  const { sql, clock } = praca;
  const longAgo = new Date(clock.nowMs() - 15 * 86_400_000);
  const tell = (text: string, at: Date) =>
    transaction(sql, (tx) => insertUpdates(tx, [{ userId: bia.id, kind: 'notice', body: { text } }], at));
  for (const text of ['first', 'second', 'third']) await tell(text, longAgo);
  await forgetUpdates(sql, new Date(clock.nowMs() - 14 * 86_400_000), 10);
  for (const since of [0, 2]) {
    const missing = { updates: [], seq: 3, more: false, complete: false };
    assert.deepEqual(await updatesSince(bia, since), missing);
    assert.match(await greetingSince(bia, since), /"type":"ready","seq":3,"complete":false/);
  }
  assert.deepEqual(await updatesSince(bia, 3), { updates: [], seq: 3, more: false, complete: true });
  assert.match(await greetingSince(bia, 3), /"type":"ready","seq":3,"complete":true/);

  await tell('fourth', clock.now());
  for (const since of [1, 3]) {
    const { updates, seq, complete } = await updatesSince(bia, since);
    assert.deepEqual([updates.map(({ data }) => data.text), seq, complete], [['fourth'], 4, since === 3]);
  }
  assert.deepEqual(await updatesSince(bia, 4), { updates: [], seq: 4, more: false, complete: true });
});

test('an invalid handshake gets a problem response', async () => {
  const { port } = new URL(address);
  for (const rest of [
    'sec-websocket-version: 13',
    'sec-websocket-version: 12\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `GET /social/user/${ana.id}/live?access_token=${ana.token} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n${rest}\r\n\r\n`,
    );
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
    assert.match(head, /^HTTP\/1\.1 400 /);
    assert.match(head, /^sec-websocket-version: 13$/m);
    assert.match(head, /^content-type: application\/problem\+json/m);
    assert.ok(head.includes(`x-request-id: ${JSON.parse(body).request_id}`));
  }
});
