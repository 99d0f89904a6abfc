import type { Failure, FileOutcome } from './outcome.ts';

const MOST_SHOWN = 10;

export interface KindResult {
  readonly kind: string;
  readonly outcomes: readonly FileOutcome[];
  readonly durationMs: number;
  readonly notRun?: string | undefined;
}

const formatSeconds = (durationMs: number) => `${(durationMs / 1000).toFixed(1)} s`;

export function hasFailed(outcomes: readonly FileOutcome[]): boolean {
  return outcomes.some(({ failures }) => failures.length > 0);
}

/** Returns the results of kinds that were asked for by name and could not run. */
export const listMissed = (results: readonly KindResult[], named: ReadonlySet<string>): KindResult[] =>
  results.filter(({ kind, notRun }) => notRun !== undefined && named.has(kind));

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
  return `${sign} ${kind.padEnd(14)}${formatTotals(outcomes)} in ${formatSeconds(durationMs)}`;
}

/** Formats the summary. The last line contains only the totals. */
export function formatSummary(results: readonly KindResult[]): string {
  const outcomes = results.flatMap((result) => result.outcomes);
  const slowest = outcomes
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, MOST_SHOWN)
    .map(({ file, durationMs }) => `${formatSeconds(durationMs).padStart(10)}  ${file}`);
  const sections = [
    section(
      'Failed:',
      outcomes.flatMap(({ failures }) => failures.map(formatFailure)),
    ),
    section(
      'Skipped:',
      outcomes.flatMap(({ file, skipped }) => skipped.map((test) => `  - ${file} › ${test}`)),
    ),
    section('Slowest files:', slowest),
    results.map(formatResult).join('\n'),
    formatTotals(outcomes),
  ];
  return `\n${sections.filter((text) => text !== '').join('\n\n')}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}
