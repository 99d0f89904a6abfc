import type { CoinCode } from '../../assets/asset.rules.ts';

/** Who waits for coins at an address. */
export type AddressPurpose = 'payment' | 'deposit' | 'funds';

/** Who is looked at again when something on a chain changes. */
export type ReviewPurpose = AddressPurpose | 'payout';

/** Coins that came to an address of ours, as the chain has them now. */
export interface Receipt {
  readonly coin: CoinCode;
  readonly transactionId: string;
  readonly outputIndex: number;
  readonly address: string;
  readonly destinationTag: string | null;
  readonly destination: string;
  readonly amountMinor: bigint;
  readonly firstSeenAt: Date;
  /** 0 while unconfirmed. */
  readonly confirmations: number;
  /** In a block, or waiting for one; false once it is gone. */
  readonly visible: boolean;
  /** Booked in the ledger now. */
  readonly credited: boolean;
  /** How often it was booked: what was undone may come again. */
  readonly creditCount: number;
}

/** The block whose arrival gives it so many confirmations. */
export function confirmedAtHeight(
  receipt: Pick<Receipt, 'confirmations'>,
  height: number,
  required: number,
): number {
  return height + required - receipt.confirmations;
}
