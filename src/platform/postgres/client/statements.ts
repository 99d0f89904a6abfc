import type { Connection, FieldDef, PoolClient, Submittable } from 'pg';
import pg from 'pg';
import { answered, described } from './diagnostics.ts';
import { findSilenceWatch } from './silence.ts';
import { parserOf, toWire, type WireValue } from './values.ts';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** Lets PostgreSQL keep its plan on that connection. */
  readonly name?: string;
}

export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number | null;
  /** What PostgreSQL says it did, like `INSERT 0 1`. */
  readonly tag?: string;
}

export interface Outcome {
  readonly results: readonly StatementResult[];
  /** Of the statement after those with a result. PostgreSQL has skipped the ones behind it. */
  readonly error?: Error;
}

/** How the rows of a statement are read; null where it has none. */
type RowReader = ((values: readonly (string | null)[]) => Record<string, unknown>) | null;

/**
 * What each connection has prepared. PostgreSQL never changes the columns of a prepared statement (it refuses to run it
 * any more instead), so that they are asked for once. The driver asks each time: for a wide row that, and not the row, is
 * most of the work.
 */
let prepared = new WeakMap<Connection, Map<string, RowReader>>();

/**
 * Sends the statements together, and waits for all of them or for the first that fails. Where nothing comes back for
 * `silentMs` (0 for no limit) the connection is closed, which is such a failure.
 */
export function send(
  client: PoolClient,
  statements: readonly Statement[],
  silentMs: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    try {
      const watch = findSilenceWatch(client);
      const batch = new Batch(statements, (outcome) => {
        clearTimeout(timer);
        watch?.answered(client);
        resolve(outcome);
      });
      const giveUp = (): void => {
        batch.giveUp();
        watch?.closeAll();
      };
      const timer = silentMs === 0 ? undefined : setTimeout(giveUp, silentMs);
      watch?.asked(client);
      client.query(batch);
    } catch (error) {
      resolve({ results: [], error: asError(error) });
    }
  });
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * A migration has changed the columns of what was prepared, or somebody has dropped it: nothing was done, and once it is
 * prepared anew it works.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'));

/** Whether the connection is as good as before: the statement failed, and nothing else. */
export const failedAlone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';

interface Step {
  readonly text: string;
  readonly name: string;
  readonly values: readonly WireValue[];
}

/** The driver's seam for statements that speak to PostgreSQL themselves: it calls these methods as the answers come. */
class Batch implements Submittable {
  readonly #steps: readonly Step[];
  readonly #resolve: (outcome: Outcome) => void;
  #known = new Map<string, RowReader>();
  #current = 0;
  #reader: RowReader | undefined;
  #rows: Record<string, unknown>[] = [];
  readonly #results: StatementResult[] = [];
  #fault: Error | undefined;
  #wire: Wire | undefined;

  constructor(statements: readonly Statement[], resolve: (outcome: Outcome) => void) {
    // Here, where a value that cannot be sent is still the caller's error and nobody's connection.
    this.#steps = statements.map(({ text, name = '', values }) => ({
      text,
      name,
      values: values.map(toWire),
    }));
    this.#resolve = resolve;
  }

  giveUp(): void {
    this.#wire?.stream.destroy(new Error('Connection terminated: PostgreSQL did not answer in time'));
  }

  submit(connection: Connection): void {
    this.#known = prepared.get(connection) ?? new Map<string, RowReader>();
    prepared.set(connection, this.#known);
    // The driver's connection has these methods and this stream, but its published types lack them.
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    wire.stream.cork();
    for (const { text, name, values } of this.#steps) {
      const known = this.#known.has(name);
      if (!known) {
        // One that failed may have been prepared all the same; closing what is not there is no error.
        if (name !== '') wire.close({ type: 'S', name });
        wire.parse({ text, name });
      }
      wire.bind({ statement: name, values });
      if (!known) wire.describe({ type: 'P' });
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
    this.#begin(0);
  }

  #begin(index: number): void {
    this.#current = index;
    this.#reader = this.#known.get(this.#steps[index]?.name ?? '');
    this.#rows = [];
  }

  #learn(reader: RowReader): void {
    this.#reader = reader;
    const { name = '' } = this.#steps[this.#current] ?? {};
    if (name !== '') this.#known.set(name, reader);
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    described.publish({ text: this.#steps[this.#current]?.text, fields });
    this.#learn(readerOf(fields));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      if (this.#reader) this.#rows.push(this.#reader(fields));
    } catch (error) {
      this.#fault ??= asError(error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#reader === undefined) this.#learn(null);
    const rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    this.#results.push({ rows: this.#rows, rowCount, tag: text });
    if (answered.hasSubscribers) {
      answered.publish({ text: this.#steps[this.#current]?.text, rows: this.#rows });
    }
    this.#begin(this.#current + 1);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error): void {
    // What else was prepared is as old, on every connection: whoever tries again may come to another.
    if (isOutdated(error)) prepared = new WeakMap();
    this.#resolve({ results: this.#results, error });
  }

  handleReadyForQuery(): void {
    const results = this.#results;
    this.#resolve(this.#fault ? { results: [], error: this.#fault } : { results });
  }

  // The end of the batch was sent already, and PostgreSQL passes over it while it waits for what to copy.
  handleCopyInResponse(connection: Wire): void {
    connection.stream.destroy(noCopy());
  }

  handleCopyData(): void {
    this.#fault ??= noCopy();
  }
}

const noCopy = (): Error => new Error('a statement cannot copy');

/** What the driver's connection offers to its own queries; its published types ask for arguments that it ignores. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(error: Error): void };
  parse(statement: { text: string; name: string }): void;
  bind(portal: { statement: string; values: readonly WireValue[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}

function readerOf(fields: readonly FieldDef[]): RowReader {
  const names = fields.map((field) => field.name);
  const parsers = fields.map((field) => parserOf(field.dataTypeID));
  // Copied for each row, so that all rows of a statement are objects of one shape.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (const [index, name] of names.entries()) {
      const value = values[index] ?? null;
      // A null as well: of two columns of one name the last one counts, whatever is in it.
      row[name] = value === null ? null : parsers[index]?.(value);
    }
    return row;
  };
}
