import type { Report } from './reporter.ts';

export interface Failure {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

export interface FileOutcome {
  readonly file: string;
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly string[];
  readonly durationMs: number;
}

/** How a test file's process ended, and all that it said. */
export interface Ending {
  readonly file: string;
  readonly reports: readonly Report[];
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOutAfterMs?: number;
  readonly output: string;
  readonly durationMs: number;
}

/** What a file's process proved. Whatever it leaves in doubt is a failure. */
export function judge(ending: Ending): FileOutcome {
  const names = new Map(
    ending.reports.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name ?? '']])),
  );
  const parents = new Map(
    ending.reports.flatMap(({ id, parent }) => (id === undefined ? [] : [[id, parent]])),
  );
  const fullName = (report: Report): string => {
    const trail = [report.name ?? ''];
    for (let id = report.parent; id !== undefined; id = parents.get(id)) {
      const name = names.get(id);
      if (name !== undefined) trail.unshift(name);
    }
    return trail.join(' › ');
  };

  let passed = 0;
  const failures: Failure[] = [];
  const skipped: string[] = [];
  for (const report of ending.reports) {
    if (report.type !== 'test:pass' && report.type !== 'test:fail') continue;
    if (report.skipped) skipped.push(fullName(report));
    else if (report.type === 'test:pass') passed += report.kind === 'suite' ? 0 : 1;
    // Its subtests have been counted themselves.
    else if (report.failure?.type !== 'subtestsFailed') {
      failures.push({ name: fullName(report), file: ending.file, text: report.failure?.text ?? 'failed' });
    }
  }
  const trouble = findTrouble(ending, {
    tests: passed + failures.length + skipped.length,
    failures,
    fullName,
  });
  if (trouble !== undefined) failures.push({ name: '(the file itself)', file: ending.file, text: trouble });
  return { file: ending.file, passed, failures, skipped, durationMs: ending.durationMs };
}

interface Seen {
  readonly tests: number;
  readonly failures: readonly Failure[];
  readonly fullName: (report: Report) => string;
}

function findTrouble(ending: Ending, { tests, failures, fullName }: Seen): string | undefined {
  const said = ending.output === '' ? '' : `\n${ending.output}`;
  if (ending.timedOutAfterMs !== undefined) {
    const completed = new Set(
      ending.reports.filter(({ type }) => type === 'test:complete').map(({ id }) => id),
    );
    const running = ending.reports
      .filter(({ type, id }) => type === 'test:dequeue' && !completed.has(id))
      .map(fullName);
    const seconds = `${ending.timedOutAfterMs / 1000} s`;
    if (running.length > 0) return `timed out after ${seconds} in: ${running.at(-1)}${said}`;
    if (tests > 0) return `did not exit: something is still open ${seconds} after the start${said}`;
    return `timed out after ${seconds} before its first test${said}`;
  }
  const diagnostics = ending.reports.flatMap(({ message }) =>
    message?.startsWith('Error:') ? [`\n${message}`] : [],
  );
  if (ending.signal !== null) return `was ended by ${ending.signal}${said}`;
  if (ending.exitCode !== 0 && failures.length === 0) {
    return `exited with code ${ending.exitCode}${diagnostics.join('')}${said}`;
  }
  const finished = ending.reports.some(({ type }) => type === 'test:summary');
  if (tests > 0) return finished ? undefined : `exited before its tests were through${said}`;
  return `registers no test${finished ? '' : ', or exits before the first is through'}${said}`;
}
