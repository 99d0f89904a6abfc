import type { CoinCode } from '../../assets/asset.rules.ts';

/** Kind of subject to which an address is assigned. */
export type AddressPurpose = 'payment' | 'deposit' | 'funds';

/** Coins received at an address of ours, as the chain has them now. */
export interface Receipt {
  readonly coin: CoinCode;
  readonly transactionId: string;
  readonly outputIndex: number;
  readonly destination: string;
  readonly amountMinor: bigint;
  readonly firstSeenAt: Date;
  readonly address: string;
  readonly destinationTag: string | null;
  /** 0 while unconfirmed. */
  readonly confirmations: number;
  /** The network itself declares its block final. */
  readonly final?: boolean;
  /** When it was first in a block. Null before that, and for old receipts without this record. */
  readonly minedAt: Date | null;
  /** True if it is in a block or unconfirmed; false once it is gone. */
  readonly visible: boolean;
  /** State of screening; null if it is not screened. A denied receipt is not visible. */
  readonly screening: 'unasked' | 'pending' | 'review' | 'allow' | 'deny' | null;
  /** True if the ledger has it now. */
  readonly credited: boolean;
  /** How often it was credited: a credit that was undone may be repeated. */
  readonly creditCount: number;
}

/** Returns whether screening allows crediting it. */
export const isCleared = ({ screening }: Pick<Receipt, 'screening'>): boolean =>
  screening === null || screening === 'allow';

/** Returns whether it has the required confirmations or is final. */
export const isDeep = (
  { confirmations, final }: Pick<Receipt, 'confirmations' | 'final'>,
  required: number,
): boolean => confirmations >= required || final === true;

/** Returns the height of the block that gives it this many confirmations. */
export function confirmedAtHeight(
  receipt: Pick<Receipt, 'confirmations'>,
  height: number,
  required: number,
): number {
  return height + required - receipt.confirmations;
}
