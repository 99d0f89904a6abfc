import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { HDKey } from '@scure/bip32';
import { addressOfKey } from '../addresses/ethereum-address.ts';
import type { AddressBook, Branch, Payer, Source } from '../chain.ts';
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

/** Pays from one address of the account, which customers are never given, and collects to it from the others. */
export function createEthereumPayer({ account, addresses, chainId, highestFeeRate }: PayerOptions): Payer {
  const branches: Record<Branch, HDKey> = { 0: account.deriveChild(0), 1: account.deriveChild(1) };
  const paying = { ...addresses.derive(payingBranch, payingIndex), branch: payingBranch, index: payingIndex };
  const keyOf = ({ branch, index, address }: Omit<Source, 'outputs'>): Uint8Array => {
    const { privateKey } = branches[branch].deriveChild(index);
    assert(privateKey, 'the account can sign');
    const own = addressOfKey(secp256k1.getPublicKey(privateKey, false));
    assert.equal(own, address, 'the key is of that address');
    return privateKey;
  };
  keyOf(paying);
  return {
    funds: 'sequence',
    whenStuck: 'replace',
    collects: true,
    highestFeeRate,
    sign(plan, funds) {
      assert(funds.kind === 'sequence');
      const [recipient, ...others] = plan.recipients;
      assert(recipient && others.length === 0, 'an account pays one at a time');
      const feePerGas = plan.feeRate < highestFeeRate ? plan.feeRate : highestFeeRate;
      const gasLimit = recipient.weight === undefined ? plainGas : BigInt(recipient.weight);
      // The most that it can cost; what it does cost stands in its block.
      const feeMinor = gasLimit * feePerGas;
      const { amountMinor } = recipient;
      const shortMinor = funds.from ? amountMinor + feeMinor - totalOf(funds.from) : 0n;
      if (shortMinor > 0n) return { shortMinor };
      const from = funds.from ?? paying;
      const { bytes, transactionId } = signEthereum(
        {
          chainId,
          nonce: funds.next,
          tipPerGas: tipOf(feePerGas),
          feePerGas,
          gasLimit,
          to: recipient.to.address,
          amountMinor,
        },
        keyOf(from),
      );
      const weight = Number(gasLimit);
      return {
        bytes,
        transactionId,
        spends: [spendOf(from.destination, funds.next), ...listOutpoints(funds.from)],
        feeMinor,
        lastHeight: null,
        weight,
        paid: [{ outputIndex: 0, weight }],
      };
    },
  };
}

const totalOf = ({ outputs }: Source): bigint =>
  outputs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

const listOutpoints = (from: Source | undefined): string[] =>
  (from?.outputs ?? []).map(({ transactionId, index }) => `${transactionId}:${index}`);
