/** Enough lines for one system call. */
const bufferCharacters = 65_536;
/** A person who follows the log sees a line no later. */
const delayMs = 100;

/** The log's line for each request. */
export interface RequestLines {
  write(requestId: string, method: string, path: string, status: number, elapsedMs: number): void;
  flush(): void;
}

interface Destination {
  write(text: string): void;
}

export const noRequestLines: RequestLines = { write: () => {}, flush: () => {} };

/**
 * Written past the logger, to where it writes: the line has five fields, none of them secret. Measured, a line takes
 * the logger, which looks for secrets, 29 µs of processor time, 4.2 µs without looking, and this 0.7 µs, while a bare
 * Fastify route takes about 22 µs in all (ADR 23).
 */
export function createRequestLines(destination: Destination, timestamp: () => string): RequestLines {
  const start = `{"level":"info","pid":${process.pid}`;
  // Only a file or pipe is worth waiting for; a terminal and a test want each line at once.
  const limit = 'fd' in destination ? bufferCharacters : 0;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') destination.write(waiting);
    waiting = '';
  };
  return {
    flush,
    write(requestId, method, path, status, elapsedMs) {
      waiting += `${start}${timestamp()},"request_id":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${elapsedMs.toFixed(2)}}\n`;
      if (waiting.length > limit) flush();
      else timer ??= setTimeout(flush, delayMs);
    },
  };
}
