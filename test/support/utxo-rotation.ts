import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressBook } from '../../src/merchant/chains/addresses/create-address-book.ts';
import type { AddressBook } from '../../src/merchant/chains/chain.ts';
import { chainKeyCommand } from '../../src/merchant/chains/chain-key.commands.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { StartError } from '../../src/platform/start-error.ts';
import { openMerchantApp } from './app.ts';
import { addStaff, runCommand } from './commands.ts';
import { branchesOf } from './taken-addresses.ts';
import { untilPayment } from './payments.ts';
import { minorOf } from './utxo-node.ts';
import { accountOf, type Stage } from './utxo-stage.ts';

/** Defines the tests of a rotation. The tests after them use the new account. */
export function playRotation(stageOf: () => Stage): void {
  test('after a rotation old addresses still receive payments, and the old coins and the change are spent', async () => {
    const stage = stageOf();
    const { coin, node, account, database } = stage;
    const next = accountOf(coin, 43);
    const named = { [`${coin}_XPUB`]: next.publicExtendedKey };
    const open = await stage.choose(19);
    await rotate(stage, named, next.privateExtendedKey);
    await assert.rejects(openMerchantApp({ database, settings: { ...stage.settings } }), StartError);
    await stage.reopen(named);

    await stage.pay(open.payment_cryptocurrency_address, open.cryptocurrency_amount);
    await stage.mine(6);
    await untilPayment(stage.merchant, open.payment_reference_number, 'PAID');
    const [fresh = ''] = await runCommand(stage.till, 'chain address', [coin]);
    const book = createAddressBook(coin, 'regtest', next.publicExtendedKey);
    const parsed = book.parse(fresh);
    assert.ok('address' in parsed);
    let branches = await branchesOf(stage.till, coin);
    const listScripts = (one: AddressBook): string[] =>
      branches.flatMap((branch) =>
        Array.from({ length: 400 }, (_, index) => one.derive(branch, index).destination),
      );
    const isOfNext = (script: string): boolean => listScripts(book).includes(script);
    assert.ok(isOfNext(parsed.address.destination), 'of the new account');

    // The first payout spends coins of the old account. The second takes nearly the whole balance, so it also spends
    // the first one's change.
    const left = 2_000_000n;
    const first = await payOutWithChange(stage, left);
    const most = -(await stage.providerBalance('chain')) - left;
    const second = await payOut(stage, formatAmount(most, 8));
    assert.ok(second.inputs.includes(first.id), 'the change is spent');
    const books = [createAddressBook(coin, 'regtest', account.publicExtendedKey), book];
    branches = await branchesOf(stage.till, coin);
    const outputs = await node.listUnspent(books.flatMap(listScripts));
    const scriptsOfNext = new Set(listScripts(book));
    const ofFormer = outputs.filter(({ script }) => !scriptsOfNext.has(script));
    // A coin smaller than the remaining amount may be left unspent.
    assert.ok(outputs.length > ofFormer.length, 'the change belongs to the new account');
    assert.ok(sumOf(ofFormer) < left, 'the old account’s coins are spent');
    assert.equal(-(await stage.providerBalance('chain')), sumOf(outputs));

    // Several coins for the tests after this one.
    for (const amount of ['1', '2', '3']) await stage.pay(fresh, amount);
    await stage.mine(6);
  });
}

const sumOf = (outputs: readonly { readonly amountMinor: bigint }[]): bigint =>
  outputs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** Rotates the account as staff do, before a process starts with the new settings. */
async function rotate(stage: Stage, named: Record<string, string>, key: string): Promise<void> {
  const { coin, till, database } = stage;
  await assert.rejects(openMerchantApp({ database, settings: { ...stage.settings, ...named } }), StartError);
  const platform = { ...till.platform, settings: { ...till.platform.settings, ...named } };
  await runCommand({ platform }, 'chain rotate', [coin], { by: 'ana@commands.test', reason: 'a new safe' });
  const command = chainKeyCommand(() => Promise.resolve(key));
  await command.run(platform, { values: { by: await addStaff(platform) }, positionals: [coin] }, () => {});
}

/** Tries several amounts, because some combinations of coins leave no change. */
async function payOutWithChange(stage: Stage, least: bigint): Promise<SentPayout> {
  for (const coins of [0.05, 0.051, 0.052, 0.053]) {
    const sent = await payOut(stage, String(coins));
    if (sent.sum - minorOf(coins) > least) return sent;
  }
  throw new Error('no payout left change');
}

interface SentPayout {
  readonly id: string;
  readonly inputs: readonly string[];
  /** Sum of all its outputs. */
  readonly sum: bigint;
}

async function payOut(stage: Stage, amount: string): Promise<SentPayout> {
  const orderId = await stage.withdraw(amount, await stage.node.newAddress());
  const id = await stage.untilSent(orderId);
  const { vin, vout } = await stage.node.call('getrawtransaction', id, true);
  await stage.mine(6);
  await stage.untilCompleted(orderId);
  return {
    id,
    inputs: (vin as { txid: string }[]).map(({ txid }) => txid),
    sum: sumOf((vout as { value: number }[]).map(({ value }) => ({ amountMinor: minorOf(value) }))),
  };
}
