import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useChainStage } from '../../../../test/support/chain-stage.ts';
import { watch } from '../../../../test/support/chain-context.ts';
import { pay } from '../../../../test/support/played-chain.ts';
import { newId } from '../../../platform/ids.ts';
import { availableTo } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import { assignAddress } from './assign-address.ts';
import { creditReceipts, uncreditReceipts } from './credit-receipts.ts';
import { listReceipts } from './list-receipts.ts';

const stage = useChainStage();

const { read } = stage;

async function balance(owner: string): Promise<bigint> {
  const [row] = await stage.sql<{ balance: bigint }[]>`
    select coalesce(sum(balance), 0)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = ${owner} and asset = 'BTC'`;
  return row?.balance ?? 0n;
}

test('every address is fresh, also in concurrent requests, and is watched', async () => {
  const subjects = Array.from({ length: 20 }, () => newId());
  const addresses = await Promise.all(
    subjects.map((subjectId) =>
      stage.sql.begin((tx) =>
        assignAddress(tx, stage.context, { coin: 'BTC', purpose: 'payment', subjectId }),
      ),
    ),
  );
  assert.equal(new Set(addresses.map(({ destination }) => destination)).size, 20);
  await read();
  stage.node.mine(addresses.map(({ destination }, index) => pay(`t${index}`, destination, 5n)));
  await read();
  for (const [index, subject] of subjects.entries()) {
    const [receipt] = await listReceipts(stage.sql, subject);
    assert.equal(receipt?.transactionId, `t${index}`);
    assert.equal(receipt.address, addresses[index]?.address);
  }
});

test('an address is stored with its derivation place, and no index of its branch is skipped', async () => {
  const assign = (purpose: 'payment' | 'funds') =>
    stage.sql.begin((tx) => assignAddress(tx, stage.context, { coin: 'BTC', purpose, subjectId: newId() }));
  for (let turn = 0; turn < 3; turn++) {
    await assign('payment');
    await assign('funds');
  }
  const rows = await stage.sql<{ role: number; branch: number; index: bigint; destination: string }[]>`
    select branch as role, path_branch as branch, address_index as index, destination from merchant.chain_addresses
    where coin = 'BTC' order by address_index`;
  const [first] = rows;
  assert.ok(first);
  for (const [place, { role, branch, index, destination }] of rows.entries()) {
    assert.equal(stage.chain.addresses.derive(branch, Number(index)).destination, destination);
    // This alone separates the provider's coins from those of customers.
    assert.equal(role, place % 2);
    assert.deepEqual([branch, index], [first.branch, first.index + BigInt(place)]);
  }
});

test('a receipt is credited once, undone once, and can be credited again', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1', purpose: 'payment' });
  await read();
  stage.node.mine([pay('a', 'btc/0/1', 700n)]);
  await read();
  const change = (credit: boolean) =>
    stage.sql.begin(async (tx) => {
      const [receipt] = await listReceipts(tx, subject);
      assert.ok(receipt);
      const book = credit ? creditReceipts : uncreditReceipts;
      postMovements(tx, stage.context, await book(tx, [receipt], availableTo(1)));
    });
  const [merchantBefore, chainBefore] = [await balance('psp:1'), await balance('provider:chain')];
  await assert.rejects(change(false), /not credited/);
  await change(true);
  await assert.rejects(change(true), /credited already/);
  assert.equal((await balance('psp:1')) - merchantBefore, 700n);
  assert.equal((await balance('provider:chain')) - chainBefore, -700n);
  await change(false);
  assert.equal(await balance('psp:1'), merchantBefore);
  await change(true);
  const [receipt] = await listReceipts(stage.sql, subject);
  assert.deepEqual([receipt?.credited, receipt?.creditCount], [true, 2]);
});
