import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import pretty from 'pino-pretty';
import { openBufferedOutput, type BufferedOutput } from './buffered-output.ts';
import { currentTrace } from './traces/trace.ts';
import { createRequestLines, noRequestLines, type RequestLines } from './request-lines.ts';

export interface Logger extends PinoLogger {
  readonly requestLines: RequestLines;
}

/** Properties with these names are redacted at the top level and up to two levels down. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'user_password',
  'secret',
  'client_secret',
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'totp',
  'privateKey',
];

export interface LoggerOptions {
  level: string;
  /** Writes short lines instead of JSON, with colours on a terminal. */
  pretty: boolean;
  destination?: DestinationStream;
}

let stampedMs = 0;
let stamp = '';

/** Cached for each millisecond: formatting it costs a third of a log line. */
function timestamp(): string {
  const nowMs = Date.now();
  if (nowMs !== stampedMs) {
    stampedMs = nowMs;
    stamp = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return stamp;
}

/** Adds the ids of the trace to every line that is written inside one. */
function describeTrace(): object {
  const trace = currentTrace();
  // A new object each time, because pino adds the line's own properties to it.
  return trace ? { trace_id: trace.traceId, span_id: trace.spanId } : {};
}

export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    timestamp,
    mixin: describeTrace,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  };
  const destination = options.destination ?? (options.pretty ? openTerminal() : openStandardOutput());
  const log = pino(settings, destination);
  return Object.assign(log, {
    requestLines: log.isLevelEnabled('info') ? createRequestLines(destination, timestamp) : noRequestLines,
  });
}

const openTerminal = (): DestinationStream =>
  pretty({ colorize: process.stdout.isTTY, ignore: 'pid', translateTime: 'HH:MM:ss.l', sync: true });

let standardOutput: BufferedOutput | undefined;

/** Returns the output that all loggers of the process share. */
const openStandardOutput = (): BufferedOutput => (standardOutput ??= openBufferedOutput(1));
