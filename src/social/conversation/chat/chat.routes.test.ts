import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { newId } from '../../../platform/ids.ts';
import type { MessageView } from './chat.rules.ts';
import { exportMessages, eraseChats, loadChatSummaries } from './chat-summaries.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

interface Page {
  page: number;
  from: string;
  until: string;
  messages: MessageView[];
  nextPage: number | null;
}

async function couple(): Promise<[Person, Person]> {
  const [one, other] = (await people.create(2)) as [Person, Person];
  await people.combine(one, other);
  return [one, other];
}

const chatOf = (one: Person, other: Person): string => `/social/user/${one.id}/chat/${other.id}`;
const send = (from: Person, to: Person, message: unknown, clientId?: string) =>
  praca.app.inject({
    method: 'POST',
    url: chatOf(from, to),
    headers: from.headers,
    payload: { message, ...(clientId === undefined ? {} : { client_id: clientId }) },
  });
const say = async (from: Person, to: Person, message: string): Promise<MessageView> =>
  (await send(from, to, message)).json<MessageView>();
const read = async (by: Person, other: Person, page: number | '' = ''): Promise<Page> =>
  (await praca.app.inject({ url: `${chatOf(by, other)}/${page}`, headers: by.headers })).json<Page>();
const remove = (by: Person, other: Person, messageId: string) =>
  praca.app.inject({ method: 'DELETE', url: `${chatOf(by, other)}/${messageId}`, headers: by.headers });
const texts = (page: Page): string[] => page.messages.map((message) => message.message);
const summary = async (of: Person, other: Person) =>
  (await loadChatSummaries(praca.sql, of.id, [other.id])).get(other.id);

test('a message has every field of the contract, and the other person reads messages oldest first', async () => {
  const [ana, bia] = await couple();
  const sent = await send(ana, bia, 'Oi! 😀', 'c-1');
  assert.equal(sent.statusCode, 200, sent.body);
  const view = sent.json<MessageView>();
  assert.deepEqual(
    { ...view, id: '', sent_at: '' },
    {
      id: '',
      client_id: 'c-1',
      from: ana.id,
      to: bia.id,
      message: 'Oi! 😀',
      sent_at: '',
      read_at: null,
      deleted: false,
    },
  );
  await say(bia, ana, 'Oi');
  const page = await read(bia, ana);
  assert.deepEqual(texts(page), ['Oi! 😀', 'Oi']);
  assert.equal(page.page, 0);
  assert.equal(page.nextPage, null);
  assert.ok(
    Date.parse(page.from) <= Date.parse(view.sent_at) && Date.parse(view.sent_at) < Date.parse(page.until),
  );
});

test('only combined users chat; others get 403, also for unknown ids', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const stranger = { ...bia, id: newId() };
  const nobody = { ...bia, id: 'nobody' };
  for (const other of [bia, stranger, nobody, ana]) {
    const answers = [
      await send(ana, other, 'x'),
      await praca.app.inject({ url: chatOf(ana, other), headers: ana.headers }),
      await remove(ana, other, 'ALL'),
      await remove(ana, other, newId()),
      await praca.app.inject({ method: 'POST', url: `${chatOf(ana, other)}/typing`, headers: ana.headers }),
    ];
    for (const answer of answers)
      assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [403, 'not_combined']);
  }
});

test('a message has 1 to 4 000 characters, a page is a whole number from 0', async () => {
  const [ana, bia] = await couple();
  assert.equal((await send(ana, bia, 'é'.repeat(4000))).statusCode, 200);
  assert.equal((await send(ana, bia, '😀'.repeat(4000))).statusCode, 200);
  for (const message of ['👨\u200D👩\u200D👧', 'pasted\u00AD text\u200E', 'مرحبا'])
    assert.equal((await send(ana, bia, message)).json<MessageView>().message, message);
  for (const message of ['x'.repeat(4001), ' \n', '\u200B\u2060', '\u3164', '\u2800'])
    assert.equal((await send(ana, bia, message)).statusCode, 400, message);
  for (const page of ['-1', '1.5', 'x', '999999999']) {
    const refused = await praca.app.inject({ url: `${chatOf(ana, bia)}/${page}`, headers: ana.headers });
    const fields = refused.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    assert.deepEqual([refused.statusCode, fields], [400, ['page']], page);
  }
  assert.equal(
    (await praca.app.inject({ url: `${chatOf(ana, bia)}/5200`, headers: ana.headers })).statusCode,
    200,
  );
});

test('rejects control characters in message and client_id by name, and keeps line breaks and tabs', async () => {
  const [ana, bia] = await couple();
  for (const [field, message, clientId] of [
    ['message', 'a\u0001b', 'one'],
    ['message', '\u001b[2J', 'two'],
    ['client_id', 'a', '\u0002'.repeat(100)],
  ] as const) {
    const answer = await send(ana, bia, message, clientId);
    const [fault] = answer.json().errors;
    assert.deepEqual([answer.statusCode, fault.field, fault.code], [400, field, 'invisible_characters']);
  }
  const lines = 'Oi,\r\n\ttudo bem?\nSim';
  assert.equal((await say(ana, bia, lines)).message, lines);
  assert.deepEqual(texts(await read(bia, ana)), [lines]);
});

test('retries with one client_id, also concurrent ones, create one message and get the same answer', async () => {
  const [ana, bia] = await couple();
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(ana, bia, 'once', 'retry')));
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
  assert.equal((await send(ana, bia, 'another text', 'retry')).body, answers[0]?.body);
  assert.deepEqual(texts(await read(bia, ana)), ['once']);
  assert.equal((await send(bia, ana, 'mine', 'retry')).json<MessageView>().message, 'mine');
  const [row] =
    await praca.sql`select count(*)::integer as count from social.updates where user_id = ${bia.id} and kind = 'message'`;
  assert.equal(row?.['count'], 2);
});

test('two people may use the same client_id: each retry returns the sender’s own message', async () => {
  const [ana, bia] = await couple();
  const hers = (await send(ana, bia, 'from ana', 'same')).json<MessageView>();
  const theirs = (await send(bia, ana, 'from bia', 'same')).json<MessageView>();
  assert.deepEqual([hers.message, theirs.message], ['from ana', 'from bia']);
  assert.deepEqual((await send(ana, bia, 'again', 'same')).json(), hers);
  assert.deepEqual((await send(bia, ana, 'again', 'same')).json(), theirs);
  assert.deepEqual(texts(await read(ana, bia)), ['from ana', 'from bia']);
});

test('page n is the week n weeks ago, and nextPage skips weeks without messages', async () => {
  const [ana, bia] = await couple();
  const start = praca.clock.offsetMs;
  const day = 86_400_000;
  try {
    for (const [days, text] of [
      [0, 'first'],
      [1, 'second'],
      [30, 'third'],
      [31, 'fourth'],
    ] as const) {
      praca.clock.offsetMs = start + days * day;
      await say({ ...ana, headers: await reissue(ana) }, bia, text);
    }
    const fresh = { ...bia, headers: await reissue(bia) };
    const newest = await read(fresh, ana);
    assert.deepEqual(texts(newest), ['third', 'fourth']);
    assert.equal(newest.nextPage, 4);
    const oldest = await read(fresh, ana, 4);
    assert.deepEqual(texts(oldest), ['first', 'second']);
    assert.equal(oldest.nextPage, null);
    assert.deepEqual(texts(await read(fresh, ana, 2)), []);
    assert.equal((await read(fresh, ana, 2)).nextPage, 4);
    assert.equal((await read(fresh, ana, 1)).until, newest.from);
  } finally {
    praca.clock.offsetMs = start;
  }
});

/** Issues a new access token, because the old one has expired under the moved clock. */
async function reissue(person: Person): Promise<{ authorization: string }> {
  const { openTokens } = await import('../../../platform/tokens/tokens.ts');
  const tokens = await openTokens(praca.platform, 'social access', {
    issuer: `${praca.platform.publicUrl}/social`,
    audience: 'social',
    lifetimeMs: 3_600_000,
  });
  return { authorization: `Bearer ${await tokens.issue({ sub: person.id, sid: person.sessionId })}` };
}

test('reading marks the other person’s messages as read, lowers the count and leaves own messages unchanged', async () => {
  const [ana, bia] = await couple();
  await say(ana, bia, 'one');
  await say(ana, bia, 'two');
  await say(bia, ana, 'three');
  assert.equal((await summary(bia, ana))?.unreadQty, 2);
  assert.equal((await summary(ana, bia))?.unreadQty, 1);
  assert.equal((await summary(ana, bia))?.lastMessage?.message, 'three');
  const page = await read(bia, ana);
  assert.deepEqual(
    page.messages.map((message) => message.read_at !== null),
    [true, true, false],
  );
  assert.equal((await summary(bia, ana))?.unreadQty, 0);
  const seen = await read(ana, bia);
  assert.deepEqual(
    seen.messages.map((message) => message.read_at),
    [page.messages[0]?.read_at, page.messages[1]?.read_at, seen.messages[2]?.read_at],
  );
  assert.ok(seen.messages[2]?.read_at);
  const head = await praca.app.inject({ method: 'HEAD', url: chatOf(bia, ana), headers: bia.headers });
  assert.equal(head.statusCode, 404);
});

test('deleting an own message leaves a tombstone for both; deleting a received one hides it for the caller only', async () => {
  const [ana, bia] = await couple();
  const mine = await say(ana, bia, 'secret');
  const theirs = await say(bia, ana, 'keep');
  assert.deepEqual((await remove(ana, bia, mine.id)).json(), { deleted: 1 });
  assert.deepEqual((await remove(ana, bia, mine.id)).json(), { deleted: 0 });
  for (const [by, other] of [
    [ana, bia],
    [bia, ana],
  ] as const) {
    const [first] = (await read(by, other)).messages;
    assert.deepEqual([first?.id, first?.message, first?.deleted], [mine.id, '', true]);
  }
  const [stored] = await praca.sql`select body from social.messages where id = ${mine.id}`;
  assert.equal(stored?.['body'], '');
  assert.deepEqual((await remove(ana, bia, theirs.id)).json(), { deleted: 1 });
  assert.equal((await read(ana, bia)).messages.length, 1);
  assert.deepEqual(texts(await read(bia, ana)), ['', 'keep']);
  for (const id of [newId(), 'nothing', '0']) assert.equal((await remove(ana, bia, id)).statusCode, 404, id);
});

test('ALL empties the chat for the caller only; later messages stay visible; what both emptied is deleted', async () => {
  const [ana, bia] = await couple();
  await say(ana, bia, 'one');
  await say(bia, ana, 'two');
  assert.deepEqual((await remove(ana, bia, 'ALL')).json(), { deleted: 2 });
  assert.deepEqual((await remove(ana, bia, 'ALL')).json(), { deleted: 0 });
  assert.deepEqual((await read(ana, bia)).messages, []);
  assert.equal((await summary(ana, bia))?.lastMessage, null);
  assert.deepEqual(texts(await read(bia, ana)), ['one', 'two']);
  await say(bia, ana, 'three');
  assert.deepEqual(texts(await read(ana, bia)), ['three']);
  assert.deepEqual((await remove(bia, ana, 'ALL')).json(), { deleted: 3 });
  const [row] =
    await praca.sql`select count(*)::integer as count from social.messages where ${ana.id} in (low_id, high_id)`;
  assert.equal(row?.['count'], 1);
});

test('unread counts stay correct through sending, reading, deleting and emptying', async () => {
  const action = fc.tuple(fc.constantFrom('send', 'read', 'delete', 'all'), fc.boolean(), fc.nat({ max: 8 }));
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
      const [ana, bia] = await couple();
      const ids: string[] = [];
      for (const [what, byAna, index] of actions) {
        const [by, other] = byAna ? [ana, bia] : [bia, ana];
        if (what === 'send') ids.push((await say(by, other, 'x')).id);
        else if (what === 'read') await read(by, other);
        else if (what === 'all') await remove(by, other, 'ALL');
        else await remove(by, other, ids[index % Math.max(1, ids.length)] ?? newId());
      }
      for (const [by, other] of [
        [ana, bia],
        [bia, ana],
      ] as const) {
        const counted = (await summary(by, other))?.unreadQty ?? 0;
        const before = await praca.sql<{ body: string }[]>`
          select m.body from social.messages m join social.chats c using (low_id, high_id)
          where m.low_id = least(${by.id}::uuid, ${other.id}::uuid) and m.high_id = greatest(${by.id}::uuid, ${other.id}::uuid)
            and m.from_low = (m.low_id = ${other.id}) and m.read_at is null and m.deleted_at is null
            and not case when m.low_id = ${by.id} then m.hidden_from_low else m.hidden_from_high end
            and m.id > coalesce(case when m.low_id = ${by.id} then c.low_read_id else c.high_read_id end,
                                '00000000-0000-0000-0000-000000000000')`;
        assert.equal(counted, before.length);
      }
    }),
    { numRuns: 15 },
  );
});

test('concurrent messages from two processes with different clocks get ids in the order of writing', async () => {
  const [ana, bia] = await couple();
  const start = praca.clock.offsetMs;
  const ids: string[] = [];
  try {
    for (let index = 0; index < 10; index++) {
      praca.clock.offsetMs = start + (index % 2 === 0 ? 500 : 0);
      ids.push((await say(index % 2 === 0 ? ana : bia, index % 2 === 0 ? bia : ana, String(index))).id);
    }
  } finally {
    praca.clock.offsetMs = start;
  }
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 10);
});

test('exports the messages that a user sent and deletes the chats of an erased user', async () => {
  const [ana, bia] = await couple();
  await say(ana, bia, 'mine');
  await say(bia, ana, 'theirs');
  for (const person of [ana, bia])
    assert.deepEqual(
      (await exportMessages(praca.sql, person.id, undefined, 9)).map((entry) => entry.message),
      [person === ana ? 'mine' : 'theirs'],
    );
  await praca.sql.begin((tx) => eraseChats(tx, ana.id));
  assert.equal((await exportMessages(praca.sql, bia.id, undefined, 9)).length, 0);
});
