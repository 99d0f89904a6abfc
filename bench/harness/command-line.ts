import { parseArgs } from 'node:util';
import type { Scenario } from '../scenario.ts';
import type { Plan } from './compare.ts';

export interface BenchRequest {
  readonly action: 'run' | 'help' | 'list';
  readonly scenarios: readonly Scenario[];
  readonly plan: Plan;
}

/** Error that the user can correct. */
export class UsageError extends Error {}

export const help = `npm run bench [-- options] [-- part of a name …]

Measures Praça against the best that this machine can do, in turns, and prints a table. The figures also go to
bench/results/. The exit code is 1 if a scenario failed or missed its budget; the last line names it.

  --list              lists the scenarios
  --rounds <number>   rounds of each side (5)
  --seconds <number>  length of a round (2)
  --warm-up <number>  seconds before the first round of each side (2)
  --help              this text`;

export function readCommandLine(words: readonly string[], known: readonly Scenario[]): BenchRequest {
  const { values, positionals } = parse(words);
  const unknown = positionals.find((part) => !known.some((scenario) => matches(scenario, part)));
  if (unknown !== undefined) {
    throw new UsageError(`No scenario has "${unknown}" in its name. "npm run bench -- --list" lists them.`);
  }
  const chosen = known.filter((scenario) => positionals.some((part) => matches(scenario, part)));
  return {
    action: values.help ? 'help' : values.list ? 'list' : 'run',
    scenarios: positionals.length === 0 ? known : chosen,
    plan: {
      rounds: readNumber('rounds', values.rounds, 1, 100, true),
      seconds: readNumber('seconds', values.seconds, 0.5, 60, false),
      warmUpSeconds: readNumber('warm-up', values['warm-up'], 0.5, 60, false),
    },
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        list: { type: 'boolean', default: false },
        rounds: { type: 'string', default: '5' },
        seconds: { type: 'string', default: '2' },
        'warm-up': { type: 'string', default: '2' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const matches = (scenario: Scenario, part: string): boolean =>
  scenario.name.toLowerCase().includes(part.toLowerCase());

function readNumber(name: string, text: string, least: number, most: number, whole: boolean): number {
  const value = Number(text);
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  throw new UsageError(
    `--${name} takes a ${whole ? 'whole number' : 'number'} from ${least} to ${most}, not ${text}.`,
  );
}
