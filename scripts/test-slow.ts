import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Number of endless loops that run beside the tests, to simulate a machine with busy processors. */
const busyLoops = 6;
/** Source of a loop that ends with its parent process. */
const loop = 'for (const parent = process.ppid; process.ppid === parent; );';

// Linux divides processor time evenly between sessions (`sched_autogroup`). Each loop has a session of its own, so it
// gets as much time as a test.
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
