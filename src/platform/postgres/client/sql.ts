import { createHash } from 'node:crypto';
import { compiled, written } from './diagnostics.ts';
import type { Statement, StatementResult } from './statements.ts';

/** Sends one statement and waits for its rows. */
export type Execute = (statement: Statement) => Promise<StatementResult>;

/** Columns of an outer join: all of them are null if it finds no row. */
export type OuterJoined<Row> = Row | { [Name in keyof Row]: null };

export type Rows<T extends readonly object[]> = T & { readonly count: number };

/**
 * Errors that already have a stack trace to their statement. Statements of one batch share an error, and the trace must
 * lead to the one that failed.
 */
const traced = new WeakSet<Error>();

/**
 * A fragment of SQL with its parameters. It runs when it is awaited, and becomes part of another statement when it is
 * used as a value there.
 */
export class Query<T extends readonly object[] = Record<string, unknown>[]> implements PromiseLike<Rows<T>> {
  readonly #execute: Execute;
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];

  constructor(execute: Execute, strings: TemplateStringsArray, values: readonly unknown[]) {
    this.#execute = execute;
    this.strings = strings;
    this.values = values;
  }

  // A thenable on purpose: every store reads with `await sql`…``.
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = Rows<T>, B = never>(
    onFulfilled?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected: (error: unknown) => B | PromiseLike<B>): Promise<Rows<T> | B> {
    return this.#run().catch(onRejected);
  }

  async #run(): Promise<Rows<T>> {
    try {
      const statement = compile(this.strings, this.values);
      if (compiled.hasSubscribers) compiled.publish({ strings: this.strings, text: statement.text });
      const { rows, rowCount } = await this.#execute(statement);
      // The row type is not checked here. A test run compares it with the columns that PostgreSQL describes (ADR 5).
      return Object.assign(rows as unknown as T, { count: rowCount ?? 0 });
    } catch (error) {
      // Replaces the driver's stack trace by one that leads to the caller.
      if (error instanceof Error && !traced.has(error)) {
        traced.add(error);
        Error.captureStackTrace(error);
      }
      throw error;
    }
  }
}

class Identifier {
  readonly text: string;
  constructor(names: readonly string[]) {
    this.text = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  }
}

class Json {
  readonly text: string;
  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

/** Runs statements: on a pool (`Sql`) or on one connection inside a transaction (`Tx`). */
export interface Tag {
  // NoInfer prevents inference from the use of the rows: the row type is written at the statement, where the test run
  // looks for it (ADR 5).
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- does not see it inside NoInfer
  <T extends readonly object[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Query<NoInfer<T>>;
  /** Quotes dynamic identifiers and separates them by commas. */
  identifier(...names: readonly string[]): unknown;
  /** Encodes a value for a json or jsonb column. */
  json(value: unknown): unknown;
}

export function createTag(execute: Execute): Tag {
  const tag = <T extends readonly object[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Query<T> => {
    written.publish(strings);
    return new Query<T>(execute, strings, values);
  };
  return Object.assign(tag, {
    identifier: (...names: readonly string[]) => new Identifier(names),
    json: (value: unknown) => new Json(value),
  });
}

interface Compiled {
  text: string;
  name: string;
}

/**
 * A node in the cache of compiled statements. A path through the cache is the statement's template, then one step for
 * each value: a parameter is one step, a fragment is the path of its own template. The SQL text and name are built once
 * per path. Building a statement of several fragments each time would take longer than sending it.
 */
class Step {
  parameter: Step | undefined = undefined;
  pieces: Map<TemplateStringsArray | string, Step> | undefined = undefined;
  compiled: Compiled | undefined = undefined;
}
const root = new Step();
const names = new Map<string, string>();
/** Statements built from fragments have few variants. Beyond this many, new ones have no name and are not cached. */
const maximumNames = 2000;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maximumNames) return known;
  // The name is a hash of the text, so behind a pooler that shares connections between processes a name always means
  // the same statement.
  const name = `praca_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}

export function compile(strings: TemplateStringsArray, values: readonly unknown[]): Statement {
  const parameters: unknown[] = [];
  const end = follow(root, strings, values, parameters);
  if (end?.compiled) return { text: end.compiled.text, values: parameters, name: end.compiled.name };
  const text = join(strings, values, { count: 0 });
  const name = nameOf(text);
  if (name === undefined) return { text, values: parameters };
  if (end) end.compiled = { text, name };
  return { text, values: parameters, name };
}

/**
 * Follows the statement's path to its end and collects its parameters. Returns undefined if the statement is new and
 * the cache is full.
 */
function follow(
  from: Step | undefined,
  strings: TemplateStringsArray,
  values: readonly unknown[],
  parameters: unknown[],
): Step | undefined {
  let step = from && stepTo(from, strings);
  for (const value of values) {
    if (value instanceof Query) step = follow(step, value.strings, value.values, parameters);
    else if (value instanceof Identifier) step &&= stepTo(step, value.text);
    else {
      parameters.push(toParameter(value));
      step &&= step.parameter ??= new Step();
    }
  }
  return step;
}

function stepTo(step: Step, piece: TemplateStringsArray | string): Step | undefined {
  const known = step.pieces?.get(piece);
  if (known || names.size >= maximumNames) return known;
  const made = new Step();
  (step.pieces ??= new Map()).set(piece, made);
  return made;
}

function join(
  strings: TemplateStringsArray,
  values: readonly unknown[],
  parameters: { count: number },
): string {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    if (value instanceof Query) text += join(value.strings, value.values, parameters);
    else if (value instanceof Identifier) text += value.text;
    else text += `$${++parameters.count}`;
    text += strings[index + 1] ?? '';
  }
  return text;
}

function toParameter(value: unknown): unknown {
  if (value instanceof Json) return value.text;
  if (value instanceof Date) return writeMoment(value);
  return value === undefined ? null : value;
}

/**
 * Writes the date in UTC: the driver would write the machine's time zone. PostgreSQL and ISO 8601 differ for years
 * before 1 and above 9999.
 */
function writeMoment(moment: Date): string {
  const year = moment.getUTCFullYear();
  const text = moment.toISOString();
  if (year >= 1 && year <= 9999) return text;
  const inYear = text.slice(text.indexOf('-', 1));
  return year > 9999 ? `${year}${inYear}` : `${String(1 - year).padStart(4, '0')}${inYear} BC`;
}
