import type { Connection, FieldDef, PoolClient, Submittable } from 'pg';
import pg from 'pg';
import { answered, described } from './diagnostics.ts';
import { findSilenceWatch } from './silence.ts';
import { parserOf, toWire, type WireValue } from './values.ts';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** Name of a prepared statement. PostgreSQL keeps its plan on the connection. */
  readonly name?: string;
}

export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number | null;
  /** The command tag of PostgreSQL, such as `INSERT 0 1`. */
  readonly tag?: string;
}

export interface Outcome {
  readonly results: readonly StatementResult[];
  /** Error of the first statement without a result. PostgreSQL has skipped the statements after it. */
  readonly error?: Error;
}

/** Reads the rows of a statement; null if it returns no rows. */
type RowReader = ((values: readonly (string | null)[]) => Record<string, unknown>) | null;

/**
 * The prepared statements of each connection with their row readers. PostgreSQL never changes the columns of a prepared
 * statement (it rejects the statement instead), so the columns are requested once. The driver requests them each time,
 * which for a wide row takes longer than the row itself.
 */
let prepared = new WeakMap<Connection, Map<string, RowReader>>();

/**
 * Sends the statements together, and waits until all of them succeed or one fails. If no answer comes for `silentMs` (0
 * for no limit), the connection is closed and the statement fails.
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
        // First, because `batch.giveUp` clears the time at which this connection was asked.
        watch?.closeAll(client);
        batch.giveUp();
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
 * Returns true if a migration has changed the columns of the prepared statement, or if it was deallocated. Nothing was
 * executed; it succeeds after it is prepared again.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'));

/** Returns true if only the statement failed and the connection can still be used. */
export const failedAlone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';

interface Step {
  readonly text: string;
  readonly name: string;
  readonly values: readonly WireValue[];
}

/** Implements the driver's `Submittable`, by which a batch sends protocol messages itself and receives the answers. */
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
    // Serialised in the constructor, so that a value that cannot be serialised rejects this call and does not break the
    // connection.
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
    // The driver's published types lack these methods and the stream.
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    wire.stream.cork();
    for (const { text, name, values } of this.#steps) {
      const known = this.#known.has(name);
      if (!known) {
        // A failed statement may still have been prepared. Closing a statement that does not exist is no error.
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
    // The other prepared statements may be outdated too, on every connection, and a retry may run on another one.
    if (isOutdated(error)) prepared = new WeakMap();
    this.#resolve({ results: this.#results, error });
  }

  handleReadyForQuery(): void {
    const results = this.#results;
    this.#resolve(this.#fault ? { results: [], error: this.#fault } : { results });
  }

  // Sync was sent already, and PostgreSQL ignores it while it waits for COPY data, so the connection is closed.
  handleCopyInResponse(connection: Wire): void {
    connection.stream.destroy(noCopy());
  }

  handleCopyData(): void {
    this.#fault ??= noCopy();
  }
}

const noCopy = (): Error => new Error('a statement cannot copy');

/**
 * Methods of the driver's connection that its own queries use. Its published types require arguments that it ignores.
 */
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
  // Copied for each row, so that V8 gives all rows of a statement one shape.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (const [index, name] of names.entries()) {
      const value = values[index] ?? null;
      // Nulls are assigned too: the last of several columns with the same name wins, even if it is null.
      row[name] = value === null ? null : parsers[index]?.(value);
    }
    return row;
  };
}
