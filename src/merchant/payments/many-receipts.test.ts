import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { readAccounts } from '../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { choice, confirmed, facts, receipt } from '../../../test/support/payment-facts.ts';
import { newChosen, openPaymentsApp, readPayment } from '../../../test/support/payments.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { judgePayment } from './judging/judge.rules.ts';
import { reviewPayment } from './judging/bring-up-to-date.ts';

const crumbs = 1000;

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
});
after(() => here.close());

/** Counts the statements that a review sends. */
async function countStatements(id: string): Promise<number> {
  let count = 0;
  await here.sql.begin(async (tx) => {
    const counting = ((...given: Parameters<Tx>) => {
      count += 1;
      return tx(...given);
    }) as Tx;
    await reviewPayment(Object.assign(counting, tx), here.platform, id);
  });
  return count;
}

/** Inserts receipts as if the chain reader had found them. The node does not know them. */
async function scatter(address: string): Promise<void> {
  await here.sql`
    insert into merchant.chain_outputs (
      coin, transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height,
      unconfirmed)
    select a.coin, 'crumb ' || number, 0, a.destination, 1000, a.purpose, a.subject_id, ${here.clock.now()}, s.height,
      false
    from generate_series(1, ${crumbs}::integer) as number, merchant.chain_addresses a
    join merchant.chain_states s using (coin)
    where a.address = ${address}`;
}

test('crediting, undoing and awaiting a thousand tiny receipts takes as many statements as one receipt', async () => {
  const heldBefore = (await readAccounts(here.sql)).get('psp:1:held LTC') ?? 0n;
  const chosen = await newChosen(client, 'LTC', '900.00');
  const id = chosen.payment_reference_number;
  await scatter(chosen.payment_cryptocurrency_address);
  const most = 20;
  const held = async () => ((await readAccounts(here.sql)).get('psp:1:held LTC') ?? 0n) - heldBefore;

  assert.ok((await countStatements(id)) <= most, 'not deep enough yet');
  const [waiting] = await here.sql<{ count: number }[]>`
    select count(*)::integer as count from merchant.chain_outputs
    where subject_id = ${id} and review_height is not null`;
  assert.equal(waiting?.count, crumbs);
  await here.sql`
    update merchant.chain_outputs set block_height = block_height - 5 where subject_id = ${id}`;
  assert.ok((await countStatements(id)) <= most, 'credited');
  assert.equal(await held(), BigInt(crumbs) * 1000n);
  const shown = await readPayment(client, id);
  assert.equal(shown.transactions.length, crumbs);
  await here.sql`
    update merchant.chain_outputs set block_height = null, unconfirmed = false where subject_id = ${id}`;
  assert.ok((await countStatements(id)) <= most, 'undone');
  assert.equal(await held(), 0n);
});

test('judging reads each receipt a fixed number of times, regardless of their number', () => {
  const looksAt = (count: number): number => {
    let looks = 0;
    const receipts = Array.from({ length: count }, (_, index) => {
      const crumb = receipt(1n, { ...confirmed, transactionId: `crumb ${index}` });
      return Object.defineProperty({ ...crumb }, 'visible', {
        enumerable: true,
        get: () => {
          looks += 1;
          return true;
        },
      });
    });
    judgePayment(facts({ choices: [choice('first'), choice('second', { destination: 'other' })], receipts }));
    return looks;
  };
  const fewer = looksAt(1000);
  assert.ok(fewer >= 1000);
  assert.ok(looksAt(2000) <= 2.2 * fewer);
});
