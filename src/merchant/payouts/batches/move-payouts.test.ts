import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openMerchantApp } from '../../../../test/support/app.ts';
import { listArrivals, mine, readOrder } from '../../../../test/support/coins.ts';
import { createTestDatabase, openTestPool } from '../../../../test/support/database.ts';
import { driveByHand } from '../../../../test/support/hand-driven-chain.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { askToWithdraw, storedPayout, storedTransactions } from '../../../../test/support/withdrawals.ts';

const migrations = join(import.meta.dirname, '../../migrations');
const moving = '0026_let_payouts_share_transactions.sql';

test('payouts that were signed before become batches of their own, with their bytes, claims and reviews', async () => {
  const database = await createTestDatabase({ migrated: false });
  const sql = openTestPool(database.connection, 2);
  try {
    await sql`create schema merchant`;
    const run = (name: string): Promise<void> =>
      sql.begin((tx) => tx.script(readFileSync(join(migrations, name), 'utf8')));
    for (const name of readdirSync(migrations)
      .toSorted()
      .filter((one) => one < moving))
      await run(name);
    await sql.begin((tx) =>
      tx.script(`
        insert into merchant.payouts (
          id, coin, kind, order_id, psp_id, address, destination, amount, fee_allowance, euro_value, status,
          transaction_id, bytes, fee, signed_at, due_at, attempts, trouble, created_at, updated_at)
        values
          ('00000000-0000-7000-8000-000000000001', 'BTC', 'withdrawal', gen_random_uuid(), 1, 'a', 'a', 100, 0, 1,
            'SIGNED', 't1', 'ab12', 7, now(), now(), 3, 'the node refused it', now(), now()),
          ('00000000-0000-7000-8000-000000000002', 'BTC', 'withdrawal', gen_random_uuid(), 1, 'b', 'b', 200, 0, 1,
            'COMPLETED', 't2', 'cd34', 8, now(), null, 0, null, now(), now()),
          ('00000000-0000-7000-8000-000000000003', 'BTC', 'withdrawal', gen_random_uuid(), 1, 'c', 'c', 300, 0, 1,
            'RESERVED', null, null, null, null, null, 0, null, now(), now()),
          ('00000000-0000-7000-8000-000000000004', 'BTC', 'withdrawal', gen_random_uuid(), 1, 'd', 'd', 400, 0, 1,
            'FAILED', 't4', 'ef56', 9, now(), null, 0, null, now(), now()),
          ('00000000-0000-7000-8000-000000000005', 'BTC', 'withdrawal', gen_random_uuid(), 1, 'e', 'e', 500, 0, 1,
            'FAILED', null, null, null, null, null, 0, null, now(), now());
        insert into merchant.chain_sent (coin, transaction_id, subject_id)
        values ('BTC', 't1', '00000000-0000-7000-8000-000000000001'), ('BTC', 't2', '00000000-0000-7000-8000-000000000002');
        insert into merchant.chain_claims (coin, spend, transaction_id) values ('BTC', 'x:0', 't1'), ('BTC', 'x:1', 't2');
        insert into merchant.chain_reviews (coin, purpose, subject_id)
        values ('BTC', 'payout', '00000000-0000-7000-8000-000000000001')`),
    );
    await run(moving);
    const rows = await sql`
      select p.status, p.bytes as kept, t.bytes, t.fee, t.generation, b.due_at is not null as due, b.attempts, b.trouble,
        b.dead_at is not null as dead, s.fee as share
      from merchant.payouts p left join merchant.payout_batches b on b.id = p.batch_id
      left join merchant.payout_transactions t on t.batch_id = b.id
      left join merchant.payout_shares s on s.payout_id = p.id order by p.id`;
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['SIGNED', null, 'ab12', 7n, 0, true, 3, 'the node refused it', false, 7n],
        ['COMPLETED', null, 'cd34', 8n, 0, false, 0, null, false, 8n],
        ['RESERVED', null, null, null, null, false, null, null, false, null],
        ['FAILED', null, 'ef56', 9n, 0, false, 0, null, true, 9n],
        ['FAILED', null, null, null, null, false, null, null, false, null],
      ],
    );
    const subjects = await sql<
      { batch_id: string; transaction_id: string; spend: string; reviewed: boolean }[]
    >`
      select p.batch_id, t.transaction_id, s.spend, exists (
        select from merchant.chain_reviews r where r.subject_id = p.batch_id) as reviewed
      from merchant.payouts p join merchant.chain_sent t on t.subject_id = p.batch_id
      join merchant.chain_claims c on c.subject_id = p.batch_id
      join merchant.chain_sent_spends s on s.subject_id = p.batch_id and s.spend = c.spend order by p.id`;
    assert.deepEqual(
      subjects.map((row) => [row.transaction_id, row.spend, row.reviewed]),
      [
        ['t1', 'x:0', true],
        ['t2', 'x:1', false],
      ],
    );
  } finally {
    await sql.end();
    await database.drop();
  }
});

test('what the version before signs beside this one is taken over, sent and ended by this one', async () => {
  const here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  const driven = await driveByHand(here, { coin: 'BTC' });
  try {
    const client = await merchantClient(here);
    await driven.read();
    // What it would have signed: taken from a payout of ours, which then never happens.
    const model = await askToWithdraw(client, 'BTC');
    await driven.sign();
    const asked = await storedPayout(here.sql, model);
    const [signed] = await storedTransactions(here.sql, asked.batch_id);
    assert.ok(signed);
    const spends = await here.sql<{ spend: string }[]>`
      select spend from merchant.chain_sent_spends where transaction_id = ${signed.transaction_id}`;
    await here.sql.begin((tx) =>
      tx.script(`
        alter table merchant.payout_transactions disable trigger all;
        alter table merchant.payout_shares disable trigger all;
        alter table merchant.payouts disable trigger all;
        update merchant.payouts set status = 'RESERVED', batch_id = null, transaction_id = null, fee = null, signed_at = null;
        delete from merchant.payout_shares; delete from merchant.payout_transactions; delete from merchant.payout_batches;
        delete from merchant.chain_claims; delete from merchant.chain_sent;
        alter table merchant.payout_transactions enable trigger all;
        alter table merchant.payout_shares enable trigger all;
        alter table merchant.payouts enable trigger all`),
    );
    const now = here.clock.now();
    // Its own statements, to the letter.
    await here.sql.begin(async (tx) => {
      await tx`
        with outgoing as (
          insert into merchant.chain_sent (coin, transaction_id, subject_id)
          values ('BTC', ${signed.transaction_id}, ${asked.id}))
        insert into merchant.chain_claims (coin, spend, transaction_id)
        select 'BTC', spend, ${signed.transaction_id} from unnest(${spends.map(({ spend }) => spend)}::text[]) as spend`;
      await tx`
        update merchant.payouts set
          status = 'SIGNED', bytes = ${signed.bytes}, transaction_id = ${signed.transaction_id}, fee = ${signed.fee},
          last_height = null, signed_at = ${now}, due_at = ${now}, trouble = null, updated_at = ${now}
        where id = ${asked.id}`;
    });
    const [old] = await here.sql`
      select from merchant.payouts where id = ${asked.id} and (due_at is not null or bytes is not null)`;
    assert.equal(old, undefined, 'to the version before there is nothing to send');
    const adopted = await storedPayout(here.sql, model);
    assert.notEqual(adopted.batch_id, asked.batch_id);
    const [kept] = await storedTransactions(here.sql, adopted.batch_id);
    assert.equal(kept?.bytes, signed.bytes);
    await driven.send();
    await mine(client, 'BTC');
    await driven.read();
    assert.equal((await readOrder(client, model.id)).order_status, 'COMPLETED');
    assert.deepEqual(
      (await listArrivals(here.sql, 'BTC', model.wallet)).map((arrival) => arrival.transaction_id),
      [signed.transaction_id],
    );
  } finally {
    await driven.close();
    await here.close();
  }
});
