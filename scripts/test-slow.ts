import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** As on a machine whose processors are mostly taken by others. */
const busyLoops = 6;
/** Until whoever started it is gone. */
const loop = 'for (const parent = process.ppid; process.ppid === parent; );';

// Linux shares its processors between sessions (`sched_autogroup`): in one of their own, each counts as much as a test.
const loops = Array.from({ length: busyLoops }, () =>
  spawn(process.execPath, ['--eval', loop], { stdio: 'ignore', detached: true }),
);
const end = (): void => loops.forEach((busy) => busy.kill('SIGKILL'));
process.once('exit', end);

const runner = fileURLToPath(new URL('test.ts', import.meta.url));
const tests = spawn(process.execPath, [runner, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
const [code] = (await once(tests, 'exit')) as [number | null];
process.exit(code ?? 1);
