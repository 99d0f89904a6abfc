import type { Failure, FileOutcome } from './outcome.ts';

const MOST_LINES_OF_A_CHECK = 20;

/** A row of the closing table. */
export interface PartResult {
  readonly name: string;
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly string[];
  readonly durationMs: number;
  /** Why it was not run, if it could not be. */
  readonly notRun?: string;
}

export function addUp(name: string, outcomes: readonly FileOutcome[], durationMs: number): PartResult {
  return {
    name,
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    skipped: outcomes.flatMap(({ file, skipped }) => skipped.map((test) => `${file} › ${test}`)),
    durationMs,
  };
}

export function totalLine(parts: readonly PartResult[]): string {
  const sum = (count: (part: PartResult) => number) => parts.reduce((total, part) => total + count(part), 0);
  const skipped = sum((part) => part.skipped.length);
  const line = `${sum((part) => part.passed)} passed, ${sum((part) => part.failures.length)} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

export function hasFailed(parts: readonly PartResult[]): boolean {
  return parts.some(({ failures }) => failures.length > 0);
}

export function formatSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

export function formatFailure({ name, file, text }: Failure): string {
  const indented = text.trimEnd().replaceAll(/^(?=.)/gm, '    ');
  return `  ✗ ${file === '' ? '' : `${file} › `}${name}\n${indented}\n`;
}

// A check can have hundreds of complaints, which are all printed where it ran.
function shorten(failure: Failure): Failure {
  const lines = failure.text.split('\n');
  if (failure.file !== '' || lines.length <= MOST_LINES_OF_A_CHECK) return failure;
  const more = `… and ${lines.length - MOST_LINES_OF_A_CHECK} more lines, above`;
  return { ...failure, text: [...lines.slice(0, MOST_LINES_OF_A_CHECK), more].join('\n') };
}

/** All that a reader of the last screen needs; the totals stand alone on the last line. */
export function formatSummary(parts: readonly PartResult[]): string {
  const lines: string[] = [''];
  const failures = parts.flatMap((part) => part.failures);
  if (failures.length > 0)
    lines.push('Failed:', ...failures.map((failure) => formatFailure(shorten(failure))));
  const skipped = parts.flatMap((part) => part.skipped);
  if (skipped.length > 0) lines.push('Skipped:', ...skipped.map((name) => `  - ${name}`), '');

  lines.push(row('part', 'passed', 'failed', 'time'));
  for (const part of parts) {
    const counts = [
      String(part.passed),
      String(part.failures.length),
      formatSeconds(part.durationMs),
    ] as const;
    lines.push(part.notRun === undefined ? row(part.name, ...counts) : row(part.name, '-', '-', '-'));
  }
  const notRun = parts.filter((part) => part.notRun !== undefined);
  if (notRun.length > 0) lines.push('', ...notRun.map(({ name, notRun: why }) => `not run: ${name}: ${why}`));
  lines.push('', totalLine(parts));
  return lines.join('\n');
}

function row(name: string, passed: string, failed: string, time: string): string {
  return `${name.padEnd(10)}${passed.padStart(8)}${failed.padStart(8)}${time.padStart(10)}`;
}
