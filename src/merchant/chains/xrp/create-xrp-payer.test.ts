import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, verify } from 'ripple-keypairs';
import { newXrpWallet } from '../../../../test/support/rippled/rippled-stand-in.ts';
import { transactionId } from '../../../../test/support/rippled/ledger-hashes.ts';
import { createXrpPayer } from './create-xrp-payer.ts';
import { highestFee } from './open-xrp-node.ts';
import { listXrpKeys, readStoredXrpKey, writeXrpKey } from './xrp-key.ts';

const to = {
  address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
  destinationTag: '4294967295',
  destination: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59:4294967295',
};
const plan = { recipients: [{ to, amountMinor: 25_000_000n }], feeRate: 12n, height: 1000 };
const funds = { kind: 'sequence', next: 77n } as const;

for (const algorithm of ['ed25519', 'ecdsa-secp256k1'] as const) {
  test(`signs a payment with ${algorithm}, with the same bytes for the same plan`, () => {
    const wallet = newXrpWallet(algorithm);
    const payer = createXrpPayer({ account: wallet.address, networkId: 0, key: wallet });
    const signed = payer.sign(plan, funds);
    assert.ok('bytes' in signed);
    const transaction = decode(signed.bytes) as Record<string, unknown>;
    assert.ok(verify(encodeForSigning(transaction), String(transaction['TxnSignature']), wallet.publicKey));
    const { SigningPubKey: _key, TxnSignature: _signature, ...rest } = transaction;
    assert.deepEqual(rest, {
      TransactionType: 'Payment',
      Account: wallet.address,
      Destination: to.address,
      DestinationTag: 4_294_967_295,
      Amount: '25000000',
      Fee: '12',
      Flags: 0,
      Sequence: 77,
      LastLedgerSequence: 1030,
    });
    assert.equal(signed.transactionId, transactionId(signed.bytes));
    assert.deepEqual(signed.spends, [`${wallet.address}:77`]);
    assert.deepEqual([signed.feeMinor, signed.lastHeight], [12n, 1030]);
    assert.deepEqual(payer.sign(plan, funds), signed);
  });
}

test('omits an absent tag, names a custom network, and does not sign a fee above the ceiling', () => {
  const wallet = newXrpWallet();
  const payer = createXrpPayer({ account: wallet.address, networkId: 21_338, key: wallet });
  const untagged = { ...to, destinationTag: null, destination: `${to.address}:` };
  const signed = payer.sign({ ...plan, recipients: [{ to: untagged, amountMinor: 1n }] }, funds);
  assert.ok('bytes' in signed);
  const transaction = decode(signed.bytes) as Record<string, unknown>;
  assert.ok(!('DestinationTag' in transaction));
  assert.equal(transaction['NetworkID'], 21_338);
  assert.throws(() => payer.sign({ ...plan, feeRate: highestFee + 1n }, funds));
  assert.throws(() => payer.sign({ ...plan, recipients: [...plan.recipients, ...plan.recipients] }, funds));
});

test('reads a seed with each algorithm that it may mean, and derives the documented accounts', async () => {
  // From the XRP Ledger documentation: the genesis account, and the same entropy for Ed25519.
  const keys = await listXrpKeys(' snoPBrXtMeMyMHUVTgbuqAfg1SUTb\n');
  assert.deepEqual(
    keys.map(({ algorithm, address }) => [algorithm, address]),
    [
      ['ecdsa-secp256k1', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
      ['ed25519', deriveAddress(keys[1]?.publicKey ?? '')],
    ],
  );
  const [ed] = await listXrpKeys(newXrpWallet('ed25519').seed);
  assert.equal(ed?.algorithm, 'ed25519');
  for (const key of [...keys, ed]) {
    assert.deepEqual(await readStoredXrpKey(writeXrpKey(key)), key);
  }
  for (const text of ['', 'snoPBrXtMeMyMHUVTgbuqAfg1SUTc', to.address, 'masterpassphrase']) {
    assert.deepEqual(await listXrpKeys(text), [], text);
  }
  assert.equal(await readStoredXrpKey('snoPBrXtMeMyMHUVTgbuqAfg1SUTb'), undefined);
});
