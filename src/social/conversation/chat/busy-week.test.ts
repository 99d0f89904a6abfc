import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { newId } from '../../../platform/ids.ts';
import { largestPageBytes, largestWeek, type MessageView } from './chat.rules.ts';
import { loadChatSummaries } from './chat-summaries.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

interface Page {
  messages: MessageView[];
  nextPage: number | null;
  before: string | null;
}

async function couple(): Promise<[Person, Person]> {
  const [one, other] = (await people.create(2)) as [Person, Person];
  await people.combine(one, other);
  return [one, other];
}
const ask = (by: Person, other: Person, rest = '') =>
  praca.app.inject({ url: `/social/user/${by.id}/chat/${other.id}${rest}`, headers: by.headers });
const read = async (by: Person, other: Person, rest = ''): Promise<Page> =>
  (await ask(by, other, rest)).json<Page>();
const say = (from: Person, to: Person, message: string) =>
  praca.app.inject({
    method: 'POST',
    url: `/social/user/${from.id}/chat/${to.id}`,
    headers: from.headers,
    payload: { message },
  });
const texts = ({ messages }: Page): string => messages.map(({ message }) => message).join(' ');
const unreadOf = async (of: Person, other: Person): Promise<number | undefined> =>
  (await loadChatSummaries(praca.sql, of.id, [other.id])).get(other.id)?.unreadQty;

test('a busy week is read in parts, each message once, and only returned messages are marked as read', async () => {
  const [ana, bia] = await couple();
  for (let n = 1; n <= 7; n++) await say(n % 3 === 0 ? bia : ana, n % 3 === 0 ? ana : bia, String(n));
  assert.equal(await unreadOf(bia, ana), 5);
  const latest = await read(bia, ana, '?limit=3');
  assert.equal(texts(latest), '5 6 7');
  assert.equal(latest.before, latest.messages[0]?.id);
  assert.equal(await unreadOf(bia, ana), 3, '5 and 7 were given');
  const marked = (await read(ana, bia)).messages.map(({ read_at: at }) => at !== null);
  assert.deepEqual(marked, [false, false, true, false, true, true, true]);
  const [told] = await praca.sql<{ body: Record<string, string> }[]>`
    select body from social.updates where user_id = ${ana.id} and kind = 'read' and body->>'by' = ${bia.id}`;
  assert.deepEqual(
    [told?.body['from'], told?.body['upTo']],
    [latest.messages[0]?.id, latest.messages[2]?.id],
  );
  const middle = await read(bia, ana, `/0?limit=3&before=${latest.before}`);
  assert.equal(texts(middle), '2 3 4');
  assert.equal(await unreadOf(bia, ana), 1);
  const first = await read(bia, ana, `?before=${middle.before?.toUpperCase()}`);
  assert.deepEqual([texts(first), first.before], ['1', null]);
  assert.equal(await unreadOf(bia, ana), 0);
  await say(ana, bia, '8');
  assert.equal(await unreadOf(bia, ana), 1);
  const whole = await read(bia, ana);
  assert.deepEqual(
    [texts(whole), whole.before],
    ['1 2 3 4 5 6 7 8', null],
    'without limit and before, the whole week',
  );
  assert.equal(await unreadOf(bia, ana), 0);
});

test('parts leave out deleted, hidden and emptied messages, and a part of another week is empty', async () => {
  const [ana, bia] = await couple();
  const sent: string[] = [];
  for (const text of ['1', '2', '3', '4']) sent.push((await say(ana, bia, text)).json<MessageView>().id);
  const remove = (id: string) =>
    praca.app.inject({
      method: 'DELETE',
      url: `/social/user/${bia.id}/chat/${ana.id}/${id}`,
      headers: bia.headers,
    });
  await remove(sent[2] ?? '');
  assert.equal(texts(await read(bia, ana, '?limit=2')), '2 4');
  const week = await read(bia, ana, `/1?before=${newId()}`);
  assert.deepEqual([week.messages, week.before, week.nextPage], [[], null, null]);
  assert.equal(texts(await read(bia, ana, `?before=${newId(0)}`)), '', 'before the first message');
  await remove('ALL');
  assert.deepEqual(await read(bia, ana, '?limit=2').then(({ messages }) => messages), []);
  for (const query of ['?limit=0', '?limit=201', '?before=x', '?before='])
    assert.equal((await ask(bia, ana, query)).statusCode, 400, query);
  const [eve] = (await people.create(1)) as [Person];
  assert.equal((await ask(eve, ana, `?before=${sent[3]}`)).statusCode, 403);
});

/** Inserts rows directly, without today’s limits. Returns the sending times. */
async function store(from: Person, to: Person, bodies: readonly string[]): Promise<void> {
  const [lowId = '', highId = ''] = [from.id, to.id].toSorted();
  const fromLow = from.id === lowId;
  const ids = bodies.map((_, index) => newId(praca.clock.nowMs() - 600_000 - bodies.length + index));
  await praca.sql`
    insert into social.chats (low_id, high_id, last_message_id, low_unread, high_unread)
    values (${lowId}, ${highId}, ${ids.at(-1)}, ${fromLow ? 0 : ids.length}, ${fromLow ? ids.length : 0})`;
  await praca.sql`
    insert into social.messages (low_id, high_id, id, from_low, body)
    select ${lowId}, ${highId}, id, ${fromLow}, body
    from unnest(${ids}::uuid[], ${bodies}::text[]) as given (id, body)`;
}

/** Reads all parts of this week, newest first. */
async function readBack(by: Person, other: Person, query: string): Promise<Page[]> {
  const pages: Page[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const answer = await ask(by, other, `?${query}${before === undefined ? '' : `&before=${before}`}`);
    assert.ok(answer.rawPayload.length <= largestPageBytes, `${answer.rawPayload.length} bytes`);
    pages.push(answer.json<Page>());
    before = pages.at(-1)?.before ?? null;
  }
  return pages;
}

test('a week read as a whole has a size limit and returns a cursor for the rest', async () => {
  const [ana, bia] = await couple();
  await store(
    ana,
    bia,
    Array.from({ length: largestWeek + 1 }, (_, index) => String(index)),
  );
  const [first, ...rest] = await readBack(bia, ana, 'page');
  assert.ok(first && first.messages.length > 2500 && first.messages.length <= largestWeek);
  assert.equal(first.messages.at(-1)?.message, String(largestWeek));
  const all = [...rest.toReversed(), first].flatMap(({ messages }) => messages);
  assert.deepEqual(
    all.map(({ message }) => message),
    Array.from({ length: largestWeek + 1 }, (_, index) => String(index)),
  );
  assert.equal(await unreadOf(bia, ana), 0);
});

for (const [name, body] of [
  ['of letters that take four bytes', '🎈'.repeat(4000)],
  ['of control characters stored before they were refused', '\u0001'.repeat(4000)],
  ['of quotation marks', '"'.repeat(4000)],
] as const)
  for (const query of ['page', 'limit=200'])
    test(`a page of long messages ${name} has at most 1 MiB and no message is lost (${query})`, async () => {
      const [ana, bia] = await couple();
      await store(
        ana,
        bia,
        Array.from({ length: 300 }, (_, index) => index + body.slice(String(index).length * 2)),
      );
      const pages = await readBack(bia, ana, query);
      assert.ok(pages.length > 1);
      const all = pages.toReversed().flatMap(({ messages }) => messages);
      assert.deepEqual(
        all.map(({ message }) => Number.parseInt(message, 10)),
        Array.from({ length: 300 }, (_, index) => index),
      );
      assert.equal(await unreadOf(bia, ana), 0, 'each message was returned');
    });
