import { assetCodes, type AssetCode } from '../../assets/asset.rules.ts';
import {
  columnOf,
  reportAccounts,
  type ReportAccount,
  type ReportColumn,
} from '../../books/movement-kinds.rules.ts';

type Accounts = typeof reportAccounts;
export type Figure = ReportColumn | Accounts[ReportAccount]['opening' | 'closing'];

const accountNames = Object.keys(reportAccounts) as ReportAccount[];

export const figuresOf = (account: ReportAccount): readonly Figure[] => {
  const { opening, columns, closing } = reportAccounts[account];
  return [opening, ...columns, closing];
};

/** In the order of the CSV columns. */
export const figureNames: readonly Figure[] = accountNames.flatMap(figuresOf);

export interface LedgerDay {
  /** Such as 2027-03-01, in UTC. */
  readonly day: string;
  readonly asset: AssetCode;
  /** In the asset's smallest unit. */
  readonly figures: Readonly<Record<Figure, bigint>>;
}

interface OnAccount {
  readonly account: ReportAccount;
  readonly asset: AssetCode;
}

export interface BookedDays {
  /** Each day of the period, in order. */
  readonly days: readonly string[];
  /** Balances before the first day. */
  readonly opening: readonly (OnAccount & { readonly balance: bigint })[];
  readonly sums: readonly (OnAccount & {
    readonly day: string;
    readonly kind: string;
    readonly is_credit: boolean;
    readonly amount: bigint;
  })[];
}

/** Returns a row for each day and asset with a balance or a movement. */
export function layOutDays({ days, opening, sums }: BookedDays): LedgerDay[] {
  const keyOf = (...parts: readonly string[]): string => parts.join(' ');
  const balances = new Map(
    opening.map(({ account, asset, balance }) => [keyOf(account, asset), balance] as const),
  );
  const sumsOf = Map.groupBy(sums, ({ day, asset }) => keyOf(day, asset));
  return days.flatMap((day) =>
    assetCodes.flatMap((asset): LedgerDay[] => {
      const figures = Object.fromEntries(figureNames.map((name) => [name, 0n])) as Record<Figure, bigint>;
      for (const account of accountNames) {
        figures[reportAccounts[account].opening] = balances.get(keyOf(account, asset)) ?? 0n;
      }
      const moved = sumsOf.get(keyOf(day, asset)) ?? [];
      for (const { account, kind, is_credit: isCredit, amount } of moved) {
        figures[columnOf(account, { kind, asset, isCredit })] += amount;
      }
      for (const account of accountNames) {
        const closing = figuresOf(account).reduce((sum, name) => sum + figures[name], 0n);
        figures[reportAccounts[account].closing] = closing;
        balances.set(keyOf(account, asset), closing);
      }
      const isEmpty = moved.length === 0 && figureNames.every((name) => figures[name] === 0n);
      return isEmpty ? [] : [{ day, asset, figures }];
    }),
  );
}
