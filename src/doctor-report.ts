import type { Examine, Finding } from './platform/postgres/examine-database.ts';

export type CheckStatus = 'ok' | 'warning' | 'wrong';

/** One line of the doctor, and one element of `checks` in `praca doctor --json`. */
export interface Check {
  readonly subject: string;
  readonly status: CheckStatus;
  readonly detail: string;
  readonly advice?: string;
}

/** Longer than a start waits for a database that refuses connections. */
const standardLimitMs = 30_000;

/** Collects the findings of checks that run at the same time, in the order in which they began in each section. */
export class DoctorReport {
  readonly #sections: (Check | undefined)[][] = [];
  readonly #limitMs: number;

  constructor(limitMs = standardLimitMs) {
    this.#limitMs = limitMs;
  }

  /** Sections appear in the order of these calls. */
  section(): Examine {
    const checks: (Check | undefined)[] = [];
    this.#sections.push(checks);
    return async (subject, look) => {
      const place = checks.push(undefined) - 1;
      const check = checkOf(subject, await this.#findWithin(look));
      checks[place] = check;
      return check.status !== 'wrong';
    };
  }

  async #findWithin(look: () => Promise<Finding>): Promise<Finding> {
    const { promise: late, resolve } = Promise.withResolvers<Finding>();
    const seconds = this.#limitMs / 1000;
    const timer = setTimeout(() => resolve({ problem: `no answer within ${seconds} s` }), this.#limitMs);
    try {
      return await Promise.race([look(), late]);
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  get checks(): readonly Check[] {
    return this.#sections.flat().filter((check) => check !== undefined);
  }

  get status(): CheckStatus {
    const found = new Set(this.checks.map(({ status }) => status));
    if (found.has('wrong')) return 'wrong';
    return found.has('warning') ? 'warning' : 'ok';
  }
}

function checkOf(subject: string, { problem, warning, fine = 'fine', advice }: Finding): Check {
  const status = problem !== undefined ? 'wrong' : warning === undefined ? 'ok' : 'warning';
  const detail = problem ?? warning ?? fine;
  return { subject, status, detail, ...(advice === undefined || status === 'ok' ? {} : { advice }) };
}

const signs: Readonly<Record<CheckStatus, string>> = { ok: 'ok   ', warning: 'WARN ', wrong: 'WRONG' };

export const linesOf = (checks: readonly Check[]): string[] =>
  checks.flatMap(({ subject, status, detail, advice }) => [
    `${signs[status]}  ${subject}: ${detail}`,
    ...(advice === undefined ? [] : [`       To do: ${advice}.`]),
  ]);
