import { addStaff } from './commands.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wakeChainReader } from '../../src/merchant/chains/wake-chain-reader.ts';
import { freezeCommands } from '../../src/merchant/chains/freezes/freeze.commands.ts';
import { cancelPayout } from '../../src/merchant/payouts/manage-payouts.ts';
import { openMerchantApp } from './app.ts';
import { untilOrder } from './coins.ts';
import { owners } from './stepwise-chain.ts';
import { runCommand } from './commands.ts';
import { copyDatabase } from './database.ts';
import { merchantClient } from './merchant.ts';
import { until } from './process.ts';
import { withdrawalBody, type Stage } from './utxo-stage.ts';

/** Defines the last tests. They close the stage's processes, as the loss of a machine does. */
export function playRestore(stageOf: () => Stage): void {
  test('after the restore of an old backup no recipient is paid twice, and no spent coins are used', async () => {
    const { coin, node, till, vault, ...stage } = stageOf();
    const [paid, later] = [await node.newAddress(), await node.newAddress()];
    // The withdrawal is requested while no signing process runs, and then the backup is made.
    await stage.stop(vault);
    const orderId = await stage.withdraw('0.06', paid);
    await stage.stop(till);
    const backup = await copyDatabase(stage.database);
    const from = new Date().toISOString();
    const open = (database = stage.database) =>
      openMerchantApp({ database, settings: { ...stage.settings } });

    // The withdrawal is signed, sent and mined after the backup. Its change goes to an address that is not in the backup.
    const before = await open();
    await before.start();
    const client = await merchantClient(before);
    const isSent = ({ blockchain_transaction_id: id }: { blockchain_transaction_id: string | null }) =>
      id !== null;
    await untilOrder(client, orderId, isSent, 'sent');
    await node.mine(6);
    wakeChainReader(before.platform.signals, coin);
    await untilOrder(client, orderId, (order) => order.order_status === 'COMPLETED', 'completed');
    await before.close();
    const inputs = await listInputs(node.call, await bestBlocks(node.call, 6));

    const restored = await open(backup);
    try {
      await restored.start();
      const again = await merchantClient(restored);
      const hash = await node.call('getbestblockhash');
      await until(async () => {
        const rows =
          await restored.sql`select from merchant.chain_states where coin = ${coin} and hash = ${hash}`;
        return rows.length === 1;
      }, 'the blocks after the backup to be read');
      const [freeze] = await restored.sql<{ reason: string | null }[]>`
        select reason from merchant.payout_freezes where coin = ${coin}`;
      assert.match(freeze?.reason ?? '', /restoredFromCopy/);
      assert.deepEqual(await node.call('getrawmempool'), []);
      assert.equal(await stage.received(paid), '0.06000000');

      // The change is at an address that only the lost database knew.
      const [said = '', ...coins] = await runCommand(restored, 'chain find', [coin], { from });
      assert.match(said, /^Addresses of these branches are watched/);
      assert.ok(coins.length > 0);
      const unassigned = await runCommand(restored, 'chain unassigned');
      assert.equal(unassigned.length, coins.length);

      // Staff see that it was paid, cancel it and resume the others.
      const [payout] = await restored.sql<{ id: string }[]>`
        select id from merchant.payouts where order_id = ${orderId} and status = 'RESERVED'`;
      assert.ok(payout);
      assert.equal(await cancelPayout(restored.platform, owners, payout.id), 'cancelled');
      const thaw = freezeCommands.find(({ name }) => name === 'payout thaw');
      const by = await addStaff(restored.platform);
      const values = { by, reason: 'compared with the chain', coin };
      await thaw?.run(restored.platform, { values, positionals: [] }, () => {});
      const next = await again.post('/withdrawals', await withdrawalBody(again, coin, '0.02', later));
      assert.equal(next.statusCode, 200, next.body);
      const { order_id: nextId } = next.json() as { order_id: string };
      const sent = await untilOrder(again, nextId, isSent, 'sent');
      const raw = await node.call('getrawtransaction', sent.blockchain_transaction_id, true);
      for (const { txid, vout } of raw.vin) assert.ok(!inputs.has(`${txid}:${vout}`), 'not used before');
      await node.mine(6);
      wakeChainReader(restored.platform.signals, coin);
      await untilOrder(again, nextId, (order) => order.order_status === 'COMPLETED', 'completed');
      assert.equal(await stage.received(later), '0.02000000');
      assert.equal(await stage.received(paid), '0.06000000');
    } finally {
      await restored.close();
      await backup.drop();
    }
  });
}

type Call = Stage['node']['call'];

async function bestBlocks(call: Call, count: number): Promise<string[]> {
  const hashes: string[] = [await call('getbestblockhash')];
  while (hashes.length < count) {
    const { previousblockhash: hash } = await call('getblock', hashes.at(-1), 1);
    hashes.push(hash);
  }
  return hashes;
}

async function listInputs(call: Call, hashes: readonly string[]): Promise<Set<string>> {
  const inputs = new Set<string>();
  for (const hash of hashes) {
    for (const { vin } of (await call('getblock', hash, 2)).tx) {
      for (const { txid, vout } of vin) inputs.add(`${txid}:${vout}`);
    }
  }
  return inputs;
}
