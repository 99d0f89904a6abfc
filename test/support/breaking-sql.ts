import type { Sql, Tx } from '../../src/platform/postgres/client/database.ts';

/** Simulates the death of the process. Uncommitted changes are lost. */
export class Killed extends Error {}

/** Counts the steps of a program: statements, commits and requests to a node. */
export class Countdown {
  steps = 0;
  #left: number;

  /** Throws at the step with this number, counted from 0, and at every later one. */
  constructor(dieAt = Infinity) {
    this.#left = dieAt;
  }

  step(): void {
    this.steps += 1;
    if (this.#left-- <= 0) throw new Killed('killed');
  }

  get died(): boolean {
    return this.#left < 0;
  }
}

/** Wraps a database so that the process can die before any statement, before any commit and after it. */
export function breakingSql(sql: Sql, countdown: Countdown): Sql {
  const counted = <T extends object>(tag: T): T =>
    new Proxy(tag, {
      apply: (target, self, given: [TemplateStringsArray, ...unknown[]]) => {
        countdown.step();
        return Reflect.apply(target as never, self, given);
      },
    });
  return new Proxy(counted(sql), {
    get: (target, name, receiver) =>
      name === 'begin'
        ? async <T>(run: (tx: Tx) => T | Promise<T>): Promise<T> => {
            const result = await sql.begin(async (tx) => {
              const inner = await run(counted(tx));
              countdown.step();
              return inner;
            });
            // The commit succeeded, but the caller does not learn it.
            countdown.step();
            return result;
          }
        : (Reflect.get(target, name, receiver) as unknown),
  });
}
