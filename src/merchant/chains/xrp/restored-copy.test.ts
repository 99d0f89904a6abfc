import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOrder } from '../../../../test/support/coins.ts';
import { copyDatabase, createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { owners } from '../../../../test/support/hand-driven-chain.ts';
import {
  newXrpWallet,
  startRippledStandIn,
  type RippledStandIn,
} from '../../../../test/support/rippled/rippled-stand-in.ts';
import { fundHouse, openXrpHouse } from '../../../../test/support/rippled/xrp-house.ts';
import { noteFirstNumber, passNumbers } from '../../payouts/account-numbers.ts';
import { cancelPayout } from '../../payouts/manage-payouts.ts';

let rippled: RippledStandIn;
const ours = newXrpWallet();
const databases: TestDatabase[] = [];

before(async () => {
  rippled = await startRippledStandIn();
  rippled.fund(10_000_000n, ours);
  rippled.close();
});
after(async () => {
  for (const database of databases) await database.drop();
  await rippled?.stop();
});

const drops = (address: string): bigint => rippled.ledger.engine.accounts.get(address)?.balance ?? 0n;

test('a database that was restored from an old copy pays nobody a second time', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const recipients = Array.from({ length: 3 }, () => rippled.fund(5_000_000n).address);
  const [sent = '', waiting = '', fresh = ''] = recipients;
  let house = await openXrpHouse(rippled, ours, { database });
  await fundHouse(rippled, house, ours);
  await noteFirstNumber(house.app.platform, house.driven.chain);
  // The copy has the one signed and never sent, and the other not even signed.
  const first = await house.withdraw(sent);
  await house.driven.sign();
  const second = await house.withdraw(waiting);
  await house.end();
  const copy = await copyDatabase(database);
  databases.push(copy);

  // What really happened afterwards: both are paid.
  house = await openXrpHouse(rippled, ours, { database });
  await house.signAndSend();
  await house.close();
  for (const id of [first, second])
    assert.equal((await readOrder(house.client, id)).order_status, 'COMPLETED');
  await house.end();
  assert.deepEqual([drops(sent), drops(waiting)], [25_000_000n, 25_000_000n]);
  const used = rippled.ledger.engine.accounts.get(ours.address)?.sequence ?? 0;

  // The old copy comes back. It reads what it missed, and finds the first; of the second it knows nothing.
  house = await openXrpHouse(rippled, ours, { database: copy, seed: null });
  await house.signAndSend();
  await house.close();
  assert.equal((await readOrder(house.client, first)).order_status, 'COMPLETED');
  const held = await house.payout(second);
  assert.equal(held.status, 'RESERVED');
  assert.match(held.trouble ?? '', new RegExp(`has used 1 numbers .*"praca payout number XRP ${used}"`));
  // Nor is anything else signed, until people have compared.
  const third = await house.withdraw(fresh);
  await house.signAndSend();
  await house.close(2);
  assert.equal((await house.payout(third)).status, 'RESERVED');
  assert.deepEqual([drops(sent), drops(waiting), drops(fresh)], [25_000_000n, 25_000_000n, 5_000_000n]);
  assert.equal(rippled.ledger.engine.accounts.get(ours.address)?.sequence, used, 'no number was used');

  // They give up what was paid already, and go on from the next number.
  assert.equal(await cancelPayout(house.app.platform, owners, held.id), 'cancelled');
  const passing = { coin: 'XRP', next: BigInt(used), by: 'ana', reason: 'restored' } as const;
  assert.ok(await passNumbers(house.app.platform, passing));
  await house.signAndSend();
  await house.close();
  assert.equal(Number((await house.payout(third)).number), used);
  assert.deepEqual([drops(waiting), drops(fresh)], [25_000_000n, 25_000_000n]);
  await house.end();
});
