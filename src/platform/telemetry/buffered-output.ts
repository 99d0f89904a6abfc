import { write, writeSync } from 'node:fs';

/**
 * Lines that are written together: a line a request would otherwise be a system call a request. Whatever cannot be
 * written for good is dropped, as when the reader of a pipe is gone or a disk is full: what a process does, and how it
 * ends, does not depend on its log. pino's own would try such a write again for ever while the process ends.
 */
export interface BufferedOutput {
  readonly fd: number;
  write(text: string): void;
  /** Calls back when all that was given before is written, or dropped. */
  flush(done?: () => void): void;
  /** For the end of the process, when nobody is called back any more. */
  flushSync(): void;
}

const enoughCharacters = 16_000;
/** So that a quiet process does not keep its last lines to itself. */
const flushMs = 1000;
/** A reader that is there and busy is asked again after a moment; at the end of the process only for two seconds. */
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
