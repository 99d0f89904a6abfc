import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openLiveClient, type LiveUpdate } from '../../../../test/support/live-client.ts';
import { until } from '../../../../test/support/process.ts';
import { actBeside } from '../../../../test/support/row-locks.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { closeChat } from '../../people/pairs/closing.store.ts';
import { upsertBlock, upsertDislike } from '../../people/pairs/pair.store.ts';
import { forgetClosedChats, keepClosedMs } from './chat-summaries.ts';
import type { MessageView } from './chat.rules.ts';

let praca: TestApp;
let people: People;
let url: string;
before(async () => {
  praca = await openSocialApp({ settings: { RATE_LIMIT: '0' } });
  people = await openPeople(praca);
  url = await praca.listen();
});
after(() => praca.close());

const ask = async (who: Person, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const answer = await praca.app.inject({
    method,
    url: `/social${path}`,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const combine = async (one: Person, other: Person): Promise<void> => {
  await ask(one, 'POST', `/user/like/${other.id}`);
  const { body } = await ask(other, 'POST', `/user/like/${one.id}`);
  assert.deepEqual(body, { comStatus: 'combined' });
};
const couple = async (): Promise<[Person, Person]> => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await combine(ana, bia);
  return [ana, bia];
};
const send = (from: Person, to: Person, message: string, clientId?: string) =>
  ask(from, 'POST', `/user/${from.id}/chat/${to.id}`, { message, client_id: clientId });
const texts = async (who: Person, other: Person): Promise<string[]> => {
  const { status, body } = await ask(who, 'GET', `/user/${who.id}/chat/${other.id}`);
  assert.equal(status, 200);
  assert.equal(body['nextPage'], null);
  return (body['messages'] as MessageView[]).map(({ message }) => message);
};
const updates = async (who: Person): Promise<LiveUpdate[]> =>
  (await ask(who, 'GET', `/user/${who.id}/updates?since=0`)).body['updates'] as LiveUpdate[];
const types = async (who: Person): Promise<string[]> => (await updates(who)).map(({ type }) => type);
const kept = async (one: Person): Promise<number> =>
  (await praca.sql`select from social.messages where ${one.id} in (low_id, high_id)`).length;

for (const undo of ['dislike', 'block'] as const) {
  test(`a ${undo} closes the chat for both, also in updates, and both are notified live`, async () => {
    const [ana, bia] = await couple();
    await send(ana, bia, 'Oi');
    await texts(bia, ana);
    await send(bia, ana, 'Oi!');
    assert.deepEqual(await types(ana), ['combination', 'message', 'read', 'message']);
    // Sends one report just before, so that the throttle would suppress the next.
    await ask(ana, 'POST', `/user/${ana.id}/chat/${bia.id}/typing`);
    const clients = await Promise.all(
      [ana, bia].map((who) => openLiveClient({ url, userId: who.id, token: who.token, via: 'websocket' })),
    );
    await ask(ana, undo === 'block' ? 'GET' : 'POST', `/user/${undo}/${bia.id}`);
    for (const [index, client] of clients.entries()) {
      await until(() => client.updates.length === 1, 'the end of the combination');
      const [only] = client.updates;
      assert.equal(only?.type, 'combination_undone');
      assert.equal(only?.data['userId'], index === 0 ? bia.id : ana.id);
      await client.stop();
    }
    for (const [who, other] of [
      [ana, bia],
      [bia, ana],
    ] as const) {
      assert.deepEqual(await types(who), ['combination_undone']);
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/1'],
        ['POST', ''],
        ['POST', '/typing'],
        ['DELETE', '/ALL'],
      ] as const) {
        const payload = path === '' && method === 'POST' ? { message: 'Hello?' } : undefined;
        const { status, body } = await ask(who, method, `/user/${who.id}/chat/${other.id}${path}`, payload);
        assert.deepEqual([status, body['code']], [403, 'not_combined'], `${method} ${path}`);
      }
    }
  });
}

test('users who combine again get an empty chat and can use old client ids again', async () => {
  const [ana, bia] = await couple();
  await send(ana, bia, 'Oi', 'one');
  await texts(bia, ana);
  await send(ana, bia, 'Still there?', 'two');
  await ask(bia, 'POST', `/user/dislike/${ana.id}`);
  await combine(ana, bia);
  for (const [who, other] of [
    [ana, bia],
    [bia, ana],
  ] as const) {
    assert.deepEqual(await texts(who, other), []);
    assert.deepEqual(await types(who), ['combination', 'combination_undone', 'combination']);
    const { body } = await ask(who, 'GET', `/user/${who.id}/combinations`);
    const [card] = body as unknown as { last_message: unknown; unreadQty: number }[];
    assert.deepEqual([card?.last_message, card?.unreadQty], [null, 0]);
  }
  assert.equal((await send(ana, bia, 'Anew', 'one')).body['message'], 'Anew');
  const { body } = await ask(bia, 'GET', `/user/${bia.id}/combinations`);
  assert.equal((body as unknown as { unreadQty: number }[])[0]?.unreadQty, 1);
  assert.deepEqual(await texts(bia, ana), ['Anew']);
  const told = await updates(ana);
  assert.deepEqual(
    told.slice(3).map(({ type }) => type),
    ['message', 'read'],
  );
  assert.equal(told[4]?.data['upTo'], told[3]?.data['id']);
});

test('messages sent while the combination ends are not visible after it, nor when the two combine again', async () => {
  for (let round = 0; round < 10; round++) {
    const [ana, bia] = await couple();
    const sends = Array.from({ length: 6 }, (_, index) =>
      send(index % 2 ? ana : bia, index % 2 ? bia : ana, 'x'),
    );
    const answers = await Promise.all([ask(ana, 'POST', `/user/dislike/${bia.id}`), ...sends]);
    for (const { status } of answers) assert.ok(status === 200 || status === 403, String(status));
    for (const who of [ana, bia]) assert.deepEqual(await types(who), ['combination_undone']);
    await combine(ana, bia);
    assert.deepEqual(await texts(ana, bia), []);
    assert.deepEqual(await texts(bia, ana), []);
    assert.deepEqual(await types(ana), ['combination', 'combination_undone', 'combination']);
  }
});

const undoBy = { dislike: 'POST', block: 'GET' } as const;
const openChats = async (who: Person): Promise<number> =>
  (await praca.sql`select from social.chats where ${who.id} in (low_id, high_id) and closed_at is null`)
    .length;

for (const [undo, method] of Object.entries(undoBy)) {
  test(`a first message that waits for a ${undo} is refused and leaves no rows`, async () => {
    const [ana, bia] = await couple();
    const { seen } = await actBeside(praca.sql, {
      hold: async (tx) => {
        const reaction = { userId: ana.id, otherId: bia.id, now: praca.clock.now() };
        const passed = new Date(praca.clock.nowMs() + 1000);
        await (undo === 'dislike'
          ? upsertDislike(tx, reaction, passed)
          : upsertBlock(tx, reaction, { blocked: null, canEndEarlier: true, passed }));
        closeChat(tx, { lowId: ana.id, highId: bia.id }, reaction.now);
      },
      act: async () => {
        const { status, body } = await send(bia, ana, 'Oi');
        assert.deepEqual([status, body['code']], [403, 'not_combined']);
      },
      look: () => kept(ana),
    });
    assert.equal(seen, 0);
    assert.deepEqual([await kept(ana), await openChats(ana)], [0, 0]);
  });

  test(`a first message that races a ${undo} leaves no text outside the closed chat`, async () => {
    const pairs: [Person, Person][] = [];
    for (let round = 0; round < 40; round++) {
      const [ana, bia] = await couple();
      pairs.push([ana, bia]);
      const [undone, sent] = await Promise.all([
        ask(ana, method, `/user/${undo}/${bia.id}`),
        send(round % 2 ? ana : bia, round % 2 ? bia : ana, 'Oi'),
      ]);
      assert.equal(undone.status, 200);
      assert.ok(sent.status === 200 || sent.status === 403, String(sent.status));
      assert.equal(await openChats(ana), 0, `round ${round}`);
    }
    praca.clock.offsetMs += keepClosedMs + 1000;
    await forgetClosedChats(praca);
    praca.clock.offsetMs -= keepClosedMs + 1000;
    for (const [ana] of pairs) assert.equal(await kept(ana), 0);
  });
}

test('a closed chat is kept for thirty days for reports, then deleted', async () => {
  const [ana, bia] = await couple();
  const [cora, dora] = await couple();
  await send(ana, bia, 'rude words');
  await send(cora, dora, 'kind words');
  await ask(ana, 'POST', `/user/dislike/${bia.id}`);
  praca.clock.offsetMs += keepClosedMs - 1000;
  await forgetClosedChats(praca);
  assert.deepEqual([await kept(ana), await kept(cora)], [1, 1]);
  praca.clock.offsetMs += 2000;
  await forgetClosedChats(praca);
  assert.deepEqual([await kept(ana), await kept(cora)], [0, 1]);
  praca.clock.offsetMs -= keepClosedMs + 1000;
});

test('ALL notifies only the caller’s other devices, and does not notify if the chat is already empty', async () => {
  const [ana, bia] = await couple();
  const phone = await openLiveClient({ url, userId: bia.id, token: bia.token, via: 'events' });
  const sent = await send(ana, bia, 'Oi');
  await texts(bia, ana);
  await until(() => phone.updates.length === 2, 'the message and its read mark');
  const empty = () => ask(bia, 'DELETE', `/user/${bia.id}/chat/${ana.id}/ALL`);
  assert.deepEqual((await empty()).body, { deleted: 1 });
  await until(() => phone.updates.length === 3, 'the emptied chat');
  assert.deepEqual(phone.updates[2]?.data, { userId: ana.id, upTo: sent.body['id'] });
  assert.equal(phone.updates[2]?.type, 'chat_emptied');
  assert.deepEqual((await empty()).body, { deleted: 0 });
  assert.deepEqual(
    await types(bia),
    ['combination', 'chat_emptied'],
    'neither its messages nor their read marks',
  );
  assert.deepEqual(await types(ana), ['combination', 'message', 'read']);
  await phone.stop();
});
