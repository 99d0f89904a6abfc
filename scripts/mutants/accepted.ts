import type { Accepted } from './accepted-line.ts';
import { ACCEPTED_OF_MERCHANT_STORES } from './accepted-merchant-stores.ts';
import { ACCEPTED_OF_PAYMENTS } from './accepted-payments.ts';
import { ACCEPTED_OF_RULES } from './accepted-rules.ts';
import { ACCEPTED_OF_SOCIAL_STORES } from './accepted-social-stores.ts';
import { ACCEPTED_OF_STORES } from './accepted-stores.ts';
import type { Mutant } from './mutant.ts';

export const ACCEPTED: readonly Accepted[] = [
  ...ACCEPTED_OF_RULES,
  ...ACCEPTED_OF_PAYMENTS,
  ...ACCEPTED_OF_MERCHANT_STORES,
  ...ACCEPTED_OF_SOCIAL_STORES,
  ...ACCEPTED_OF_STORES,
];

export const isAccepted = (mutant: Mutant, accepted: readonly Accepted[] = ACCEPTED): boolean =>
  accepted.some((one) => matches(one, mutant));

/** Those of the list that no longer are what could happen to the code. */
export function findStale(mutants: readonly Mutant[], accepted: readonly Accepted[] = ACCEPTED): Accepted[] {
  return accepted.filter((one) => !mutants.some((mutant) => matches(one, mutant)));
}

const matches = (accepted: Accepted, mutant: Mutant): boolean =>
  accepted.file === mutant.file &&
  accepted.before === mutant.before &&
  (accepted.after ?? mutant.after) === mutant.after;
