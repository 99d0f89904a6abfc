// Loaded before each test file. Node's runner sets a file no limit, ends its process alone, not what that has
// started, and waits for whatever still holds its output. So the process that the runner starts does not run
// the file: it runs another that does, in a process group of its own, and ends that group with it.
import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadingFlags } from '../../bin/server-flags.mjs';
import { processTableOf } from '../../test/support/process-table.ts';
import { processorMsOf, tellProcessorTime } from './processor-time.ts';

/** For what is on its way out when the file ends. */
const GRACE_MS = 5_000;

// FORCE_COLOR is set by the runner where it writes to a terminal itself; what tests read must not depend on that.
const { PRACA_TEST_LIMIT_MS, PRACA_TEST_IDLE_MS, FORCE_COLOR: _, ...environment } = process.env;
// Forks and workers of the file load this too, but run no tests.
delete process.env['PRACA_TEST_IDLE_MS'];
if (PRACA_TEST_LIMIT_MS !== undefined) await supervise(Number(PRACA_TEST_LIMIT_MS));
else if (PRACA_TEST_IDLE_MS !== undefined) {
  await import('./follow-tests.ts');
  endWhenIdle(Number(PRACA_TEST_IDLE_MS));
}

async function supervise(limitMs: number): Promise<never> {
  const flags = [...loadingFlags, '--import', import.meta.url];
  const child = spawn(process.execPath, [...flags, ...process.argv.slice(1)], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, PRACA_TEST_IDLE_MS: String(limitMs / 10) },
  });
  const group = child.pid;
  let isTimeUp = false;
  const timer = setTimeout(() => {
    isTimeUp = true;
    end(group);
  }, limitMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(group));
  // The runner holds the other end: this one closes when the runner is gone, however it went.
  process.stdin.resume().once('end', () => end(group));

  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  const left = signal === null ? await findLeft(group) : [];
  end(group);
  if (left.length > 0) process.stdout.write(`\nleft running: ${left.join(', ')}\n`);
  process.stdout.write(tellProcessorTime(processorMsOf('self')));
  endBy(isTimeUp ? 'SIGALRM' : signal);
  process.exit(left.length > 0 ? 1 : (code ?? 1));
}

/** Ends this process as the other one ended, which is all that the runner learns of it; SIGALRM: the time is up. */
function endBy(signal: NodeJS.Signals | null): void {
  if (signal === null) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function end(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}

async function findLeft(group: number | undefined): Promise<string[]> {
  const deadline = performance.now() + GRACE_MS;
  for (;;) {
    const left = group === undefined ? [] : processTableOf(process.platform).commands(group);
    if (left.length === 0 || performance.now() > deadline) return left;
    await sleep(50);
  }
}

/** A file whose tests are through need not wait for its limit to learn that something keeps it alive. */
function endWhenIdle(afterMs: number): void {
  const running = new Set<unknown>();
  let timer: NodeJS.Timeout | undefined;
  subscribe('tracing:node.test:start', (test) => {
    running.add(test);
    clearTimeout(timer);
  });
  subscribe('tracing:node.test:end', (test) => {
    running.delete(test);
    clearTimeout(timer);
    if (running.size === 0) timer = setTimeout(nameWhatIsOpen, afterMs).unref();
  });
}

function nameWhatIsOpen(): void {
  const own = /^(?:PipeWrap|TTYWrap|FSReq|SignalWrap|Immediate)/;
  const open = process.getActiveResourcesInfo().filter((name) => !own.test(name));
  process.stdout.write(`\nstill open: ${[...new Set(open)].join(', ') || 'unknown'}\n`);
  endBy('SIGALRM');
}
