import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, Level } from 'pino';
import { inTrace, type Span } from '../telemetry/traces/trace.ts';

type Arguments = [object: unknown, message?: string];

/**
 * The logger of one request. The child logger is created on first use: most requests log nothing, and creating it takes
 * a fifth of a small request's time, because its bindings are redacted.
 */
export class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #made: FastifyBaseLogger | undefined;
  /** The span of the request. The logger is the only object of a request that exists for all of its lines. */
  span: Span | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#log.level;
  }

  fatal(...words: Arguments): void {
    this.#write('fatal', words);
  }

  error(...words: Arguments): void {
    this.#write('error', words);
  }

  warn(...words: Arguments): void {
    this.#write('warn', words);
  }

  info(...words: Arguments): void {
    this.#write('info', words);
  }

  debug(...words: Arguments): void {
    this.#write('debug', words);
  }

  trace(...words: Arguments): void {
    this.#write('trace', words);
  }

  silent(): void {}

  child(bindings: Bindings): FastifyBaseLogger {
    return this.#own().child(bindings);
  }

  #write(level: Level, words: Arguments): void {
    inTrace(this.span?.trace, () => this.#own()[level](...words));
  }

  #own(): FastifyBaseLogger {
    return (this.#made ??= this.#log.child(this.#bindings));
  }
}
