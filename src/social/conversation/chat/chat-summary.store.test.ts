import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type Person } from '../../../../test/support/social-people.ts';
import { newId } from '../../../platform/ids.ts';
import { pairOf } from '../../people/pairs/pair.rules.ts';
import { noId } from './chat.rules.ts';
import { deleteChatsOfUser, findSentMessages, findSummaries } from './chat-summary.store.ts';

let praca: TestApp;
/** Sorted by id: the middle person is the high side of one chat and the low side of the other. */
let low: Person;
let middle: Person;
let high: Person;

before(async () => {
  praca = await openSocialApp();
  const people = await (await openPeople(praca)).create(3);
  [low, middle, high] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Person, Person, Person];
  for (const [one, other] of [
    [low, middle],
    [middle, high],
    [low, high],
  ] as const) {
    const { lowId, highId } = pairOf(one.id, other.id);
    await praca.sql`
      insert into social.chats (low_id, high_id, low_unread, high_unread) values (${lowId}, ${highId}, 1, 2)`;
  }
});
after(() => praca.close());

async function say(
  from: Person,
  to: Person,
  body: string,
  changes: Record<string, boolean> = {},
): Promise<string> {
  const { lowId, highId } = pairOf(from.id, to.id);
  const id = newId();
  const { deleted = false, hiddenFromLow = false, hiddenFromHigh = false } = changes;
  await praca.sql`
    with chat as (update social.chats set last_message_id = ${id} where low_id = ${lowId} and high_id = ${highId})
    insert into social.messages (low_id, high_id, id, from_low, body, deleted_at, hidden_from_low, hidden_from_high)
    values (${lowId}, ${highId}, ${id}, ${from.id === lowId}, ${body},
      ${deleted ? praca.clock.now() : null}, ${hiddenFromLow}, ${hiddenFromHigh})`;
  return id;
}
const bodies = async (viewer: Person, ...others: Person[]) =>
  Object.fromEntries(
    (
      await findSummaries(
        praca.sql,
        viewer.id,
        others.map(({ id }) => id),
      )
    ).map(({ otherId, body, unread }) => [otherId, [body, unread]]),
  );

test('each summary has the newest message and the unread count as its viewer sees them', async () => {
  await say(low, middle, 'old');
  const last = await say(middle, low, 'to low');
  await say(high, middle, 'to middle');
  await say(low, high, 'elsewhere');
  assert.deepEqual(await bodies(middle, low, high), { [low.id]: ['to low', 2], [high.id]: ['to middle', 1] });
  assert.deepEqual(await bodies(low, middle), { [middle.id]: ['to low', 1] });
  assert.deepEqual(await bodies(high, middle), { [middle.id]: ['to middle', 2] });
  assert.deepEqual(await bodies(middle), {});
  await say(low, middle, 'hidden from low', { hiddenFromLow: true });
  const newest = await say(low, middle, 'hidden from middle', { hiddenFromHigh: true });
  assert.deepEqual((await bodies(middle, low))[low.id], ['hidden from low', 2]);
  assert.deepEqual((await bodies(low, middle))[middle.id], ['hidden from middle', 1]);
  await praca.sql`
    update social.chats set high_cleared_id = ${newest}, low_cleared_id = ${last}
    where low_id = ${low.id} and high_id = ${middle.id}`;
  assert.deepEqual((await bodies(middle, low))[low.id], [null, 2]);
  assert.deepEqual((await bodies(low, middle))[middle.id], ['hidden from middle', 1]);
});

test('the data export has all messages that the user sent, without received or deleted ones', async () => {
  await say(middle, low, 'deleted', { deleted: true });
  await say(middle, high, 'to high');
  const sent = await findSentMessages(praca.sql, middle.id, { to: noId, id: noId }, 9);
  assert.deepEqual(
    sent.map(({ to, body }) => [to, body]),
    [
      [low.id, 'to low'],
      [high.id, 'to high'],
    ],
  );
  const [first] = await findSentMessages(praca.sql, low.id, { to: noId, id: noId }, 9);
  assert.deepEqual([first?.to, first?.body], [middle.id, 'old']);
});

test('erasing a user deletes all chats of that user and no others', async () => {
  const left = async () => {
    const rows = await praca.sql<{ low_id: string; high_id: string }[]>`
      select low_id, high_id from social.chats order by low_id, high_id`;
    return rows.map((row) => [row.low_id, row.high_id]);
  };
  assert.equal((await left()).length, 3);
  await praca.sql.begin((tx) => deleteChatsOfUser(tx, middle.id));
  assert.deepEqual(await left(), [[low.id, high.id]]);
});
