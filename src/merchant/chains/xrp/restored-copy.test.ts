import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOrder } from '../../../../test/support/coins.ts';
import { copyDatabase, createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { owners } from '../../../../test/support/stepwise-chain.ts';
import {
  newXrpWallet,
  startRippledStandIn,
  type RippledStandIn,
} from '../../../../test/support/rippled/rippled-stand-in.ts';
import { fundHouse, openXrpHouse, type XrpApp } from '../../../../test/support/rippled/xrp-house.ts';
import { noteFirstNumber, passNumbers } from '../../payouts/numbers/account-numbers.ts';
import { thawPayouts } from '../freezes/freeze-payouts.ts';
import { cancelPayout } from '../../payouts/manage-payouts.ts';

let rippled: RippledStandIn;
const ours = newXrpWallet();
const databases: TestDatabase[] = [];
let house: XrpApp | undefined;

before(async () => {
  rippled = await startRippledStandIn();
  rippled.fund(10_000_000n, ours);
  rippled.close();
});
after(async () => {
  await endHouse();
  for (const database of databases) await database.drop();
  await rippled?.stop();
});

const drops = (address: string): bigint => rippled.ledger.engine.accounts.get(address)?.balance ?? 0n;

/** Also runs after a failed assertion, because an open process would keep the test run from ending. */
async function endHouse(): Promise<void> {
  await house?.end();
  house = undefined;
}

test('a database restored from an old copy repeats no payment', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const recipients = Array.from({ length: 3 }, () => rippled.fund(5_000_000n).address);
  const [sent = '', waiting = '', fresh = ''] = recipients;
  let open = (house = await openXrpHouse(rippled, ours, { database }));
  await fundHouse(rippled, open, ours);
  await noteFirstNumber(open.app.platform, open.driven.chain);
  // In the copy, the first payout is signed but not sent, the second not signed.
  const first = await open.withdraw(sent);
  await open.driven.sign();
  const second = await open.withdraw(waiting);
  await endHouse();
  const copy = await copyDatabase(database);
  databases.push(copy);

  // After the copy was made, both are paid.
  open = house = await openXrpHouse(rippled, ours, { database });
  await open.signAndSend();
  await open.close();
  for (const id of [first, second])
    assert.equal((await readOrder(open.client, id)).order_status, 'COMPLETED');
  await endHouse();
  assert.deepEqual([drops(sent), drops(waiting)], [25_000_000n, 25_000_000n]);
  const used = rippled.ledger.engine.accounts.get(ours.address)?.sequence ?? 0;

  // The old copy is restored. Its reader finds the first payout in the missed ledgers, but nothing about the second.
  open = house = await openXrpHouse(rippled, ours, { database: copy, seed: null });
  // Payouts are frozen, because the database has moved. An operator thaws them too early, so only the account's
  // sequence numbers reveal the problem.
  await thawPayouts(open.app.platform, { coin: 'XRP', by: 'ana', reason: 'not compared' });
  await open.signAndSend();
  await open.close();
  assert.equal((await readOrder(open.client, first)).order_status, 'COMPLETED');
  const held = await open.payout(second);
  assert.equal(held.status, 'RESERVED');
  assert.match(held.trouble ?? '', new RegExp(`has used 1 numbers .*"praca payout number XRP ${used}"`));
  // Nothing else is signed until operators have compared.
  const third = await open.withdraw(fresh);
  await open.signAndSend();
  await open.close(2);
  assert.equal((await open.payout(third)).status, 'RESERVED');
  assert.deepEqual([drops(sent), drops(waiting), drops(fresh)], [25_000_000n, 25_000_000n, 5_000_000n]);
  assert.equal(rippled.ledger.engine.accounts.get(ours.address)?.sequence, used, 'no number was used');

  // They cancel the payout that was already paid, and continue with the next number.
  assert.equal(await cancelPayout(open.app.platform, owners, held.id), 'cancelled');
  const passing = { coin: 'XRP', next: BigInt(used), by: 'ana', reason: 'restored' } as const;
  assert.ok(await passNumbers(open.app.platform, passing));
  await open.signAndSend();
  await open.close();
  assert.equal(Number((await open.payout(third)).number), used);
  assert.deepEqual([drops(waiting), drops(fresh)], [25_000_000n, 25_000_000n]);
  await endHouse();
});
