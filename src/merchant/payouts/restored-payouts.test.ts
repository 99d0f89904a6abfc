import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openMerchantApp } from '../../../test/support/app.ts';
import {
  copyDatabase,
  createTestDatabase,
  openTestPool,
  type TestDatabase,
} from '../../../test/support/database.ts';
import {
  LostTrades,
  openNetworks,
  openTills,
  send,
  type LostTime,
  type Networks,
  type Till,
} from '../../../test/support/lost-time.ts';
import { askToWithdraw, storedPayout } from '../../../test/support/withdrawals.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const settings = { SIMULATED_BLOCK_SECONDS: '0', PAYOUT_BATCHING: '' };

async function openAt(database: TestDatabase, networks: Networks, laterMs = 0): Promise<Till[]> {
  const app = await openMerchantApp({ database, settings });
  app.clock.offsetMs += laterMs;
  networks.clock.offsetMs += laterMs;
  closing.push(() => app.close());
  const tills = await openTills(app, networks);
  closing.push(async () => {
    for (const { driven } of tills) await driven.close();
  });
  return tills;
}

async function closeAll(count: number): Promise<void> {
  for (const close of closing.splice(-count).toReversed()) await close();
}

/**
 * Removes the recorded home: for a copy of the files, server and database are unchanged, so Praça cannot detect the
 * restore.
 */
async function stayAtHome(database: TestDatabase): Promise<void> {
  const sql = openTestPool(database.connection);
  await sql`delete from merchant.payout_homes`;
  await sql.end();
}

const stopped = { files: /did not sign|did not give out/, dump: /restored from a copy/ };

const rows: readonly { title: string; kind: keyof typeof stopped; lost: LostTime }[] = [
  { title: 'files, after payouts were mined', kind: 'files', lost: 'both' },
  { title: 'files, while the only forgotten payout waits for its block', kind: 'files', lost: 'held' },
  { title: 'files, after one was paid with lost coins', kind: 'files', lost: 'planned, with lost coins' },
  { title: 'a dump, after payouts were mined', kind: 'dump', lost: 'both' },
];

for (const { title, kind, lost } of rows) {
  test(`no payout is paid twice after a restore of ${title}`, async () => {
    const networks = await openNetworks();
    closing.push(() => networks.close());
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const trades = new LostTrades(lost);
    await trades.beforeCopy(await openAt(database, networks));
    await closeAll(2);
    const copy = await copyDatabase(database);
    closing.push(() => copy.drop());
    if (kind === 'files') await stayAtHome(copy);
    await trades.inLostTime(await openAt(database, networks));
    await closeAll(2);
    const restored = await openAt(copy, networks, 3_600_000);
    await trades.afterRestore(restored, stopped[kind]);
  });
}

for (const agoMs of [0, 11 * 60_000]) {
  test(`a recipient's own payment of the same amount does not stop payouts, in a block dated ${agoMs / 60_000} minutes back`, async () => {
    const networks = await openNetworks();
    closing.push(() => networks.close());
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const [till] = await openAt(database, networks);
    assert.ok(till);
    const { driven, client, coin, app } = till;
    const { node } = driven.chain;
    const findBlock = node.findBlock.bind(node);
    node.findBlock = async (height) => {
      const block = await findBlock(height);
      return block && { ...block, minedAtMs: block.minedAtMs - agoMs };
    };
    await driven.read();
    const asked = await askToWithdraw(client, coin);
    const { amount } = await storedPayout(app.sql, asked);
    await send(till, { address: asked.wallet, destinationTag: null }, amount);
    await networks.mine(coin, 1);
    await driven.read();
    await driven.sign();
    assert.equal((await storedPayout(app.sql, asked)).status, 'SIGNED');
  });
}
