import { write, writeSync } from 'node:fs';

/**
 * Buffers log lines, because a write per line would be a system call per request. Text that can never be written is
 * dropped, for example if the reader of a pipe is gone or the disk is full: the behaviour and the end of a process do
 * not depend on its log. pino's own destination would retry such a write forever at the end of the process.
 */
export interface BufferedOutput {
  readonly fd: number;
  write(text: string): void;
  /** Calls back when all earlier text is written or dropped. */
  flush(done?: () => void): void;
  /** Writes at the end of the process, when callbacks no longer run. */
  flushSync(): void;
}

const enoughCharacters = 16_000;
/** Maximum delay in milliseconds of the last lines of an idle process. */
const flushMs = 1000;
/**
 * Pause in milliseconds before a retry if the reader is busy. At the end of the process there are retries for two
 * seconds only.
 */
const busyMs = 20;
const lastTries = 100;

export function openBufferedOutput(fd: number): BufferedOutput {
  let waiting = '';
  let isWriting = false;
  let waiters: (() => void)[] = [];

  const begin = (): void => {
    const chunk = Buffer.from(waiting);
    waiting = '';
    isWriting = true;
    const told = waiters;
    waiters = [];
    writeAll(fd, chunk, () => {
      isWriting = false;
      for (const done of told) done();
      if (!isWriting && (waiters.length > 0 || waiting.length >= enoughCharacters)) begin();
    });
  };

  const output: BufferedOutput = {
    fd,
    write(text) {
      waiting += text;
      if (!isWriting && waiting.length >= enoughCharacters) begin();
    },
    flush(done) {
      if (done) waiters.push(done);
      if (!isWriting && (waiting !== '' || waiters.length > 0)) begin();
    },
    flushSync() {
      const chunk = Buffer.from(waiting);
      waiting = '';
      writeAllSync(fd, chunk);
    },
  };
  setInterval(() => output.flush(), flushMs).unref();
  process.on('exit', () => output.flushSync());
  return output;
}

const isBusy = (error: unknown): boolean =>
  ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');

function writeAll(fd: number, chunk: Buffer, done: () => void): void {
  write(fd, chunk, (error, written) => {
    if (error && isBusy(error)) setTimeout(() => writeAll(fd, chunk, done), busyMs);
    else if (error || written === chunk.length) done();
    else writeAll(fd, chunk.subarray(written), done);
  });
}

function writeAllSync(fd: number, chunk: Buffer): void {
  let rest = chunk;
  for (let tries = 0; rest.length > 0 && tries < lastTries;) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isBusy(error)) return;
      tries++;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
    }
  }
}
