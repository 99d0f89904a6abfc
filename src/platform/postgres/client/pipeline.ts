import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { DatabaseUnavailable } from './availability.ts';
import { asError, send, type Statement, type StatementResult } from './statements.ts';

/** Turns the error of a deferred statement into the error that its caller expects, or returns it unchanged. */
export type Explain = (error: Error) => Error;

/** A statement that has not been sent yet, with the promise callbacks of its caller. */
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
 * The statements of one transaction, on a connection that it owns until its end. Statements that are queued at the same
 * time are sent together.
 */
export class Pipeline {
  readonly #client: PoolClient;
  readonly #silentMs: number;
  /** Statements that have not been sent yet, in order. */
  #queued: Queued[];
  #sending: Promise<void> | undefined;
  #begun = false;
  #over = false;
  /**
   * The first failure of the transaction. A caller that catches it must not continue: PostgreSQL would answer the
   * commit with a rollback and no error.
   */
  #failure: Error | undefined;

  constructor(client: PoolClient, silentMs: number, kind: 'writing' | 'reading' = 'writing') {
    this.#client = client;
    this.#silentMs = silentMs;
    this.#queued = [{ statement: kind === 'reading' ? beginReadingStatement : beginStatement }];
  }

  /** Returns the error that ended the transaction, or undefined. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Queues a statement that is sent with the next batch and whose result is ignored. */
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
   * Commits. No statement can be queued after this call, because it would not be part of the transaction. The note is a
   * transaction of its own in the same round trip. The promise settles after both.
   */
  async commit(note?: Statement): Promise<void> {
    await this.#untilQuiet();
    this.#refuseToGoOn();
    // The queue holds only `begin`, so nothing was sent and there is nothing to commit.
    if (!this.#begun && this.#queued.length === 1) this.#over = true;
    else await this.#sendCommit(note);
  }

  /** Sends the whole transaction in one batch. */
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

  /** Rolls back. Returns an error if the rollback itself fails: the connection must then be closed. */
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
    // Statements queued in the same tick join this batch.
    await Promise.resolve();
    // Batches are sent one after the other: a caller that queues a statement after a batch must know whether that batch
    // failed.
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
      // Rejects the failed statement first, so that the error's stack trace leads to its caller.
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

/**
 * Returns the error for a write that is committed but whose position was not stored. A replica might not show the write
 * to its caller, so the outcome is reported as if the answer had been lost.
 */
const noteLost = (error: Error): Error =>
  new DatabaseUnavailable(new Error(`the position of a write was not noted: ${error.message}`), 'unknown');

function rejectAll(queued: readonly Queued[], error: Error): void {
  for (const { waiting } of queued) waiting?.reject(error);
}
