import type { Sql, Tx } from '../../src/platform/postgres/client/database.ts';

/** The process is gone at this moment, and with it whatever it had not committed. */
export class Killed extends Error {}

/** Counts the steps of a program: its statements, its commits, its questions to a node. */
export class Countdown {
  /** How many it took so far. */
  steps = 0;
  #left: number;

  /** Dies at the step of this number, counted from 0, and at every one after it: who is dead does nothing more. */
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

/** The same database, through a process that may die before any statement, before any commit, and after it. */
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
            // Committed, and nobody is told.
            countdown.step();
            return result;
          }
        : (Reflect.get(target, name, receiver) as unknown),
  });
}
