import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type Person } from '../../../test/support/social-people.ts';

let praca: TestApp;
let address: string;
let ana: Person;
before(async () => {
  praca = await openSocialApp();
  address = await praca.listen();
  [ana] = (await (await openPeople(praca)).create(1)) as [Person];
});
after(() => praca.close());

test('a number that a restored database has not given out yet is said to be missing', async () => {
  const ask = (path: string) =>
    fetch(`${address}/social/user/${ana.id}/${path}?since=999`, { headers: ana.headers });
  const updates = await (await ask('updates')).json();
  assert.deepEqual(updates, { updates: [], seq: 0, more: false, complete: false });
  for await (const chunk of (await ask('live')).body ?? []) {
    assert.match(new TextDecoder().decode(chunk), /"type":"ready","seq":0,"complete":false/);
    break;
  }
});

test('a handshake that is none is answered with a problem', async () => {
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
