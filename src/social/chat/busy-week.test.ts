import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../test/support/social-people.ts';
import { newId } from '../../platform/ids.ts';
import { largestWeek, type MessageView } from './chat.rules.ts';
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

test('a busy week is read back part by part, each message once, and only what was given counts as read', async () => {
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
    'without either, the week as ever',
  );
  assert.equal(await unreadOf(bia, ana), 0);
});

test('what is deleted, hidden or emptied is in no part, and a part of another week is empty', async () => {
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
  assert.equal(texts(await read(bia, ana, `?before=${newId(0)}`)), '', 'before all that there is');
  await remove('ALL');
  assert.deepEqual(await read(bia, ana, '?limit=2').then(({ messages }) => messages), []);
  for (const query of ['?limit=0', '?limit=201', '?before=x', '?before='])
    assert.equal((await ask(bia, ana, query)).statusCode, 400, query);
  const [eve] = (await people.create(1)) as [Person];
  assert.equal((await ask(eve, ana, `?before=${sent[3]}`)).statusCode, 403);
});

test('a week that is asked for as a whole has an end, and says where it goes on', async () => {
  const [ana, bia] = await couple();
  await say(ana, bia, 'last');
  const [lowId = '', highId = ''] = [ana.id, bia.id].toSorted();
  const minuteMs = 60_000;
  const ids = Array.from({ length: largestWeek + 1 }, (_, index) =>
    newId(praca.clock.nowMs() - minuteMs * 10 - index),
  );
  await praca.sql`
    insert into social.messages (low_id, high_id, id, from_low, body)
    select ${lowId}, ${highId}, id, ${ana.id === lowId}, 'x' from unnest(${ids}::uuid[]) as given (id)`;
  await praca.sql`
    update social.chats set low_unread = low_unread + case when ${bia.id === lowId} then ${ids.length}::int else 0 end,
      high_unread = high_unread + case when ${bia.id === highId} then ${ids.length}::int else 0 end
    where low_id = ${lowId} and high_id = ${highId}`;
  const page = await read(bia, ana);
  assert.equal(page.messages.length, largestWeek);
  assert.equal(await unreadOf(bia, ana), 2);
  const rest = await read(bia, ana, `?before=${page.before}`);
  assert.deepEqual([rest.messages.length, rest.before], [2, null]);
  assert.equal(await unreadOf(bia, ana), 0);
});
