import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { encode, encodeForSigning } from 'ripple-binary-codec';
import { sign } from 'ripple-keypairs';
import type { Payer } from '../chain.ts';
import { highestFee } from './open-xrp-node.ts';
import type { XrpKey } from './xrp-key.ts';
import { networkField } from './xrp-network.rules.ts';

/** About two minutes: long enough for a node to restart, short enough for a waiting customer. */
const lifetimeLedgers = 30;
/** Prefix of the signed bytes. The hash of both is the transaction's id. */
const transactionPrefix = Buffer.from('TXN\0');

export interface XrpPayerOptions {
  /** The paying account. The key is its master key or its regular key. */
  readonly account: string;
  readonly networkId: number;
  readonly key: Pick<XrpKey, 'publicKey' | 'privateKey'>;
}

export function createXrpPayer({ account, networkId, key }: XrpPayerOptions): Payer {
  return {
    funds: 'sequence',
    whenStuck: 'expire',
    highestFeeRate: highestFee,
    sign({ recipients, feeRate, height }, funds) {
      assert(funds.kind === 'sequence');
      const [recipient] = recipients;
      assert(recipient && recipients.length === 1, 'the XRP Ledger pays one at a time');
      assert(feeRate <= highestFee, 'no such fee is paid');
      const { to, amountMinor } = recipient;
      const lastHeight = height + lifetimeLedgers;
      const payment = {
        TransactionType: 'Payment',
        Account: account,
        Destination: to.address,
        ...(to.destinationTag === null ? {} : { DestinationTag: Number(to.destinationTag) }),
        Amount: String(amountMinor),
        Fee: String(feeRate),
        Flags: 0,
        Sequence: Number(funds.next),
        LastLedgerSequence: lastHeight,
        SigningPubKey: key.publicKey,
        ...networkField(networkId),
      };
      const signature = sign(encodeForSigning(payment), key.privateKey);
      const bytes = encode({ ...payment, TxnSignature: signature });
      return {
        bytes,
        transactionId: idOf(bytes),
        spends: [`${account}:${funds.next}`],
        feeMinor: feeRate,
        lastHeight,
        weight: 1,
        paid: [{ outputIndex: 0, weight: 1 }],
      };
    },
  };
}

const idOf = (bytes: string): string =>
  createHash('sha512')
    .update(transactionPrefix)
    .update(Buffer.from(bytes, 'hex'))
    .digest('hex')
    .slice(0, 64)
    .toUpperCase();
