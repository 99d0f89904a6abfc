// Loaded before each test file. Node's runner has no time limit per file, kills only the file's process and not its
// children, and waits for everything that holds its output. Therefore the process started by the runner only starts
// another one, in its own process group, which runs the file, and kills that group at the end.
import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadingFlags } from '../../bin/server-flags.mjs';
import { processTableOf } from '../../test/support/process-table.ts';

/** Time for remaining output after the file has ended. */
const GRACE_MS = 5_000;

// The runner sets FORCE_COLOR if it writes to a terminal; the output that tests compare must not depend on that.
const { PRACA_TEST_LIMIT_MS, PRACA_TEST_IDLE_MS, FORCE_COLOR: _, ...environment } = process.env;
// Forks and workers of the file load this module too, but run no tests.
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
  // The runner holds the other end of stdin, so it closes whenever the runner ends, for any reason.
  process.stdin.resume().once('end', () => end(group));

  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  const left = signal === null ? await findLeft(group) : [];
  end(group);
  if (left.length > 0) process.stdout.write(`\nleft running: ${left.join(', ')}\n`);
  endBy(isTimeUp ? 'SIGALRM' : signal);
  process.exit(left.length > 0 ? 1 : (code ?? 1));
}

/**
 * Ends this process by the same signal as the other one, because the runner learns nothing else. SIGALRM means a
 * timeout.
 */
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
    // The group no longer exists.
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

/** Ends a file that stays alive after its tests, without waiting for the time limit. */
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
