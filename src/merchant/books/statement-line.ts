import { formatAsset } from '../assets/asset.rules.ts';
import type { StatementRow } from './ledger.store.ts';

export const describeEntry = (row: StatementRow) => ({
  created_at: row.created_at.toISOString(),
  movement_id: row.movement_id,
  kind: row.kind,
  reference: row.reference,
  currency_code: row.asset,
  amount: formatAsset(row.asset, row.amount),
  balance_after: formatAsset(row.asset, row.balance_after),
});

export const statementColumns = [
  'created_at',
  'movement_id',
  'kind',
  'reference',
  'currency_code',
  'amount',
  'balance_after',
] as const;
