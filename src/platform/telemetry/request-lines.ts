import { pino } from 'pino';
import type { Logger } from './logger.ts';

/** Enough lines for one system call. */
const bufferCharacters = 65_536;
/** A person who follows the log sees a line no later. */
const delayMs = 100;

export interface RequestLines {
  write(requestId: string, method: string, path: string, status: number, elapsedMs: number): void;
  flush(): void;
}

interface Stream {
  write(text: string): void;
}

/**
 * The line of a request has five fields, none of them secret. Putting its text together here costs a tenth of what the
 * logger, which looks for secrets, would take for it; and there is one for every request.
 */
export function createRequestLines(log: Logger, timestamp: () => string): RequestLines {
  const stream = (log as unknown as Record<symbol, Stream | undefined>)[pino.symbols.streamSym];
  if (!stream || !log.isLevelEnabled('info')) return { write: () => {}, flush: () => {} };
  const start = `{"level":"info","pid":${process.pid}`;
  // Only a file or pipe is worth waiting for; a terminal and a test want each line at once.
  const limit = 'fd' in stream ? bufferCharacters : 0;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') stream.write(waiting);
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
