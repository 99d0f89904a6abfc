import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { explainAnalyze, type PlanNode } from '../../../../test/support/explain.ts';
import { insertChainState } from '../../../../test/support/merchant-rows.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import {
  assignOutput,
  findCustomerTarget,
  findDepositTarget,
  findPaymentTarget,
  getReturn,
  insertDecision,
  isReturnBacked,
  lockDecision,
  lockOutput,
  saveDecision,
  selectUnassigned,
  setReturning,
  type Decision,
  type UnassignedQuery,
} from './unassigned.store.ts';
import { formatPlace, parsePlace, unassignedSorts } from './unassigned.rules.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const nobody = { subject_id: null, purpose: null };
const query: UnassignedQuery = {
  state: 'open',
  sort: 'newest',
  coin: undefined,
  leastMinor: undefined,
  after: undefined,
  limit: 100,
};
const key = (transactionId: string) => ({ coin: 'XRP', transactionId, outputIndex: 0 }) as const;
const decisionOn = (transactionId: string, fields: Partial<Decision>): Decision => ({
  id: idOf(1),
  coin: 'XRP',
  transaction_id: transactionId,
  output_index: 0,
  amount: 7n,
  first_seen_at: now,
  kind: 'payment',
  subject_id: idOf(2),
  payout_id: null,
  status: 'proposed',
  proposed_by: 'staff:ana@example.com',
  created_at: now,
  ...fields,
});

before(async () => {
  for (const coin of ['BTC', 'XRP']) await insertChainState(sql, coin, { height: 10, final_height: 10 });
  await insertChainAddress(sql, 'BTC', 'script', idOf(9), now, { address: 'bc1q', purpose: 'lost' });
});

test('pages of either order contain every row once, even with equal times and amounts', async () => {
  await sql`
    insert into merchant.chain_outputs (
      coin, transaction_id, output_index, destination, amount, first_seen_at, block_height, unconfirmed)
    select case place % 2 when 0 then 'BTC' else 'XRP' end, 'd' || place / 3, place % 3, 'script', 1 + place % 2,
      ${now}::timestamptz + (place % 4) * interval '1 ms', 1, false
    from generate_series(0, 119) as place`;
  for (const sort of unassignedSorts) {
    const seen: string[] = [];
    let after: UnassignedQuery['after'];
    for (;;) {
      const rows = await selectUnassigned(sql, { ...query, sort, after, limit: 7 });
      const last = rows.at(-1);
      if (!last) break;
      seen.push(...rows.map((row) => `${row.coin} ${row.transaction_id} ${row.output_index}`));
      after = parsePlace(
        formatPlace({
          coin: last.coin,
          transactionId: last.transaction_id,
          outputIndex: last.output_index,
          amountMinor: last.amount,
          firstSeenAt: last.first_seen_at,
        }),
      );
      assert.ok(after);
    }
    assert.deepEqual([seen.length, new Set(seen).size], [120, 120], sort);
  }
  const filtered = await selectUnassigned(sql, { ...query, coin: 'XRP', leastMinor: 2n });
  assert.ok(filtered.length > 0 && filtered.every(({ coin, amount }) => coin === 'XRP' && amount >= 2n));
  assert.equal(filtered.length, 60);
  assert.equal((await selectUnassigned(sql, { ...query, coin: 'BTC' }))[0]?.address, 'bc1q');
  await sql`delete from merchant.chain_outputs`;
});

test('a decision about coins is stored once and listed, and failed ones open the coins again', async () => {
  for (const id of ['a', 'b'])
    await insertOutput(sql, { coin: 'XRP', transaction_id: id, amount: 7n }, now, nobody);
  const statesOf = async (): Promise<string[]> => {
    const rows = await Promise.all(
      (['open', 'assigned', 'returned'] as const).map(async (state) =>
        (await selectUnassigned(sql, { ...query, state })).map(
          ({ transaction_id: id, status }) => `${id} ${state} ${status}`,
        ),
      ),
    );
    return rows.flat();
  };
  await sql.begin(async (tx) => {
    assert.equal(await lockOutput(tx, key('c')), undefined);
    assert.equal((await lockOutput(tx, key('a')))?.decided, false);
    await insertDecision(tx, decisionOn('a', {}));
    await insertDecision(
      tx,
      decisionOn('b', { id: idOf(3), kind: 'return', subject_id: null, payout_id: idOf(4) }),
    );
    await setReturning(tx, key('b'), idOf(3));
    assert.equal((await lockOutput(tx, key('a')))?.decided, true);
    assert.equal(await isReturnBacked(tx, idOf(4)), true);
    assert.equal((await getReturn(tx, idOf(4))).id, idOf(3));
  });
  assert.deepEqual(await statesOf(), ['a open proposed', 'b returned proposed']);
  const twice = sql.begin((tx) => insertDecision(tx, decisionOn('a', { id: idOf(5) })));
  await assert.rejects(twice, /unassigned_decisions_once/);
  const alone = { status: 'done', by: 'staff:Ana@example.com', at: now } as const;
  await assert.rejects(
    sql.begin((tx) => saveDecision(tx, idOf(1), alone)),
    /two_people/,
  );
  await sql.begin(async (tx) => {
    const decision = await lockDecision(tx, idOf(1));
    assert.ok(decision);
    await assignOutput(tx, decision, { destination: 'd', at: now, isScreened: true });
    await saveDecision(tx, idOf(1), { status: 'done', by: 'staff:bea@example.com', at: now });
    await saveDecision(tx, idOf(3), { status: 'rejected', by: null, at: now });
    await setReturning(tx, key('b'), null);
  });
  assert.deepEqual(await statesOf(), ['b open null', 'a assigned done']);
  const [row] = await sql<{ screening: string; assigned_destination: string }[]>`
    select screening, assigned_destination from merchant.chain_outputs where transaction_id = 'a'`;
  assert.deepEqual({ ...row }, { screening: 'unasked', assigned_destination: 'd' });
});

test('finds no target without a payment, customer or deposit address', async () => {
  await sql.begin(async (tx) => {
    assert.equal(await findPaymentTarget(tx, 'XRP', idOf(6)), undefined);
    assert.equal(await findCustomerTarget(tx, 'XRP', 1, 'x'), undefined);
    assert.equal(await findDepositTarget(tx, idOf(6)), undefined);
  });
});

test('a page among a hundred thousand dust payments is read by index, without sorting', async () => {
  await sql`
    insert into merchant.chain_outputs (
      coin, transaction_id, output_index, destination, amount, first_seen_at, block_height, unconfirmed)
    select 'XRP', 'e' || place, 0, 'r:', 1 + place % 3, ${now}::timestamptz + place / 10 * interval '1 ms', 1, false
    from generate_series(1, 100000) as place`;
  await sql`analyze merchant.chain_outputs`;
  const middle = {
    coin: 'XRP',
    transactionId: 'e50000',
    outputIndex: 0,
    amountMinor: 2n,
    firstSeenAt: new Date(now.getTime() + 5000),
  } as const;
  for (const sort of unassignedSorts) {
    for (const filter of [{}, { coin: 'XRP' }, { coin: 'XRP', leastMinor: 2n }] as const) {
      const { plan } = await explainAnalyze(sql, (tag) =>
        selectUnassigned(tag, { ...query, ...filter, sort, after: middle }),
      );
      const nodes = listNodes(plan);
      const index = `chain_outputs_unassigned_${sort}`;
      const walked = nodes.find((node) => node['Index Name'] === index);
      assert.ok(walked, `${sort} by ${nodes.map((node) => node['Index Name']).join(' ')}`);
      assert.ok(walked['Actual Rows'] + (walked['Rows Removed by Filter'] ?? 0) < 1000);
    }
  }
});

const listNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
