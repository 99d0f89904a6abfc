import { inspect, stripVTControlCharacters } from 'node:util';

const LONGEST_TEXT = 6_000;

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

/** The part of the events of node's test runner that is used here. */
export interface TestEvent {
  readonly type: string;
  readonly data: {
    /** Undefined in events about the file as a whole. */
    readonly entryFile?: string;
    readonly testId?: number;
    readonly parentId?: number;
    readonly name?: string;
    readonly message?: string;
    readonly skip?: unknown;
    readonly todo?: unknown;
    readonly details?: { readonly duration_ms: number; readonly type?: string; readonly error?: TestError };
  };
}

type TestError = Error & { failureType?: string; exitCode?: number | null; signal?: string | null };

/** Returns the outcome of a file's process. Anything unclear counts as a failure. */
export function judge(file: string, events: readonly TestEvent[], limitMs: number): FileOutcome {
  const ending = events.findLast(
    ({ type, data }) => type === 'test:complete' && data.entryFile === undefined,
  );
  const dataOf = (type: RegExp) =>
    events.filter((event) => event.data.entryFile && type.test(event.type)).map(({ data }) => data);
  const names = new Map<number, string>();
  for (const { testId = 0, parentId = 0, name = '' } of dataOf(/:enqueue$/)) {
    names.set(testId, parentId === 0 ? name : `${names.get(parentId)} › ${name}`);
  }
  const nameOf = ({ testId = 0 }) => names.get(testId) ?? '(a hook of the file)';
  const { passed = [], failed = [], skipped = [] } = Object.groupBy(dataOf(/:(?:pass|fail)$/), verdictOf);
  const completed = new Set(dataOf(/:complete$/).map(({ testId }) => testId));
  const running = dataOf(/:dequeue$/).findLast(({ testId }) => !completed.has(testId));
  const failures = failed.map((data) => ({ name: nameOf(data), file, text: describe(data.details?.error) }));
  const trouble = findTrouble(ending?.data.details?.error, {
    tests: passed.length + failed.length + skipped.length,
    failed: failed.length,
    running: running && nameOf(running),
    isThrough: dataOf(/:summary$/).length > 0,
    limit: `${limitMs / 1000} s`,
  });
  const said = dataOf(/:(?:stdout|stderr|diagnostic)$/).map(({ message = '' }) => message);
  if (trouble !== undefined)
    failures.push({ name: '(the file itself)', file, text: clip(`${trouble}\n${said.join('').trim()}`) });
  const durationMs = ending?.data.details?.duration_ms ?? 0;
  return { file, passed: passed.length, failures, skipped: skipped.map(nameOf), durationMs };
}

function verdictOf({ skip, todo, details }: TestEvent['data']) {
  if (skip !== undefined || todo !== undefined) return 'skipped';
  // The tests inside a suite or a test with subtests are already counted.
  if (details?.error === undefined) return details?.type === 'suite' ? 'container' : 'passed';
  return details.error.failureType === 'subtestsFailed' ? 'container' : 'failed';
}

interface Seen {
  readonly tests: number;
  readonly failed: number;
  readonly running: string | undefined;
  readonly isThrough: boolean;
  readonly limit: string;
}

function findTrouble(
  { signal = null, exitCode = 1 }: Partial<TestError> = { exitCode: 0 },
  { tests, failed, running, isThrough, limit }: Seen,
): string | undefined {
  if (signal === 'SIGALRM') {
    if (running !== undefined) return `timed out after ${limit} in: ${running}`;
    if (tests > 0) return 'did not exit: something is still open';
    return `timed out after ${limit} before its first test`;
  }
  if (signal !== null) return `was ended by ${signal}`;
  if (exitCode !== 0 && failed === 0) return `exited with code ${exitCode}`;
  if (tests > 0) return isThrough ? undefined : 'exited before its tests were through';
  return `registers no test${isThrough ? '' : ', or exits before the first is through'}`;
}

function describe(error: Error | undefined): string {
  const cause = error?.cause ?? error;
  return clip(typeof cause === 'string' ? cause : inspect(cause, { depth: 4 }));
}

/** Removes colours and stack frames of the runtime and its runner. */
function clip(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/^ +at .*\(?node:(?:internal\/|async_hooks|diagnostics_channel)[^{\n]*\n?/gm, '')
    .slice(0, LONGEST_TEXT);
}
