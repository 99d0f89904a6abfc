import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { DatabaseUnavailable } from './availability.ts';
import { asError, send, type Statement, type StatementResult } from './statements.ts';

/** Turns the error of a deferred statement into what it means to whoever deferred it; the same one where it means nothing else. */
export type Explain = (error: Error) => Error;

/** A statement that PostgreSQL has not got yet, and whoever waits for its result. */
interface Queued {
  readonly statement: Statement;
  readonly explain?: Explain | undefined;
  readonly waiting?: {
    readonly resolve: (result: StatementResult) => void;
    readonly reject: (error: Error) => void;
  };
}

const beginStatement: Statement = { name: 'praca_begin', text: 'begin', values: [] };
const beginReadingStatement: Statement = { name: 'praca_begin_reading', text: 'begin read only', values: [] };
const commitStatement: Statement = { name: 'praca_commit', text: 'commit', values: [] };
const rollbackStatement: Statement = { name: 'praca_rollback', text: 'rollback', values: [] };

/**
 * The statements of one transaction, on a connection that is nobody else's until its end. Those that are queued at once
 * are sent together.
 */
export class Pipeline {
  readonly #client: PoolClient;
  readonly #silentMs: number;
  /** Not sent yet, in this order. */
  #queued: Queued[];
  #sending: Promise<void> | undefined;
  #begun = false;
  #over = false;
  /**
   * Whoever passes over a failure must not go on as if nothing were missing, and PostgreSQL would answer the commit with
   * a rollback and no error.
   */
  #failure: Error | undefined;

  constructor(client: PoolClient, silentMs: number, kind: 'writing' | 'reading' = 'writing') {
    this.#client = client;
    this.#silentMs = silentMs;
    this.#queued = [{ statement: kind === 'reading' ? beginReadingStatement : beginStatement }];
  }

  /** What has ended it, if anything. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Sent with whatever is sent next; nobody waits for its result. */
  enqueue(statement: Statement, explain?: Explain): void {
    this.#refuseToGoOn();
    this.#queued.push({ statement, explain });
  }

  query(statement: Statement): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      this.#refuseToGoOn();
      this.#queued.push({ statement, waiting: { resolve, reject } });
      this.#sending ??= this.#sendWhatIsWaitedFor();
    });
  }

  async script(text: string): Promise<void> {
    await this.#untilQuiet();
    this.#refuseToGoOn();
    await this.#sendQueued();
    this.#refuseToGoOn();
    await this.#client.query(text).catch((error: unknown) => {
      this.#failure ??= asError(error);
      throw error;
    });
  }

  /**
   * Once it is asked for nothing more can be queued: what came after it would not be part of the transaction any more.
   * The note is a transaction of its own, in the same round trip. Whoever waits hears of the commit once it is there.
   */
  async commit(note?: Statement): Promise<void> {
    await this.#untilQuiet();
    this.#refuseToGoOn();
    // Not even `begin` has been sent.
    if (!this.#begun && this.#queued.length === 1) this.#over = true;
    else await this.#sendCommit(note);
  }

  /** The whole transaction at once. */
  async commitWith(statement: Statement, note: Statement): Promise<StatementResult> {
    this.#queued.push({ statement });
    const result = (await this.#sendCommit(note)).at(-3);
    assert.ok(result, 'a statement has a result');
    return result;
  }

  async #sendCommit(note: Statement | undefined): Promise<readonly StatementResult[]> {
    this.#over = true;
    this.#queued.push({ statement: commitStatement });
    if (note) this.#queued.push({ statement: note, explain: noteLost });
    const results = await this.#sendQueued();
    if (this.#failure) throw this.#failure;
    assert.equal(results.at(note ? -2 : -1)?.tag, 'COMMIT', 'PostgreSQL has rolled the transaction back');
    return results;
  }

  /** The error where not even a rollback gets through: then the connection is of no use to anybody. */
  async rollback(): Promise<Error | undefined> {
    this.#over = true;
    await this.#untilQuiet();
    if (!this.#begun) return undefined;
    const { error } = await send(this.#client, [rollbackStatement], this.#silentMs);
    return error;
  }

  #refusal(): Error | undefined {
    return this.#failure ?? (this.#over ? new Error('the transaction is over') : undefined);
  }

  #refuseToGoOn(): void {
    const refusal = this.#refusal();
    if (refusal) throw refusal;
  }

  async #untilQuiet(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  async #sendWhatIsWaitedFor(): Promise<void> {
    // Whatever else is asked for at this moment comes along.
    await Promise.resolve();
    // One batch after the other: whoever queues something after one must know whether it failed.
    while (this.#queued.some(({ waiting }) => waiting)) {
      const refusal = this.#refusal();
      if (refusal) rejectAll(this.#queued.splice(0), refusal);
      else await this.#sendQueued();
    }
    this.#sending = undefined;
  }

  async #sendQueued(): Promise<readonly StatementResult[]> {
    const together = this.#queued;
    this.#queued = [];
    if (together.length === 0) return [];
    this.#begun = true;
    const statements = together.map(({ statement }) => statement);
    const { results, error } = await send(this.#client, statements, this.#silentMs);
    if (error) {
      const failed = together[results.length];
      const reason = failed?.explain?.(error) ?? error;
      this.#failure ??= reason;
      // First to whoever asked for the one that failed, so that the error's trace leads there.
      failed?.waiting?.reject(reason);
      rejectAll(together, reason);
      return results;
    }
    for (const [index, { waiting }] of together.entries()) {
      const result = results[index];
      assert.ok(result, 'every statement has a result');
      waiting?.resolve(result);
    }
    return results;
  }
}

/** The change is there, and must not be told before it can be found again: as if its answer had been lost. */
const noteLost = (error: Error): Error =>
  new DatabaseUnavailable(new Error(`the position of a write was not noted: ${error.message}`), 'unknown');

function rejectAll(queued: readonly Queued[], error: Error): void {
  for (const { waiting } of queued) waiting?.reject(error);
}
