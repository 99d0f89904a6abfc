import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { HDKey } from '@scure/bip32';
import { addressOfKey } from '../addresses/ethereum-address.ts';
import { getPayingAccount } from '../addresses/paying-account.ts';
import type { FormerKeys } from '../accounts/former-keys.ts';
import type { AddressBook, OwnAddress, Payer, Source } from '../chain.ts';
import { createBranches } from '../keys/branches.ts';
import { tipOf } from './ethereum-fee.rules.ts';
import { signEthereum } from './ethereum-transaction.ts';
import { spendOf } from './read-ethereum-block.ts';
import { plainGas } from './to-chain-block.ts';

interface PayerOptions {
  /** Extended private key of the account to which `addresses` belong. */
  readonly account: HDKey;
  /** See `Chain.accountNumber`. */
  readonly accountNumber?: number;
  readonly former?: FormerKeys;
  readonly addresses: AddressBook;
  readonly chainId: bigint;
  readonly highestFeeRate: bigint;
}

/** Pays from one address of the account that customers never receive, and collects to it from the others. */
export function createEthereumPayer(options: PayerOptions): Payer {
  const { account, accountNumber = 0, former, addresses, chainId, highestFeeRate } = options;
  const branchOf = createBranches(account, former?.keys);
  const paying = getPayingAccount(addresses, accountNumber);
  const keyOf = ({ account: number, branch, index, address }: OwnAddress): Uint8Array => {
    const { privateKey } = branchOf(number, branch).deriveChild(index);
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
    ...(former ? { lacks: former.lacks } : {}),
    sign(plan, funds) {
      assert(funds.kind === 'sequence');
      const [recipient, ...others] = plan.recipients;
      assert(recipient && others.length === 0, 'an account pays one at a time');
      const feePerGas = plan.feeRate < highestFeeRate ? plan.feeRate : highestFeeRate;
      const gasLimit = recipient.weight === undefined ? plainGas : BigInt(recipient.weight);
      // The most that the transaction can cost. The actual fee is in its block.
      const feeMinor = gasLimit * feePerGas;
      const { amountMinor } = recipient;
      const shortMinor = amountMinor + feeMinor - totalOf(funds.from);
      // Only the node knows the balance of a paying account, present or former.
      if (funds.from && funds.from.outputs.length > 0 && shortMinor > 0n) return { shortMinor };
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

const totalOf = (from: Source | undefined): bigint =>
  (from?.outputs ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

const listOutpoints = (from: Source | undefined): string[] =>
  (from?.outputs ?? []).map(({ transactionId, index }) => `${transactionId}:${index}`);
