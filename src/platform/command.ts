import type { ServiceName } from './platform.settings.ts';
import type { Platform, PlatformSettings } from './platform.ts';

/** What was typed after the words of a command. */
export interface CommandInput {
  readonly values: Record<string, string | boolean | undefined>;
  readonly positionals: string[];
}

/**
 * A subcommand of `praca` that works on the database, beside a running server or alone. `S` is what it needs of the
 * settings besides the platform's.
 */
export interface Command<S = unknown> {
  /** Its words, as they are typed: `psp create`. */
  readonly name: string;
  /** Whose database it works on; undefined for all of them. */
  readonly service?: ServiceName;
  readonly summary: string;
  /** What follows the words, for the help: `<name> [--note text]`. Words outside brackets are demanded. */
  readonly usage?: string;
  /** Each flag is given at most once. */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /**
   * How many words without a flag it takes at most. What it would not read is refused before anything is done: with
   * `payout thaw BTC`, somebody means that coin alone.
   */
  readonly positionals: number | 'any';
  run(
    platform: Platform<PlatformSettings & S>,
    input: CommandInput,
    print: (line: string) => void,
  ): Promise<void>;
}

/** The person typed something that cannot be done; one sentence, exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
