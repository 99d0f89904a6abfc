import { judge, type FileOutcome, type TestEvent } from './outcome.ts';

/**
 * Returns the outcomes of the files of one process, in which each file is a suite. Anything unclear counts as a
 * failure.
 */
export function judgeGroup(
  files: readonly string[],
  events: readonly TestEvent[],
  limitMs: number,
): FileOutcome[] {
  const suites = new Map<number, string>();
  const roots = new Map<number, number>();
  for (const { type, data } of events) {
    const { entryFile, testId, parentId = 0, name = '' } = data;
    if (entryFile === undefined || testId === undefined || type !== 'test:enqueue') continue;
    if (parentId === 0 && files.includes(name)) suites.set(testId, name);
    roots.set(testId, parentId === 0 ? testId : (roots.get(parentId) ?? parentId));
  }
  const fileOf = ({ testId }: TestEvent['data']) => suites.get(roots.get(testId ?? -1) ?? -1);
  const ending = events.findLast(
    ({ type, data }) => type === 'test:complete' && data.entryFile === undefined,
  );
  const isEnded = (file: string) => events.some((event) => ends(event, file, suites));
  const broken = files.find((file) => !isEnded(file));
  const outcomes = files.map((file): FileOutcome => {
    const own = events.filter((event) => event.data.entryFile && fileOf(event.data) === file);
    const inside = own.filter(({ data }) => !suites.has(data.testId ?? -1)).map(withoutSuite(suites));
    if (isEnded(file)) return judge(file, [...inside, ...endingOf(own, file, suites)], limitMs);
    if (file === broken)
      return judge(file, [...inside, ...strays(events, fileOf), ...(ending ? [ending] : [])], limitMs);
    const text = `was not run: ${broken} ended the process that they share`;
    return {
      file,
      passed: 0,
      failures: [{ name: '(the file itself)', file, text }],
      skipped: [],
      durationMs: 0,
    };
  });
  const last = outcomes.at(-1);
  const trouble = judge(
    files.join(', '),
    [...strays(events, fileOf), pass, through, ...(ending ? [ending] : [])],
    limitMs,
  );
  const isExplained =
    outcomes.some(({ failures }) => failures.length > 0) &&
    !trouble.failures.some(({ name }) => name !== '(the file itself)');
  if (last === undefined || broken !== undefined || isExplained) return outcomes;
  return [...outcomes.slice(0, -1), { ...last, failures: [...last.failures, ...trouble.failures] }];
}

const pass: TestEvent = {
  type: 'test:pass',
  data: { entryFile: ' ', testId: -1, details: { duration_ms: 0 } },
};
const through: TestEvent = { type: 'test:summary', data: { entryFile: ' ' } };

/** Returns the events that belong to no file: output, and hooks of the process. */
const strays = (events: readonly TestEvent[], fileOf: (data: TestEvent['data']) => string | undefined) =>
  events.filter(
    ({ type, data }) =>
      data.entryFile !== undefined &&
      fileOf(data) === undefined &&
      /:(?:stdout|stderr|diagnostic|fail)$/.test(type),
  );

const ends = ({ type, data }: TestEvent, file: string, suites: ReadonlyMap<number, string>) =>
  type === 'test:complete' && suites.get(data.testId ?? -1) === file;

const withoutSuite =
  (suites: ReadonlyMap<number, string>) =>
  ({ type, data }: TestEvent): TestEvent => ({
    type,
    data: suites.has(data.parentId ?? -1) ? { ...data, parentId: 0 } : data,
  });

/** Returns the final events as if the file had run alone: a failure of its suite, such as a hook's, and its end. */
function endingOf(own: readonly TestEvent[], file: string, suites: ReadonlyMap<number, string>): TestEvent[] {
  const end = own.find((event) => ends(event, file, suites));
  const failed = own.filter(({ type, data }) => type === 'test:fail' && suites.has(data.testId ?? -1));
  const duration = { duration_ms: end?.data.details?.duration_ms ?? 0 };
  return [
    ...failed.map(({ type, data }): TestEvent => ({ type, data: { ...data, testId: -1 } })),
    through,
    { type: 'test:complete', data: { details: duration } },
  ];
}
