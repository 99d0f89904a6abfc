import type { Grant } from '../../../platform/console/people/roles.rules.ts';
import { adminRoles, moneyRoles } from '../../audit/audit.rules.ts';

/** Who of the provider's staff may do what with merchant. Nothing else decides it; moderators have nothing here. */
export const staffGrants = {
  /** Payment providers, and how chains, markets, jobs and webhooks are. */
  see: { staff: ['admin', 'treasury', 'support', 'viewer'] },
  /** What lies in the wallets, what leaves them, and what is held. */
  seeMoney: { staff: ['admin', 'treasury', 'viewer'] },
  /** Whatever books an amount, lets coins go or keeps them back. */
  moveMoney: { staff: moneyRoles },
  /** Who may work here, and with which secret. */
  admit: { staff: adminRoles },
} as const satisfies Record<string, Grant>;
