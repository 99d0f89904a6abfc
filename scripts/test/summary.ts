import type { Times } from './idle-processors.ts';
import type { Failure, FileOutcome } from './outcome.ts';

const MOST_EXPENSIVE = 10;

/** What running the files of one kind gave. */
export interface KindResult {
  readonly kind: string;
  readonly outcomes: readonly FileOutcome[];
  readonly durationMs: number;
  /** Why it was not run, if it could not be. */
  readonly notRun?: string | undefined;
}

const formatSeconds = (durationMs: number) => `${(durationMs / 1000).toFixed(1)} s`;

export const formatProcessor = (name: string, processorMs: number): string =>
  `  ${name.padEnd(14)}${formatSeconds(processorMs)} of processor`;

/** Also what no file has told of: processes that were killed, and other people's. */
export const formatProcessors = ({ idle, all }: Times): string =>
  `${formatProcessor('in all', all - idle)}, and ${formatSeconds(idle)} of nothing to do`;

export function hasFailed(outcomes: readonly FileOutcome[]): boolean {
  return outcomes.some(({ failures }) => failures.length > 0);
}

export function formatTotals(outcomes: readonly FileOutcome[]): string {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.flatMap(({ failures }) => failures).length;
  const skipped = outcomes.flatMap((outcome) => outcome.skipped).length;
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

export function formatFailure({ name, file, text }: Failure): string {
  const indented = text.trimEnd().replaceAll(/^(?=.)/gm, '    ');
  return `  ✗ ${file === '' ? '' : `${file} › `}${name}\n${indented}\n`;
}

export function formatResult({ kind, outcomes, durationMs, notRun }: KindResult): string {
  if (notRun !== undefined) return `- not run: ${kind}: ${notRun}`;
  const sign = hasFailed(outcomes) ? '✗' : '✓';
  const processorMs = outcomes.reduce((sum, outcome) => sum + outcome.processorMs, 0);
  const took = `in ${formatSeconds(durationMs)}, ${formatSeconds(processorMs)} of processor`;
  return `${sign} ${kind.padEnd(14)}${formatTotals(outcomes)} ${took}`;
}

/** All that a reader of the last screen needs; the totals stand alone on the last line. */
export function formatSummary(results: readonly KindResult[]): string {
  const outcomes = results.flatMap((result) => result.outcomes);
  // By what they take from all others: how long each took depends on who ran beside it.
  const expensive = outcomes
    .toSorted((one, other) => other.processorMs - one.processorMs || other.durationMs - one.durationMs)
    .slice(0, MOST_EXPENSIVE)
    .map(
      ({ file, durationMs, processorMs }) =>
        `${formatSeconds(processorMs).padStart(10)}  ${file}, in ${formatSeconds(durationMs)}`,
    );
  const sections = [
    section(
      'Failed:',
      outcomes.flatMap(({ failures }) => failures.map(formatFailure)),
    ),
    section(
      'Skipped:',
      outcomes.flatMap(({ file, skipped }) => skipped.map((test) => `  - ${file} › ${test}`)),
    ),
    section('Files that took most of the processors:', expensive),
    results.map(formatResult).join('\n'),
    formatTotals(outcomes),
  ];
  return `\n${sections.filter((text) => text !== '').join('\n\n')}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}
