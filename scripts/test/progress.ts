import { formatFailure, formatSeconds, type PartResult } from './summary.ts';
import type { FileOutcome } from './outcome.ts';

const EVERY_MS = 5_000;

/** Tells how far a run is: on a terminal in a line that changes, in a log by a line now and then. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #saidAt = performance.now();

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
  }

  say(line: string): void {
    this.#clear();
    this.#stream.write(`${line}\n`);
    this.#saidAt = performance.now();
  }

  begin(part: string): void {
    this.#show(`  ${part.padEnd(10)}…`);
  }

  count(part: string, outcomes: readonly FileOutcome[], files: number): void {
    for (const failure of outcomes.at(-1)?.failures ?? []) this.say(formatFailure(failure));
    const tests = outcomes.reduce((sum, { passed, failures }) => sum + passed + failures.length, 0);
    const line = `  ${part.padEnd(10)}${outcomes.length} of ${files} files, ${tests} tests`;
    if (this.#stream.isTTY) this.#show(line);
    else if (performance.now() - this.#saidAt > EVERY_MS) this.say(line);
  }

  end(result: PartResult): void {
    const { name, passed, failures, skipped, notRun, durationMs } = result;
    if (notRun !== undefined) return this.say(`- ${name.padEnd(10)}not run: ${notRun}`);
    const counts = [`${passed} passed`, `${failures.length} failed`];
    if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
    return this.say(
      `${failures.length === 0 ? '✓' : '✗'} ${name.padEnd(10)}${counts.join(', ')} in ${formatSeconds(durationMs)}`,
    );
  }

  #show(line: string): void {
    if (!this.#stream.isTTY) return;
    this.#clear();
    this.#stream.write(line);
  }

  #clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001B[2K');
  }
}
