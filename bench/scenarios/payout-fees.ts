import { HDKey } from '@scure/bip32';
import { createBitcoinPayer } from '../../src/merchant/chains/bitcoin/create-bitcoin-payer.ts';
import { createAddressBook } from '../../src/merchant/chains/addresses/create-address-book.ts';
import type { Measurement } from '../scenario.ts';

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), {
  public: 0x043587cf,
  private: 0x04358394,
}).derive("m/84'/1'/0'");
const addresses = createAddressBook('BTC', 'regtest', account.publicExtendedKey);
const feeRate = 10_000n;

/** Returns the fee per payout of a wallet with one large output, so that every transaction has one input and change. */
function feePerPayout(together: number): number {
  const { destination } = addresses.derive(0, 0);
  const signed = createBitcoinPayer('BTC', account).sign(
    {
      recipients: Array.from({ length: together }, (_, index) => ({
        to: addresses.derive(0, 1000 + index),
        amountMinor: 500_000n,
      })),
      feeRate,
      height: 1,
    },
    {
      kind: 'outputs',
      outputs: [
        {
          transactionId: '11'.repeat(32),
          index: 0,
          destination,
          amountMinor: 5_000_000_000n,
          branch: 0,
          addressIndex: 0,
        },
      ],
      change: addresses.derive(1, 0),
    },
  );
  if ('shortMinor' in signed) throw new Error('the wallet is short');
  return Number(signed.feeMinor) / together / (Number(feeRate) / 1000);
}

const payoutFee = (together: number, atMost: number): Measurement => ({
  name: `payout fee, ${together === 1 ? 'alone' : `${together} together`}`,
  what: `virtual bytes of a signed BTC transaction that each of ${together} payouts in it pays for`,
  measure: async () => ({ value: feePerPayout(together), unit: 'vB', atMost }),
});

/** Savings of batched payouts, measured in size; the network's fee follows from the rate. */
export const payoutFees: readonly Measurement[] = [payoutFee(1, 142), payoutFee(10, 43), payoutFee(50, 34)];
