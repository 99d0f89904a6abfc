import assert from 'node:assert/strict';
import { createHash, createPublicKey, ECDH, verify } from 'node:crypto';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { hex } from '@scure/base';
import { Script, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { toPlan } from '../../../../test/support/payout-plan.ts';
import { createAddressBook } from '../addresses/create-address-book.ts';
import type { AddressBook, Funds, Signed, SpendableOutput } from '../chain.ts';
import { accountPath, traitsOf, type BitcoinCoin } from './bitcoin-coins.ts';
import { createBitcoinPayer } from './create-bitcoin-payer.ts';
import { dustThreshold } from './select-outputs.rules.ts';

const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words), { public: 0x043587cf, private: 0x04358394 });

function walletOf(coin: BitcoinCoin): { account: HDKey; addresses: AddressBook } {
  const account = master.derive(accountPath(coin, 'regtest', 0));
  return { account, addresses: createAddressBook(coin, 'regtest', account.publicExtendedKey) };
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Creates outputs at the wallet's first addresses. */
function fundsOf(addresses: AddressBook, amounts: readonly bigint[]): Extract<Funds, { kind: 'outputs' }> {
  const outputs = amounts.map((amountMinor, index): SpendableOutput => {
    const branch = index % 2 === 0 ? 0 : 1;
    const transactionId = sha256(Buffer.from(`transaction ${Math.floor(index / 2)}`)).toString('hex');
    const { destination } = addresses.derive(branch, index);
    return { transactionId, index, destination, amountMinor, branch, addressIndex: index };
  });
  return { kind: 'outputs', outputs, change: addresses.derive(1, 1000) };
}

function signedOf(signed: Signed): Extract<Signed, { bytes: string }> {
  assert.ok('bytes' in signed, 'there was enough');
  return signed;
}

const amounts = fc.array(fc.bigInt(50_000n, 2_000_000_000n), { minLength: 1, maxLength: 12 });
const plans = fc.record({
  amountMinor: fc.bigInt(10_000n, 3_000_000_000n),
  feeRate: fc.bigInt(1000n, 200_000n),
  height: fc.constant(800_000),
});

for (const coin of ['BTC', 'LTC', 'BCH'] as const) {
  const { account, addresses } = walletOf(coin);
  const payer = createBitcoinPayer(coin, account);
  const to = addresses.derive(0, 77);
  const { signing, dustRate } = traitsOf[coin];

  test(`${coin}: a signed transaction pays the amount and the change, and its fee matches the rate`, () => {
    fc.assert(
      fc.property(amounts, plans, (given, plan) => {
        const funds = fundsOf(addresses, given);
        const signed = payer.sign(toPlan({ ...plan, to }), funds);
        if ('shortMinor' in signed) return;
        const transaction = Transaction.fromRaw(hex.decode(signed.bytes));
        assert.equal(transaction.id, signed.transactionId);
        const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
          const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index);
          return { script: hex.encode(script), amount };
        });
        assert.deepEqual(
          outputs.filter(({ script }) => script === to.destination).map(({ amount }) => amount),
          [plan.amountMinor],
        );
        const change = outputs.filter(({ script }) => script !== to.destination);
        assert.ok(change.length <= 1);
        for (const { script, amount } of change) {
          assert.equal(script, funds.change.destination);
          assert.ok(amount >= dustThreshold(script, dustRate));
        }
        const chosen = funds.outputs.filter((output) =>
          signed.spends.includes(`${output.transactionId}:${output.index}`),
        );
        assert.equal(chosen.length, transaction.inputsLength);
        const paid = chosen.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
        const sent = outputs.reduce((sum, { amount }) => sum + amount, 0n);
        assert.equal(paid - sent, signed.feeMinor);
        const virtualBytes = BigInt(transaction.vsize);
        assert.ok(signed.feeMinor * 1000n >= plan.feeRate * virtualBytes, 'the rate is met');
        // The fee includes a byte or two of reserve per signature. Change that is too small is added to the fee.
        const spare = BigInt(3 * chosen.length + 1 + (change.length > 0 ? 0 : 200));
        assert.ok(
          signed.feeMinor * 1000n <= plan.feeRate * (virtualBytes + spare) + dustRate * 200n + 1000n,
          'and hardly exceeded',
        );
      }),
      { numRuns: 30 },
    );
  });

  if (signing === 'witness') {
    test(`${coin}: a replacement has a higher fee rate by its bytes, also than a transaction without change`, () => {
      const few = fc.array(fc.bigInt(1_000_000n, 2_000_000n), { minLength: 1, maxLength: 4 });
      const rateOf = (signed: Extract<Signed, { bytes: string }>): bigint =>
        (signed.feeMinor * 1000n) / BigInt(Transaction.fromRaw(hex.decode(signed.bytes)).vsize);
      fc.assert(
        fc.property(few, fc.bigInt(900n, 1980n), (given, spare) => {
          const funds = fundsOf(addresses, [...given, 490_000_000n]);
          const [rich, kept] = [funds.outputs.at(-1), funds.outputs.slice(0, -1)];
          assert.ok(rich);
          const size = 11n + 31n + 68n * BigInt(given.length);
          const amountMinor = given.reduce((sum, amount) => sum + amount) - size * 20n - spare;
          const plan = { to, amountMinor, feeRate: 20_000n, height: 1 };
          const first = signedOf(payer.sign(toPlan(plan), { ...funds, outputs: kept }));
          const raised = { ...plan, feeRate: 25_000n, replaces: first };
          const next = signedOf(payer.sign(toPlan(raised), { ...funds, outputs: [rich], kept }));
          assert.ok(rateOf(next) > rateOf(first), `${rateOf(next)} after ${rateOf(first)}`);
        }),
        { numRuns: 12 },
      );
    });
  }

  test(`${coin}: the same plan gives the same bytes for any order of the outputs`, () => {
    const funds = fundsOf(
      addresses,
      [5, 7, 3, 1, 8, 2, 9, 4].map((million) => BigInt(million) * 1_000_000n),
    );
    const plan = { to, amountMinor: 38_345_678n, feeRate: 5000n, height: 1 };
    const first = payer.sign(toPlan(plan), funds);
    const again = createBitcoinPayer(coin, walletOf(coin).account).sign(toPlan(plan), {
      ...funds,
      outputs: funds.outputs.toReversed(),
    });
    assert.deepEqual(again, first);
    const { spends } = signedOf(first);
    assert.equal(spends.length, 8);
    assert.deepEqual(spends, spends.toSorted(), "in BIP-69's order");
  });

  test(`${coin}: each signature is made with its output's key and covers all payments`, () => {
    const funds = fundsOf(addresses, [5_000_000n, 7_000_000n, 3_000_000n]);
    const signed = signedOf(
      payer.sign(toPlan({ to, amountMinor: 14_000_000n, feeRate: 2000n, height: 1 }), funds),
    );
    const transaction = Transaction.fromRaw(hex.decode(signed.bytes));
    assert.equal(transaction.inputsLength, 3);
    for (let index = 0; index < 3; index++) {
      const {
        txid = new Uint8Array(),
        index: vout,
        finalScriptSig,
        finalScriptWitness,
      } = transaction.getInput(index);
      const output = funds.outputs.find(
        (one) => one.transactionId === hex.encode(txid) && one.index === vout,
      );
      assert.ok(output);
      const [signature, key] =
        signing === 'witness'
          ? (finalScriptWitness ?? [])
          : Script.decode(finalScriptSig ?? new Uint8Array());
      assert.ok(signature instanceof Uint8Array && key instanceof Uint8Array);
      const type = signature.at(-1) ?? 0;
      assert.equal(type, signing === 'witness' ? 0x01 : 0x41);
      const preimage = preimageOf(transaction, index, output, type);
      // Verified with OpenSSL, which adds the second hash itself.
      assert.ok(verify('sha256', sha256(preimage), publicKeyOf(key), signature.subarray(0, -1)));
      // The signature covers the amount, so that a node's wrong amount cannot raise the fee.
      const lied = preimageOf(transaction, index, { ...output, amountMinor: output.amountMinor + 1n }, type);
      assert.ok(!verify('sha256', sha256(lied), publicKeyOf(key), signature.subarray(0, -1)));
    }
  });

  test(`${coin}: reports missing funds and never signs an output that is not ours`, () => {
    const plan = { to, amountMinor: 1_000_000n, feeRate: 1000n, height: 1 };
    const short = payer.sign(toPlan(plan), fundsOf(addresses, [400_000n, 500_000n]));
    assert.ok('shortMinor' in short && short.shortMinor > 100_000n && short.shortMinor < 101_000n);
    const funds = fundsOf(addresses, [5_000_000n]);
    const foreign = funds.outputs.map((output) => ({ ...output, addressIndex: 5 }));
    assert.throws(() => payer.sign(toPlan(plan), { ...funds, outputs: foreign }), /belongs to the account/);
    assert.throws(() => payer.sign(toPlan({ ...plan, amountMinor: 1n }), funds), /so small an amount/);
  });
}

/** The bytes that BIP-143 signs, written from its text. Bitcoin Cash uses them with another type. */
function preimageOf(
  transaction: Transaction,
  index: number,
  { destination, amountMinor, transactionId, index: vout }: SpendableOutput,
  type: number,
): Buffer {
  const twice = (...parts: Uint8Array[]): Buffer => sha256(sha256(Buffer.concat(parts)));
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const long = (value: bigint): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return bytes;
  };
  const sized = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const outpoint = (id: Uint8Array, output: number): Buffer =>
    Buffer.concat([id.toReversed(), number(output)]);
  const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => transaction.getInput(at));
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => transaction.getOutput(at));
  const keyHash = destination.startsWith('0014') ? destination.slice(4) : destination.slice(6, 46);
  return Buffer.concat([
    number(transaction.version),
    twice(...inputs.map(({ txid = new Uint8Array(), index: at = 0 }) => outpoint(txid, at))),
    twice(...inputs.map(({ sequence = 0 }) => number(sequence))),
    outpoint(Buffer.from(transactionId, 'hex'), vout),
    sized(Buffer.from(`76a914${keyHash}88ac`, 'hex')),
    long(amountMinor),
    number(inputs[index]?.sequence ?? 0),
    twice(
      ...outputs.map(({ amount = 0n, script = new Uint8Array() }) =>
        Buffer.concat([long(amount), sized(script)]),
      ),
    ),
    number(transaction.lockTime),
    number(type),
  ]);
}

function publicKeyOf(compressed: Uint8Array): ReturnType<typeof createPublicKey> {
  const point = ECDH.convertKey(compressed, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'secp256k1', x: x ?? '', y: y ?? '' } });
}
