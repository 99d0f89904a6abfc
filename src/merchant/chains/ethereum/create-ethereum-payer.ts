import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { HDKey } from '@scure/bip32';
import { addressOfKey } from '../addresses/ethereum-address.ts';
import type { AddressBook, Payer } from '../chain.ts';
import { payingBranch, payingIndex } from '../addresses/paying-account.ts';
import { tipOf } from './ethereum-fee.rules.ts';
import { signEthereum } from './ethereum-transaction.ts';
import { spendOf } from './read-ethereum-block.ts';
import { plainGas } from './to-chain-block.ts';

interface PayerOptions {
  /** The extended private key of the account whose addresses these are. */
  readonly account: HDKey;
  readonly addresses: AddressBook;
  readonly chainId: bigint;
  readonly highestFeeRate: bigint;
}

/** Pays from one address of the account, which customers are never given. */
export function createEthereumPayer({ account, addresses, chainId, highestFeeRate }: PayerOptions): Payer {
  const { privateKey } = account.deriveChild(payingBranch).deriveChild(payingIndex);
  assert(privateKey, 'the account can sign');
  const from = addresses.derive(payingBranch, payingIndex);
  assert.equal(
    addressOfKey(secp256k1.getPublicKey(privateKey, false)),
    from.address,
    'the key is of that address',
  );
  return {
    funds: 'sequence',
    whenStuck: 'replace',
    highestFeeRate,
    sign(plan, funds) {
      assert(funds.kind === 'sequence');
      const [recipient, ...others] = plan.recipients;
      assert(recipient && others.length === 0, 'an account pays one at a time');
      const feePerGas = plan.feeRate < highestFeeRate ? plan.feeRate : highestFeeRate;
      const gasLimit = recipient.weight === undefined ? plainGas : BigInt(recipient.weight);
      const { bytes, transactionId } = signEthereum(
        {
          chainId,
          nonce: funds.next,
          tipPerGas: tipOf(feePerGas),
          feePerGas,
          gasLimit,
          to: recipient.to.address,
          amountMinor: recipient.amountMinor,
        },
        privateKey,
      );
      const weight = Number(gasLimit);
      return {
        bytes,
        transactionId,
        spends: [spendOf(from.destination, funds.next)],
        // The most that it can cost; what it does cost stands in its block.
        feeMinor: gasLimit * feePerGas,
        lastHeight: null,
        weight,
        paid: [{ outputIndex: 0, weight }],
      };
    },
  };
}
