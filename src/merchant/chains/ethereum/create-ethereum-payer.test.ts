/** test/ethereum-payouts.test.ts verifies that real nodes accept these bytes and compute the same id. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { createAddressBook } from '../addresses/create-address-book.ts';
import { createEthereumPayer } from './create-ethereum-payer.ts';
import { offeredRate, tipOf } from './ethereum-fee.rules.ts';

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(42)).derive("m/44'/60'/0'");
const addresses = createAddressBook('ETH', 'regtest', account.publicExtendedKey);
const highestFeeRate = 300n * 10n ** 9n;
const payer = createEthereumPayer({ account, addresses, chainId: 31_337n, highestFeeRate });
const to = addresses.derive(0, 7);

function sign(next: bigint, feeRate: bigint, weight?: number) {
  const recipient = { to, amountMinor: 10n ** 17n + 1n, ...(weight === undefined ? {} : { weight }) };
  const signed = payer.sign({ recipients: [recipient], feeRate, height: 1 }, { kind: 'sequence', next });
  assert.ok('bytes' in signed);
  return signed;
}

test("the same plan gives the same bytes, and every transaction claims its account's nonce", () => {
  const [one, two] = [sign(4n, 20n), sign(4n, 20n)];
  assert.deepEqual(one, two);
  assert.match(one.bytes, /^0x02f8/);
  assert.match(one.spends[0] ?? '', /^0x[0-9a-f]{40}:4$/);
  assert.notEqual(sign(5n, 20n).transactionId, one.transactionId);
});

test("the fee is the upper limit: the recipient's gas at the fee rate, which has a ceiling", () => {
  assert.equal(sign(0n, 10n).feeMinor, 210_000n);
  assert.equal(sign(0n, 10n, 50_000).feeMinor, 500_000n);
  assert.equal(sign(0n, 10n ** 15n).feeMinor, 21_000n * highestFeeRate);
});

test('pays one recipient per transaction', () => {
  const recipients = [
    { to, amountMinor: 1n },
    { to, amountMinor: 2n },
  ];
  assert.throws(() => payer.sign({ recipients, feeRate: 1n, height: 1 }, { kind: 'sequence', next: 0n }));
});

test('a quarter more fee gives at least a tenth more tip, as nodes require of a replacement', () => {
  fc.assert(
    fc.property(fc.bigInt(1000n, 10n ** 13n), (rate) => {
      const raised = rate + (rate + 3n) / 4n;
      assert.ok(tipOf(raised) * 10n >= tipOf(rate) * 11n);
      assert.ok(tipOf(rate) <= rate);
    }),
  );
});

test('the offered rate includes the tip that the node asks for', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 11n), (baseFee, tip) => {
      const rate = offeredRate({ baseFee, tip, highest: 10n ** 30n });
      assert.ok(tipOf(rate) >= tip && rate >= 2n * baseFee + tip);
      assert.ok(offeredRate({ baseFee, tip, highest: 5n }) <= 5n);
    }),
  );
});
