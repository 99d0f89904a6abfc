import type { Mutant } from './mutant.ts';

/** A mutant that may live, because nobody could tell it from the code as it is, and why. */
export interface Accepted {
  readonly file: string;
  /** The lines that it touches, each text as one line, before and after. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

export const ACCEPTED: readonly Accepted[] = [];

export const isAccepted = (mutant: Mutant, accepted: readonly Accepted[] = ACCEPTED): boolean =>
  accepted.some((one) => matches(one, mutant));

/** Those of the list that no longer are what could happen to the code. */
export function findStale(mutants: readonly Mutant[], accepted: readonly Accepted[] = ACCEPTED): Accepted[] {
  return accepted.filter((one) => !mutants.some((mutant) => matches(one, mutant)));
}

const matches = (accepted: Accepted, mutant: Mutant): boolean =>
  accepted.file === mutant.file && accepted.before === mutant.before && accepted.after === mutant.after;
