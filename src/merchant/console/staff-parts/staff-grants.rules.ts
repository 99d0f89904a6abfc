import type { Grant } from '../../../platform/console/people/roles.rules.ts';
import { adminRoles, moneyRoles } from '../../access/audit/audit.rules.ts';

/** Staff roles per kind of access to the merchant service. Moderators have none. */
export const staffGrants = {
  /** Reads payment providers and the state of chains, markets, jobs and webhooks. */
  see: { staff: ['admin', 'treasury', 'support', 'viewer'] },
  /** Reads wallets, payouts and held coins. */
  seeMoney: { staff: ['admin', 'treasury', 'viewer'] },
  /** Looks after chains, markets, webhooks and payments with alerts. */
  operate: { staff: ['admin', 'treasury', 'support'] },
  /** Every act that books an amount, or sends or holds coins. */
  moveMoney: { staff: moneyRoles },
  /** Manages payment providers and their secrets. */
  admit: { staff: adminRoles },
} as const satisfies Record<string, Grant>;
