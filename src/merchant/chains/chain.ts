import type { CoinCode } from '../assets/asset.rules.ts';
import type { Sentence } from '../../platform/problem.ts';

/**
 * Canonical form of an address, as a node's outputs name it: the script in hex for Bitcoin, Bitcoin Cash and Litecoin,
 * the address in lower case for Ethereum, `account:tag` for XRP. Two spellings of one address give the same
 * destination.
 */
export type Destination = string;

export interface Address {
  /** The address as people write it. */
  readonly address: string;
  readonly destinationTag: string | null;
  readonly destination: Destination;
}

/** Reason why an address is refused. `ParsedAddress` carries the sentence for the sender. */
export type AddressFault =
  | 'malformed'
  | 'bad_checksum'
  | 'wrong_coin'
  | 'wrong_network'
  /** The tag is not a number, is too large, or differs from the tag that the address itself carries. */
  | 'bad_tag'
  | 'tag_required'
  | 'tag_not_taken';

export type ParsedAddress = { readonly address: Address } | (Sentence & { readonly fault: AddressFault });

/**
 * Second since 1970 in which a process or a server began to take addresses from this branch of the account (ADR 11).
 * Older versions used branch 0 for addresses of customers and branch 1 for change and the provider's own coins
 * (BIP-44).
 */
export type Branch = number;

/** Derives everything that an extended public key and a network determine. Needs no node and no secret. */
export interface AddressBook {
  /** The account that derives these addresses. A database belongs to one account until an operator rotates it. */
  readonly account: string;
  /** Both numbers are below 2^31. */
  derive(branch: Branch, index: number): Address;
  /**
   * Returns the account's address with this tag, which is below 2^32. Only for chains on which one account receives
   * everything.
   */
  ofTag?(tag: number): Address;
  parse(address: string, destinationTag?: string | null): ParsedAddress;
  /** Returns the link that opens a wallet: BIP-21, EIP-681, or the format of the XRP Ledger. */
  paymentUri(address: Address, amountMinor: bigint): string;
  /**
   * Returns whether coins sent there arrive at an account of ours, with any tag. Such outputs are stored even if no
   * payment expects them.
   */
  owns(destination: Destination): boolean;
}

export interface ChainOutput {
  readonly index: number;
  readonly destination: Destination;
  /** The received amount, in the ledger's unit. */
  readonly amountMinor: bigint;
}

export interface ChainTransaction {
  readonly id: string;
  /**
   * What this transaction consumes exclusively: `transaction:index` of an output, or `account:nonce` if the chain
   * counts an account's transactions. Two transactions that share an entry exclude each other.
   */
  readonly spends: readonly string[];
  readonly outputs: readonly ChainOutput[];
  /** When the node first saw it unconfirmed, if it knows. */
  readonly seenAtMs?: number;
  /**
   * Confirmations that the network requires before the outputs may be spent: 100 for newly mined coins on Bitcoin,
   * Bitcoin Cash and Litecoin, 6 for coins that leave Litecoin's MWEB. If absent, the network requires none. Payouts
   * use only outputs that are in a block in any case.
   */
  readonly maturity?: number;
  /** The fee actually paid, if the block contains it. Less than the offered fee on chains that refund the rest. */
  readonly feeMinor?: bigint;
  /**
   * The transaction is in a block but has no effect. It has no outputs, but its inputs are consumed and its fee is
   * taken (`tec` results of the XRP Ledger, calls that revert on Ethereum).
   */
  readonly failed?: boolean;
}

export interface BlockReference {
  readonly height: number;
  readonly hash: string;
}

export interface ChainBlock extends BlockReference {
  readonly parentHash: string;
  readonly minedAtMs: number;
  readonly transactions: readonly ChainTransaction[];
  /**
   * More coins may have arrived than the block's transactions show, because the node provides no traces of contract
   * calls. `balancesAt` finds them.
   */
  readonly incomplete?: boolean;
}

export interface ChainTip extends BlockReference {
  /**
   * The height up to which the network itself declares blocks final, if it does. Such blocks are deep enough for any
   * amount.
   */
  readonly finalHeight?: number;
}

export interface Unconfirmed {
  /** Ids of all unconfirmed transactions. */
  readonly ids: readonly string[];
  /** Transactions that the caller did not list as known. */
  readonly found: readonly ChainTransaction[];
  /** A limit was given and reached: there are further unconfirmed transactions, which are in neither list. */
  readonly more?: boolean;
}

export type Broadcast =
  | { readonly outcome: 'accepted' | 'known' }
  /** Refused for now: the same bytes may still be accepted later. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** The paying account as of the newest block. Only on chains that count an account's transactions. */
export interface PayingAccount {
  /** The next nonce: every lower number has been used, possibly by another wallet with the same key. */
  readonly nextNumber: bigint;
  /** The next nonce once all unconfirmed transactions at the node are mined. */
  readonly nextAfterWaiting: bigint;
  /** The balance without the reserve that the network locks as long as the account exists. */
  readonly spendableMinor: bigint;
}

/** Reasons why the network might refuse to pay an account. */
export interface RecipientTraits {
  /** The smallest accepted amount: an account that does not exist yet has to receive the network's reserve. */
  readonly leastMinor?: bigint;
  /** The address is shared by many customers, so the account accepts payments only with a tag. */
  readonly demandsTag?: boolean;
  /** The account accepts no payment from us. */
  readonly refusesAll?: boolean;
  /** Upper bound of the weight of paying this account, as `Signed.weight`, if recipients differ. */
  readonly weight?: number;
}

export interface Sender {
  readonly address: string;
  readonly tag: string | null;
}

/**
 * The requests that a chain's node answers. Each call may throw if the node is unavailable. No call is made inside a
 * transaction.
 */
export interface ChainNode {
  /** Returns the newest block of the node's best chain. */
  tip(): Promise<ChainTip>;
  /** Returns the block at this height in the node's current best chain. */
  findBlock(height: number): Promise<ChainBlock | undefined>;
  /** Lists unconfirmed transactions, with only the ids of those in `known`. Fetches at most `limit` others. */
  listUnconfirmed(known: ReadonlySet<string>, limit?: number): Promise<Unconfirmed>;
  /** Returns the fee rate in the chain's own unit: per 1 000 virtual bytes, per gas, per transaction. */
  estimateFeeRate(): Promise<bigint>;
  broadcast(bytes: string): Promise<Broadcast>;
  /**
   * Returns the balance of each destination as of the block. Implemented only by nodes whose blocks can be incomplete.
   */
  balancesAt?(block: BlockReference, destinations: readonly Destination[]): Promise<readonly bigint[]>;
  /** Returns a sentence about the node's capabilities, for the operator who checks it. */
  describe?(): Promise<string>;
  /**
   * Returns whether an address of ours was ever used, as of the newest block. For a tag, only since `sinceHeight`,
   * because the database has everything before. Only on chains that can answer this. An address with a history is never
   * assigned.
   */
  hasHistory?(address: Address, sinceHeight: number): Promise<boolean>;
  /**
   * Reads the paying account, or another account of ours. Called before signing, on chains that count an account's
   * transactions.
   */
  readAccount?(of?: Address): Promise<PayingAccount>;
  /**
   * Returns the account that made a payment, with its source tag. Undefined if the transaction is not a payment. Only for
   * chains with one sender per payment.
   */
  findSender?(transactionId: string): Promise<Sender | undefined>;
  /** Called when a payout is requested, on chains whose accounts may refuse a payment. */
  describeRecipient?(to: Address): Promise<RecipientTraits>;
  /**
   * Called before signing, if recipients differ: returns the weight of paying one, as `Signed.weight`, at most the
   * weight that was reserved for it. Returns a refusal in words if that is not enough to pay it.
   */
  estimateCost?(recipient: Recipient): Promise<number | { readonly refusal: string }>;
}

export interface SpendableOutput {
  readonly transactionId: string;
  readonly index: number;
  readonly destination: Destination;
  readonly amountMinor: bigint;
  readonly branch: Branch;
  readonly addressIndex: number;
  /** Number of the account that owns the output, as `Chain.accountNumber`. Default: the first account. */
  readonly account?: number;
}

/** Funds of a transaction: unspent outputs, or a nonce of the paying account. */
export type Funds =
  | {
      readonly kind: 'outputs';
      readonly outputs: readonly SpendableOutput[];
      /**
       * Outputs that the transaction uses in any case: all of the replaced transaction, or the change of the parent
       * that it pushes.
       */
      readonly kept?: readonly SpendableOutput[];
      readonly change: Address;
    }
  | {
      readonly kind: 'sequence';
      readonly next: bigint;
      /** Source of a collection, if the coins come from another account than the paying one. */
      readonly from?: Source;
    };

/** An address of ours, with the place of its key. */
export interface OwnAddress extends Address {
  readonly branch: Branch;
  readonly index: number;
  /** See `SpendableOutput.account`. */
  readonly account?: number;
}

/** The account of an address that customers pay to, with its receipts. */
export interface Source extends OwnAddress {
  /** Empty for a former paying account: only the node knows its balance. */
  readonly outputs: readonly SpendableOutput[];
}

export interface Recipient {
  readonly to: Address;
  readonly amountMinor: bigint;
  /**
   * The weight of paying it: the node's estimate (`estimateCost`), or the reserved weight before the node was asked.
   */
  readonly weight?: number;
}

export interface Priced {
  readonly feeMinor: bigint;
  /** Size in the chain's own unit, as `Signed.weight`. */
  readonly weight: number;
}

export interface PayoutPlan {
  /**
   * Exactly one recipient on chains that count an account's transactions. None for a transaction that only pushes its
   * parent.
   */
  readonly recipients: readonly Recipient[];
  readonly feeRate: bigint;
  /** Height of the newest block, for chains whose transactions carry a last valid height. */
  readonly height: number;
  /**
   * The transaction that this one replaces. Nodes require a higher fee, which also pays for relaying the replacement.
   */
  readonly replaces?: Priced;
  /** The unconfirmed parent that this transaction pushes into a block: its fee is enough for both. */
  readonly pushes?: Priced;
}

export type Signed =
  | {
      readonly bytes: string;
      readonly transactionId: string;
      readonly spends: readonly string[];
      readonly feeMinor: bigint;
      /** The last block that can include it; null if it does not expire. */
      readonly lastHeight: number | null;
      readonly weight: number;
      /** For each recipient, the index of its output and its share of the weight. */
      readonly paid: readonly { readonly outputIndex: number; readonly weight: number }[];
    }
  | { readonly shortMinor: bigint };

/** Holds the keys. Exists only in processes that pay out. */
export interface Payer {
  readonly funds: Funds['kind'];
  /**
   * How to speed up a transaction that is not mined: replace it by a conflicting one with a higher fee (BIP-125, or the
   * same nonce), push it with a child that pays for both if nodes keep the first transaction they saw, or wait until it
   * expires and send another.
   */
  readonly whenStuck: 'replace' | 'push' | 'expire';
  /** Customers pay to separate accounts, which have to be collected before the coins can be paid out. */
  readonly collects?: boolean;
  /** Numbers of the former accounts without a key in this process. Their coins cannot be moved. */
  readonly lacks?: ReadonlySet<number>;
  readonly highestFeeRate: bigint;
  /** The most outputs that one transaction uses, the largest first. Default: no limit. */
  readonly mostInputs?: number;
  /** Pure: the same inputs always give the same bytes, which pay only once, no matter how often they are broadcast. */
  sign(plan: PayoutPlan, funds: Funds): Signed;
}

export interface Chain {
  readonly coin: CoinCode;
  /** Name for people: `simulated`, `litecoin regtest`. */
  readonly network: string;
  readonly addresses: AddressBook;
  /** Number of the account of these addresses: how many accounts the wallet replaced before it. */
  readonly accountNumber: number;
  readonly node: ChainNode;
  readonly payer: Payer | undefined;
  /** Address of the paying account, which operators fund and customers never receive. */
  readonly payingAddress?: Address;
  /**
   * Paying addresses that were replaced. Their payouts are followed until they are final, and their remaining coins are
   * collected.
   */
  readonly formerPayingAddresses?: readonly OwnAddress[];
  readonly pollMs: number;
  /** Returns the fee of a payout at a fee rate, for a usual recipient or one with this `RecipientTraits.weight`. */
  usualFee(feeRate: bigint, recipientWeight?: number): bigint;
  /**
   * Returns the fee for spending one receipt. A smaller receipt is worth nothing. Absent if spending a receipt costs
   * nothing extra.
   */
  spendingFee?(feeRate: bigint): bigint;
  /** Returns the smallest amount that the network's nodes relay (the dust limit). Absent if nodes relay any amount. */
  leastPayout?(to: Address): bigint;
  /** Height at which the first reading begins. Default: the newest block. */
  readonly firstHeight?: number;
}
