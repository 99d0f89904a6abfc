import { decode, encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, verify } from 'ripple-keypairs';
import { accountKey, escrowKey } from './ledger-hashes.ts';

export interface AccountRoot {
  balance: bigint;
  sequence: number;
  owners: number;
  flags: number;
  regularKey: string | undefined;
  previousId: string;
  previousLedger: number;
}

// oxlint-disable-next-line typescript/no-explicit-any -- each type of transaction has its own shape
export type Json = Record<string, any>;

export interface Escrow {
  readonly owner: string;
  readonly sequence: number;
  readonly destination: string;
  readonly tag: number | undefined;
  readonly amount: bigint;
}

export const reserveBase = 1_000_000n;
export const reserveIncrement = 200_000n;
export const baseFee = 10n;
export const networkId = 63_456;

const flag = { requireTag: 0x0002_0000, depositAuth: 0x0100_0000, disableMaster: 0x0010_0000 };
/** Account flags by the `SetFlag` numbers of AccountSet. */
const setFlags: Record<number, number> = { 1: flag.requireTag, 9: flag.depositAuth, 4: flag.disableMaster };
const partialPayment = 0x0002_0000;
const noTransaction = '0'.repeat(64);

/** Source of the coins of partial payments, in place of a currency market. */
export const marketAccount = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

/**
 * Rules for a few kinds of transactions. The decisions are a simplification of rippled's, but signatures, ids, results
 * and metadata have the real format, checked and written by its codec.
 */
export class TransactionEngine {
  readonly accounts = new Map<string, AccountRoot>();
  readonly escrows = new Map<string, Escrow>();
  partialDrops = 1n;

  create(account: string, balance: bigint, sequence: number): void {
    this.accounts.set(account, {
      balance,
      sequence,
      owners: 0,
      flags: 0,
      regularKey: undefined,
      previousId: noTransaction,
      previousLedger: 0,
    });
  }

  /** Decodes a signed transaction. Returns undefined if the bytes or the signature are invalid. */
  static open(blob: string): Json | undefined {
    try {
      const transaction: Json = decode(blob);
      if (encode(transaction) !== blob.toUpperCase()) return undefined;
      const signed = verify(
        encodeForSigning(transaction),
        transaction['TxnSignature'],
        transaction['SigningPubKey'],
      );
      return signed ? transaction : undefined;
    } catch {
      return undefined;
    }
  }

  /** Checks whether the transaction may enter this ledger, after `pending` others of its account. */
  check(tx: Json, ledger: number, pending = 0): string {
    const account = this.accounts.get(tx['Account']);
    if (!account) return 'terNO_ACCOUNT';
    if (tx['NetworkID'] !== networkId) return 'telWRONG_NETWORK';
    const signer = deriveAddress(tx['SigningPubKey']);
    const isMaster = signer === tx['Account'] && (account.flags & flag.disableMaster) === 0;
    if (!isMaster && signer !== account.regularKey) return 'tefBAD_AUTH';
    if (BigInt(tx['Fee']) < baseFee) return 'telINSUF_FEE_P';
    if (tx['LastLedgerSequence'] !== undefined && tx['LastLedgerSequence'] < ledger) return 'tefMAX_LEDGER';
    if (tx['Sequence'] < account.sequence) return 'tefPAST_SEQ';
    if (tx['Sequence'] > account.sequence + pending) return 'terPRE_SEQ';
    if (account.balance < BigInt(tx['Fee'])) return 'terINSUF_FEE_B';
    if (tx['TransactionType'] === 'Payment' && tx['Destination'] === tx['Account']) return 'temREDUNDANT';
    return 'tesSUCCESS';
  }

  apply(tx: Json, id: string, index: number, ledger: number): Json {
    const before = new Map([...this.accounts].map(([name, root]) => [name, { ...root }]));
    const sender = this.#get(tx['Account']);
    sender.balance -= BigInt(tx['Fee']);
    sender.sequence += 1;
    const { result, delivered, nodes = [] } = this.#run(tx, sender, ledger);
    const changed = this.#listChanges(before, id, ledger);
    return {
      AffectedNodes: [...changed, ...nodes],
      TransactionIndex: index,
      TransactionResult: result,
      ...(delivered === undefined ? {} : { delivered_amount: delivered }),
      ...(delivered === undefined || ((tx['Flags'] ?? 0) & partialPayment) === 0
        ? {}
        : { DeliveredAmount: delivered }),
    };
  }

  #get(name: string): AccountRoot {
    const root = this.accounts.get(name);
    if (!root) throw new Error(`there is no account ${name}`);
    return root;
  }

  #run(tx: Json, sender: AccountRoot, ledger: number): Outcome {
    switch (tx['TransactionType']) {
      case 'Payment':
        return this.#pay(tx, sender, ledger);
      case 'AccountSet':
        sender.flags |= setFlags[tx['SetFlag']] ?? 0;
        sender.flags &= ~(setFlags[tx['ClearFlag']] ?? 0);
        return done;
      case 'SetRegularKey':
        sender.regularKey = tx['RegularKey'];
        return done;
      case 'EscrowCreate':
        return this.#hold(tx, sender);
      case 'EscrowFinish':
        return this.#finish(tx);
      case 'AccountDelete':
        return this.#remove(tx, sender);
      default:
        return { result: 'tecNO_PERMISSION' };
    }
  }

  #pay(tx: Json, sender: AccountRoot, ledger: number): Outcome {
    const to = this.accounts.get(tx['Destination']);
    if (to && (to.flags & flag.requireTag) !== 0 && tx['DestinationTag'] === undefined) {
      return { result: 'tecDST_TAG_NEEDED' };
    }
    if (to && (to.flags & flag.depositAuth) !== 0) return { result: 'tecNO_PERMISSION' };
    if (typeof tx['Amount'] !== 'string') return this.#payIssued(tx, to);
    if (((tx['Flags'] ?? 0) & partialPayment) !== 0) {
      if (!to) return { result: 'tecNO_DST' };
      this.#get(marketAccount).balance -= this.partialDrops;
      to.balance += this.partialDrops;
      return { result: 'tesSUCCESS', delivered: String(this.partialDrops) };
    }
    const amount = BigInt(tx['Amount']);
    if (!to && amount < reserveBase) return { result: 'tecNO_DST_INSUF_XRP' };
    const reserve = reserveBase + reserveIncrement * BigInt(sender.owners);
    if (sender.balance < amount + reserve) return { result: 'tecUNFUNDED_PAYMENT' };
    sender.balance -= amount;
    if (to) to.balance += amount;
    else this.create(tx['Destination'], amount, ledger);
    return { result: 'tesSUCCESS', delivered: tx['Amount'] };
  }

  /** Simulates a payment in another currency. Only the trust line appears in the metadata, without balances. */
  #payIssued(tx: Json, to: AccountRoot | undefined): Outcome {
    if (!to) return { result: 'tecNO_DST' };
    const { currency, value } = tx['Amount'];
    const limit = { currency, issuer: tx['Destination'], value: '1000000000' };
    const balance = { currency, issuer: marketAccount, value: `-${value}` };
    const fields = {
      Balance: balance,
      Flags: 131_072,
      HighLimit: limit,
      LowLimit: { ...tx['Amount'], value: '0' },
    };
    const node = { LedgerEntryType: 'RippleState', LedgerIndex: accountKey(tx['Destination']) };
    const touched = this.#modified(tx['Destination'], to, to);
    return {
      result: 'tesSUCCESS',
      delivered: tx['Amount'],
      nodes: [{ ModifiedNode: { FinalFields: fields, ...node } }, touched],
    };
  }

  #hold(tx: Json, sender: AccountRoot): Outcome {
    const amount = BigInt(tx['Amount']);
    sender.balance -= amount;
    sender.owners += 1;
    this.escrows.set(`${tx['Account']}:${tx['Sequence']}`, {
      owner: tx['Account'],
      sequence: tx['Sequence'],
      destination: tx['Destination'],
      tag: tx['DestinationTag'],
      amount,
    });
    return done;
  }

  #finish(tx: Json): Outcome {
    const key = `${tx['Owner']}:${tx['OfferSequence']}`;
    const escrow = this.escrows.get(key);
    if (!escrow) return { result: 'tecNO_TARGET' };
    this.escrows.delete(key);
    this.#get(escrow.destination).balance += escrow.amount;
    this.#get(escrow.owner).owners -= 1;
    const fields = {
      Account: escrow.owner,
      Amount: String(escrow.amount),
      Destination: escrow.destination,
      ...(escrow.tag === undefined ? {} : { DestinationTag: escrow.tag }),
      Flags: 0,
    };
    const place = { LedgerEntryType: 'Escrow', LedgerIndex: escrowKey(escrow.owner, escrow.sequence) };
    return { result: 'tesSUCCESS', nodes: [{ DeletedNode: { FinalFields: fields, ...place } }] };
  }

  #remove(tx: Json, sender: AccountRoot): Outcome {
    const to = this.accounts.get(tx['Destination']);
    if (!to) return { result: 'tecNO_DST' };
    const left = sender.balance;
    to.balance += left;
    sender.balance = 0n;
    this.accounts.delete(tx['Account']);
    return { result: 'tesSUCCESS', delivered: String(left) };
  }

  #listChanges(before: ReadonlyMap<string, AccountRoot>, id: string, ledger: number): Json[] {
    const nodes: Json[] = [];
    for (const [name, now] of this.accounts) {
      const then = before.get(name);
      if (then && JSON.stringify(then, withText) === JSON.stringify(now, withText)) continue;
      nodes.push(then ? this.#modified(name, then, now) : created(name, now));
      now.previousId = id;
      now.previousLedger = ledger;
    }
    for (const [name, then] of before) {
      if (this.accounts.has(name)) continue;
      const { FinalFields, ...rest } = this.#modified(name, then, { ...then, balance: 0n })['ModifiedNode'];
      nodes.push({ DeletedNode: { ...rest, FinalFields } });
    }
    return nodes;
  }

  #modified(name: string, then: AccountRoot, now: AccountRoot): Json {
    return {
      ModifiedNode: {
        FinalFields: fieldsOf(name, now),
        LedgerEntryType: 'AccountRoot',
        LedgerIndex: accountKey(name),
        PreviousFields: {
          ...(then.balance === now.balance ? {} : { Balance: String(then.balance) }),
          ...(then.sequence === now.sequence ? {} : { Sequence: then.sequence }),
        },
        PreviousTxnID: then.previousId,
        PreviousTxnLgrSeq: then.previousLedger,
      },
    };
  }
}

interface Outcome {
  readonly result: string;
  readonly delivered?: unknown;
  readonly nodes?: readonly Json[];
}
const done: Outcome = { result: 'tesSUCCESS' };

const withText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

export const fieldsOf = (name: string, root: AccountRoot): Json => ({
  Account: name,
  Balance: String(root.balance),
  Flags: root.flags,
  OwnerCount: root.owners,
  Sequence: root.sequence,
  ...(root.regularKey === undefined ? {} : { RegularKey: root.regularKey }),
});

const created = (name: string, root: AccountRoot): Json => ({
  CreatedNode: {
    LedgerEntryType: 'AccountRoot',
    LedgerIndex: accountKey(name),
    NewFields: { Account: name, Balance: String(root.balance), Sequence: root.sequence },
  },
});
