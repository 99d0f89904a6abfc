import type { CoinCode } from '../assets/asset.rules.ts';

/**
 * Where coins can be sent, in the form in which a node's outputs name it: the script in hex for Bitcoin and its kin, the
 * address in lower case for Ethereum, `account:tag` for XRP. Two spellings of one address are one destination.
 */
export type Destination = string;

export interface Address {
  /** As people write it. */
  readonly address: string;
  readonly destinationTag: string | null;
  readonly destination: Destination;
}

/** Why an address is refused; whoever sent it is told in a sentence (`ParsedAddress.detail`). */
export type AddressFault =
  | 'malformed'
  | 'bad_checksum'
  | 'wrong_coin'
  | 'wrong_network'
  /** No number, too large, or another than the address itself carries. */
  | 'bad_tag'
  | 'tag_required'
  | 'tag_not_taken';

export type ParsedAddress =
  | { readonly address: Address }
  | { readonly fault: AddressFault; readonly detail: string };

/**
 * Of the account's addresses: the second, since 1970, in which a process or a server began to take addresses from it
 * (ADR 58). Of older versions are 0, to which customers paid, and 1, for change and the provider's own coins (BIP-44).
 */
export type Branch = number;

/** Everything that follows from an extended public key and a network: no node, no secret. */
export interface AddressBook {
  /** The account whose addresses these are. A database belongs to it, until another is told to take its place. */
  readonly account: string;
  /** Both are below 2^31. */
  derive(branch: Branch, index: number): Address;
  /** Where one account takes everything: its address with this tag, which is below 2^32. */
  ofTag?(tag: number): Address;
  parse(address: string, destinationTag?: string | null): ParsedAddress;
  /** What a wallet opens: BIP-21, EIP-681, or the form of the XRP Ledger. */
  paymentUri(address: Address, amountMinor: bigint): string;
  /**
   * Whether an account of ours gets what is sent there, with whatever tag: it is kept even where nobody waits for it.
   */
  owns(destination: Destination): boolean;
}

export interface ChainOutput {
  readonly index: number;
  readonly destination: Destination;
  /** What arrived, in the ledger's unit. */
  readonly amountMinor: bigint;
}

export interface ChainTransaction {
  readonly id: string;
  /**
   * What it uses up and no other can use as well: `transaction:index` of an output, `account:nonce` where the chain
   * counts an account's transactions. Two transactions that share one exclude each other.
   */
  readonly spends: readonly string[];
  readonly outputs: readonly ChainOutput[];
  /** When the node first saw it unconfirmed, where it knows. */
  readonly seenAtMs?: number;
  /**
   * How many confirmations the network asks for before the outputs may be spent: 100 for coins that a miner made on
   * Bitcoin, Bitcoin Cash and Litecoin, 6 for those that leave Litecoin's hidden part. None where nothing is said; payouts
   * then still use only what is in a block.
   */
  readonly maturity?: number;
  /** What it really cost, where the block tells: less than was offered on chains that give the rest back. */
  readonly feeMinor?: bigint;
  /**
   * In a block without effect: it pays nobody, so that it has no outputs, and yet what it spends is used up and its fee
   * taken (the `tec` results of the XRP Ledger, calls that revert on Ethereum).
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
  /** More may have arrived than its transactions show (the node cannot look into contracts): `balancesAt` tells. */
  readonly incomplete?: boolean;
}

export interface ChainTip extends BlockReference {
  /** Up to here the network itself calls its blocks final, where it does: they are deep enough for any amount. */
  readonly finalHeight?: number;
}

export interface Unconfirmed {
  /** All that wait. */
  readonly ids: readonly string[];
  /** Those of them that were not known yet. */
  readonly found: readonly ChainTransaction[];
  /** Where a limit was given and reached: others wait that are neither known nor found. */
  readonly more?: boolean;
}

export type Broadcast =
  | { readonly outcome: 'accepted' | 'known' }
  /** Not now: the same bytes may still be accepted later. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** The account that pays, where the chain counts an account's transactions, as the newest block has it. */
export interface PayingAccount {
  /** Every number below was used, by whomever. */
  readonly nextNumber: bigint;
  /** Without what the network keeps back for as long as the account exists. */
  readonly spendableMinor: bigint;
}

/** What is known of an account that is to be paid, by which the network would not pay it. */
export interface RecipientTraits {
  /** The least that it takes: one that does not exist yet has to be given what the network keeps back. */
  readonly leastMinor?: bigint;
  /** It shares its address among many, and takes nothing without a tag. */
  readonly demandsTag?: boolean;
  /** It takes nothing from us. */
  readonly refusesAll?: boolean;
}

/** What is asked of a node. Each call may throw when the node is away; none is made inside a transaction. */
export interface ChainNode {
  /** The newest block of the node's best chain. */
  tip(): Promise<ChainTip>;
  /** The block of that height in the node's best chain, as it is now. */
  findBlock(height: number): Promise<ChainBlock | undefined>;
  /** What waits for a block; of those that are `known` only the ids. No more than `limit` others are looked at. */
  listUnconfirmed(known: ReadonlySet<string>, limit?: number): Promise<Unconfirmed>;
  /** In the chain's own measure: per 1 000 virtual bytes, per gas, per transaction. */
  estimateFeeRate(): Promise<bigint>;
  broadcast(bytes: string): Promise<Broadcast>;
  /** What lies at each of these as of the block; only of nodes whose blocks can be incomplete. */
  balancesAt?(block: BlockReference, destinations: readonly Destination[]): Promise<readonly bigint[]>;
  /** A sentence for whoever checks the node: what it can do and what not. */
  describe?(): Promise<string>;
  /**
   * Whether anything ever happened at an address of ours, by the newest block; of a tag, since `sinceHeight`: what was
   * read before is in the database. Of chains that can tell; an address with a history is never assigned.
   */
  hasHistory?(address: Address, sinceHeight: number): Promise<boolean>;
  /** The one that pays, or another of ours. Asked before something is signed, where the chain counts an account's transactions. */
  readAccount?(of?: Address): Promise<PayingAccount>;
  /** Asked when a payout is requested, where a chain knows accounts that do not take everything. */
  describeRecipient?(to: Address): Promise<RecipientTraits>;
  /** What paying a recipient weighs, as `Signed.weight`, where recipients differ; or a sentence why it takes nothing. */
  weighRecipient?(recipient: Recipient): Promise<number | { readonly refusal: string }>;
}

export interface SpendableOutput {
  readonly transactionId: string;
  readonly index: number;
  readonly destination: Destination;
  readonly amountMinor: bigint;
  readonly branch: Branch;
  readonly addressIndex: number;
  /** Of which account, as `Chain.accountNumber`; the first where nothing is said. */
  readonly account?: number;
}

/** What a transaction may use: unspent outputs, or a number of the account that pays. */
export type Funds =
  | {
      readonly kind: 'outputs';
      readonly outputs: readonly SpendableOutput[];
      /** Those that it uses in any case: all of the transaction that it replaces, or the change of the one it pushes. */
      readonly kept?: readonly SpendableOutput[];
      readonly change: Address;
    }
  | {
      readonly kind: 'sequence';
      readonly next: bigint;
      /** Another account than the one that pays, whose coins are collected. */
      readonly from?: Source;
    };

/** An address of ours and where its key is found. */
export interface OwnAddress extends Address {
  readonly branch: Branch;
  readonly index: number;
  /** As `SpendableOutput.account`. */
  readonly account?: number;
}

/** The account of an address that customers pay to, with what they paid. */
export interface Source extends OwnAddress {
  /** None of an account that paid before: what it has only the node can say. */
  readonly outputs: readonly SpendableOutput[];
}

export interface Recipient {
  readonly to: Address;
  readonly amountMinor: bigint;
  /** What paying it weighs, where the node was asked (`weighRecipient`). */
  readonly weight?: number;
}

/** A transaction that was signed, by what it costs. */
export interface Priced {
  readonly feeMinor: bigint;
  /** In the chain's own measure of size, as `Signed.weight`. */
  readonly weight: number;
}

export interface PayoutPlan {
  /** One where the chain counts an account's transactions; none for a transaction that only pushes another. */
  readonly recipients: readonly Recipient[];
  readonly feeRate: bigint;
  /** The newest block, for chains whose transactions carry a last valid height. */
  readonly height: number;
  /** What it takes the place of: nodes ask for a fee that is higher, and by more than passing it on costs. */
  readonly replaces?: Priced;
  /** What waits for a block and is to come into one with it: its fee is enough for both. */
  readonly pushes?: Priced;
}

export type Signed =
  | {
      readonly bytes: string;
      readonly transactionId: string;
      readonly spends: readonly string[];
      readonly feeMinor: bigint;
      /** After this block it can never be mined; null where it does not expire. */
      readonly lastHeight: number | null;
      readonly weight: number;
      /** Of each recipient: which output is its own, and what part of the weight that is. */
      readonly paid: readonly { readonly outputIndex: number; readonly weight: number }[];
    }
  /** What the funds lack. */
  | { readonly shortMinor: bigint };

/** Holds the keys. Only processes that pay out have one. */
export interface Payer {
  readonly funds: Funds['kind'];
  /**
   * What helps a transaction that no block takes: another with a higher fee that excludes it (BIP-125, or the same
   * number), a child that pays for both where nodes keep to the first they saw, or another once it has expired.
   */
  readonly whenStuck: 'replace' | 'push' | 'expire';
  /** What customers pay lies at accounts of its own, and has to be collected before it can be paid out. */
  readonly collects?: boolean;
  /** The former accounts whose keys it has not: what lies there cannot be moved. */
  readonly lacks?: ReadonlySet<number>;
  /** No higher one is used, whoever asks for it. */
  readonly highestFeeRate: bigint;
  /** How many outputs one transaction uses, the largest first; as many as there are where nothing is said. */
  readonly mostInputs?: number;
  /** Pure: the same inputs give bytes that pay once, however often they are sent. */
  sign(plan: PayoutPlan, funds: Funds): Signed;
}

/** One coin's chain, as everything above it sees it. */
export interface Chain {
  readonly coin: CoinCode;
  /** For people: `simulated`, `litecoin regtest`. */
  readonly network: string;
  readonly addresses: AddressBook;
  /** Of the account of these addresses: how many the wallet had before it, each in the place of the last. */
  readonly accountNumber: number;
  readonly node: ChainNode;
  readonly payer: Payer | undefined;
  /** Of an account that pays and that customers are never given: the wallet is funded there. */
  readonly payingAddress?: Address;
  /** Those that paid before it: their payouts are followed to their end, and what they have left is collected. */
  readonly formerPayingAddresses?: readonly OwnAddress[];
  /** How often the node is asked for something new. */
  readonly pollMs: number;
  /** What a usual payout costs at a fee rate, for amounts that are sent less the fee. */
  usualFee(feeRate: bigint): bigint;
  /** What it takes to spend one receipt, of which less than that is worth nothing; none where nothing is said. */
  spendingFee?(feeRate: bigint): bigint;
  /** The least that the network's nodes relay (the dust limit); where there is none, any amount is relayed. */
  leastPayout?(to: Address): bigint;
  /** Where the first reading ever begins; at the newest block where nothing is said. */
  readonly firstHeight?: number;
}
