import { inspect, stripVTControlCharacters } from 'node:util';

/** One line of what a test file's process writes for the runner. */
export interface Report {
  readonly type: string;
  readonly id?: number;
  readonly parent?: number;
  readonly name?: string;
  readonly kind?: string;
  readonly skipped?: boolean;
  readonly failure?: { readonly type: string; readonly text: string };
  readonly message?: string;
}

const LONGEST_TEXT = 6_000;

interface Data {
  readonly testId?: number;
  readonly parentId?: number;
  readonly name?: string;
  readonly message?: string;
  readonly skip?: unknown;
  readonly todo?: unknown;
  readonly details?: { readonly type?: string; readonly error?: Error & { failureType?: string } };
}

interface Event {
  readonly type: string;
  readonly data: Data;
}

// Asked for when the process outlives its time: nothing else knows what keeps it alive.
process.on('SIGUSR2', () => {
  const own = /^(?:PipeWrap|TTYWrap|FSReq|SignalWrap|Immediate)/;
  const open = process.getActiveResourcesInfo().filter((name) => !own.test(name));
  process.stderr.write(`still open: ${[...new Set(open)].join(', ') || 'unknown'}\n`);
});

export default async function* report(events: AsyncIterable<Event>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    const line: Report = {
      type,
      ...(data.testId !== undefined && { id: data.testId }),
      ...(data.parentId !== undefined && { parent: data.parentId }),
      ...(data.name !== undefined && { name: data.name }),
      ...(data.message !== undefined && { message: data.message }),
      ...(data.details?.type !== undefined && { kind: data.details.type }),
      ...((isSet(data.skip) || isSet(data.todo)) && { skipped: true }),
      ...(data.details?.error && {
        failure: { type: data.details.error.failureType ?? '', text: describe(data.details.error) },
      }),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

function isSet(mark: unknown): boolean {
  return mark !== undefined && mark !== false;
}

function describe(error: Error): string {
  const cause = error.cause ?? error;
  const text = typeof cause === 'string' ? cause : inspect(cause, { depth: 4 });
  // The frames of the runtime and of the test harness tell nothing about the failure.
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^\s+at .*\(?node:internal\//.test(line));
  return lines.join('\n').slice(0, LONGEST_TEXT);
}
