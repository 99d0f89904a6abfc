import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openLiveClient, type LiveClient } from '../../../../test/support/live-client.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type Person } from '../../../../test/support/social-people.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';

let praca: TestApp;
before(async () => {
  praca = await openSocialApp({ settings: { RATE_LIMIT: '0' } });
});
after(() => praca.close());

test('a connection that joins during a read, from an earlier number, misses nothing', async () => {
  const people = await openPeople(praca);
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await people.combine(ana, bia);
  for (const message of ['one', 'two', 'three']) {
    const sent = await praca.app.inject({
      method: 'POST',
      url: `/social/user/${ana.id}/chat/${bia.id}`,
      headers: ana.headers,
      payload: { message },
    });
    assert.equal(sent.statusCode, 200, sent.body);
  }
  const url = await praca.listen();
  const open = (since: number): Promise<LiveClient> =>
    openLiveClient({ url, userId: bia.id, token: bia.token, via: 'websocket', since });
  const waitingReads = async (): Promise<number> => {
    const rows = await praca.sql`
      select from pg_locks where not granted and relation = 'social.updates'::regclass`;
    return rows.length;
  };

  const clients = await transaction(praca.sql, async (tx) => {
    // The lock blocks reads of updates until this transaction ends. Connections are still greeted.
    await tx`lock table social.updates in access exclusive mode`;
    const first = await open(2);
    await until(async () => (await waitingReads()) === 1, 'the read for the first connection');
    return [first, await open(0)] as const;
  });
  const seen = () => clients.map(({ updates }) => updates.map(({ seq }) => seq));
  await until(() => clients.every(({ updates }) => updates.at(-1)?.seq === 3), 'the last update');
  assert.deepEqual(seen(), [[3], [1, 2, 3]]);
  for (const client of clients) await client.stop();
});
