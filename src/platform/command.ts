import type { ParseArgsOptionsConfig } from 'node:util';
import type { Platform, PlatformSettings } from './platform.ts';

/**
 * A subcommand of `praca` that works on the database, beside a running server or alone. `S` is what it needs of the
 * settings besides the platform's.
 */
export interface Command<S = unknown> {
  /** Its words, as they are typed: `psp create`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the words, for the help: `<name> [--note text]`. */
  readonly usage?: string;
  readonly options?: ParseArgsOptionsConfig;
  run(
    platform: Platform<PlatformSettings & S>,
    input: { values: Record<string, string | boolean | undefined>; positionals: string[] },
    print: (line: string) => void,
  ): Promise<void>;
}

/** The person typed something that cannot be done; one sentence, exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
