import type { FastifyBaseLogger } from 'fastify';
import type { Bindings } from 'pino';

type Arguments = [object: unknown, message?: string];

/**
 * The logger of one request. Most requests never use theirs, and making a child costs a fifth of a small request,
 * because its bindings pass through redaction: it is made when something is said.
 */
export class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #made: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#log.level;
  }

  fatal(...words: Arguments): void {
    this.#own().fatal(...words);
  }

  error(...words: Arguments): void {
    this.#own().error(...words);
  }

  warn(...words: Arguments): void {
    this.#own().warn(...words);
  }

  info(...words: Arguments): void {
    this.#own().info(...words);
  }

  debug(...words: Arguments): void {
    this.#own().debug(...words);
  }

  trace(...words: Arguments): void {
    this.#own().trace(...words);
  }

  silent(): void {}

  child(bindings: Bindings): FastifyBaseLogger {
    return this.#own().child(bindings);
  }

  #own(): FastifyBaseLogger {
    return (this.#made ??= this.#log.child(this.#bindings));
  }
}
