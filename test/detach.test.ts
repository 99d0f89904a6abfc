import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from './support/commands.ts';
import { allCommands } from '../src/app.ts';
import { newId } from '../src/platform/ids.ts';
import { insertMessage } from '../src/social/conversation/chat/chat.store.ts';
import { findSummaries } from '../src/social/conversation/chat/chat-summary.store.ts';
import { pairOf } from '../src/social/people/pairs/pair.rules.ts';
import { recordGiven } from '../src/social/delivery/updates/record-update.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { openPeople, type People, type Person } from './support/social-people.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  people = await openPeople(praca);
});
after(() => praca.close());

async function run(name: string, ...positionals: string[]): Promise<string[]> {
  const command = allCommands.find((candidate) => candidate.name === `partitions ${name}`);
  assert.ok(command, name);
  const lines: string[] = [];
  const values = { by: await addStaff(praca.platform) };
  await command.run(praca.platform, { values, positionals }, (line) => void lines.push(line));
  return lines;
}

const dayMs = 24 * 3_600_000;
const nameOf = (table: string, atMs: number): string =>
  `${table}_${new Date(atMs).toISOString().slice(0, 7).replace('-', '_')}`;

test('a detached month disappears from its chat and all counts, and returns when attached', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await people.combine(ana, bia);
  const pair = pairOf(ana.id, bia.id);
  const oldMs = praca.clock.nowMs() - 200 * dayMs;
  const say = (id: string, body: string) =>
    insertMessage(
      praca.sql,
      { ...pair, id, fromLow: ana.id === pair.lowId, clientId: null, body },
      recordGiven(praca.sql, praca),
      (from) => praca.sql`select 1 ${from}`,
    );
  const chat = async (): Promise<string[]> => {
    const answer = await praca.app.inject({
      url: `/social/user/${bia.id}/chat/${ana.id}`,
      headers: bia.headers,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<{ messages: { message: string }[] }>().messages.map(({ message }) => message);
  };
  const summary = async () => {
    const [found] = await findSummaries(praca.sql, bia.id, [ana.id]);
    return [found?.body, found?.unread];
  };
  await say(newId(oldMs), 'long ago');
  const month = nameOf('messages', oldMs);

  const [split] = await run('split', 'social.messages');
  assert.match(split ?? '', /messages_before was split into months: 1 rows/);
  await run('detach', 'social.messages', month);
  assert.deepEqual(await summary(), [null, 0], 'all messages were read');
  assert.deepEqual(await chat(), []);
  assert.ok(
    (await run('list')).some((line) => line.includes(month) && line.includes('still in the database')),
  );
  await run('attach', 'social.messages', month);
  assert.deepEqual(await summary(), ['long ago', 1]);

  await say(newId(praca.clock.nowMs()), 'today');
  assert.deepEqual(await summary(), ['today', 2]);
  await run('detach', 'social.messages', month);
  assert.deepEqual(await summary(), ['today', 1]);
  assert.deepEqual(await chat(), ['today']);
  assert.deepEqual(await summary(), ['today', 0]);
  await run('attach', 'social.messages', month);
  assert.deepEqual(await summary(), ['today', 0], 'messages before the last read one are not unread');
  const [kept] = await praca.sql`select count(*)::int as messages from social.messages`;
  assert.equal(kept?.['messages'], 2);
});

test('detach refuses months that the ledger or open orders need, and says why', async () => {
  const oldMs = praca.clock.nowMs() - 800 * dayMs;
  const id = newId(oldMs);
  await praca.sql`
    insert into merchant.orders (id, psp_id, kind, order_type, status, currency_pair, created_at, updated_at)
    values (${id}, 1, 'trade', 'DEPOSIT', 'PROCESSING', 'BTCEUR', ${new Date(oldMs)}, ${new Date(oldMs)})`;
  const month = nameOf('orders', oldMs);
  await run('split', 'merchant.orders');
  await assert.rejects(run('detach', 'merchant.orders', month), {
    name: 'CommandError',
    message: /1 orders that are CREATED or PROCESSING/,
  });
  await praca.sql`update merchant.orders set status = 'COMPLETED' where id = ${id}`;
  await run('detach', 'merchant.orders', month);
  assert.equal((await praca.sql`select from merchant.orders where id = ${id}`).length, 0);
  await run('attach', 'merchant.orders', month);
  assert.equal((await praca.sql`select from merchant.orders where id = ${id}`).length, 1);
  for (const [table, reason] of [
    ['merchant.ledger_entries', /books are proved by every entry/],
    ['social.updates', /deleted after two weeks/],
    ['accounts.audit', /deleted after AUDIT_DAYS/],
    ['platform.console_audit', /split it into months first/],
  ] as const) {
    await assert.rejects(run('detach', table, `${table.split('.')[1]}_before`), {
      name: 'CommandError',
      message: reason,
    });
  }
  await assert.rejects(run('detach', 'merchant.payments', 'x'), {
    name: 'CommandError',
    message: /The tables with partitions are/,
  });
});

test('the next months are created for every table', async () => {
  assert.deepEqual(await run('keep'), ['The partitions of the next months exist.']);
  const lines = await run('list');
  for (const table of ['messages', 'orders', 'ledger_entries', 'audit', 'console_audit', 'updates']) {
    assert.ok(
      lines.some((line) =>
        line.includes(
          `  ${nameOf(table, Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 1))}  `,
        ),
      ),
      table,
    );
  }
});
