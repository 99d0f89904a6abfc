import type { CoinCode } from '../../assets/asset.rules.ts';

/** Who waits for coins at an address. */
export type AddressPurpose = 'payment' | 'deposit' | 'funds';

interface ArrivedOutput {
  readonly coin: CoinCode;
  readonly transactionId: string;
  readonly outputIndex: number;
  readonly destination: string;
  readonly amountMinor: bigint;
  readonly firstSeenAt: Date;
}

/** Coins that came to an address of ours, as the chain has them now. */
export interface Receipt extends ArrivedOutput {
  readonly address: string;
  readonly destinationTag: string | null;
  /** 0 while unconfirmed. */
  readonly confirmations: number;
  /** The network itself calls its block final. */
  readonly final?: boolean;
  /** When it was first in a block; null while it was in none, and for what came before this was written down. */
  readonly minedAt: Date | null;
  /** In a block, or waiting for one; false once it is gone. */
  readonly visible: boolean;
  /** What screening says; null where it is not asked. What it denies is not visible. */
  readonly screening: 'unasked' | 'pending' | 'review' | 'allow' | 'deny' | null;
  /** Booked in the ledger now. */
  readonly credited: boolean;
  /** How often it was booked: what was undone may come again. */
  readonly creditCount: number;
}

/** Coins that came to an account of ours and that nobody waited for. */
export interface UnassignedReceipt extends ArrivedOutput {
  readonly status: 'in a block' | 'unconfirmed' | 'gone';
}

/** Whether screening lets it be credited. */
export const isCleared = ({ screening }: Pick<Receipt, 'screening'>): boolean =>
  screening === null || screening === 'allow';

/** Believed for what needs so many confirmations. */
export const isDeep = (
  { confirmations, final }: Pick<Receipt, 'confirmations' | 'final'>,
  required: number,
): boolean => confirmations >= required || final === true;

/** The block whose arrival gives it so many confirmations. */
export function confirmedAtHeight(
  receipt: Pick<Receipt, 'confirmations'>,
  height: number,
  required: number,
): number {
  return height + required - receipt.confirmations;
}
