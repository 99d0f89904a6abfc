import type { ServiceName } from './platform.settings.ts';
import type { Platform, PlatformSettings } from './platform.ts';

/** The input after the name of a command. */
export interface CommandInput {
  readonly values: Record<string, string | boolean | undefined>;
  readonly positionals: string[];
}

/**
 * A subcommand of `praca` that works on the database, with or without a running server. `S` are the settings that it
 * needs in addition to the platform's.
 */
export interface Command<S = unknown> {
  /** Name as typed: `psp create`. */
  readonly name: string;
  /** Service whose database it works on; undefined for all databases. */
  readonly service?: ServiceName;
  readonly summary: string;
  /** Usage after the name, for the help: `<name> [--note text]`. Words outside brackets are required. */
  readonly usage?: string;
  /** Flags, each given at most once. */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /**
   * Maximum number of words without a flag. Further words are rejected before anything is done: with `payout thaw BTC`
   * the caller means one coin only.
   */
  readonly positionals: number | 'any';
  run(
    platform: Platform<PlatformSettings & S>,
    input: CommandInput,
    print: (line: string) => void,
  ): Promise<void>;
}

/** An error of the caller, reported in one sentence with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
