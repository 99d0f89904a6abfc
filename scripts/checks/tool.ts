import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Compiler and linter are written in Go. Collecting garbage less often saves a seventh of their processor time. */
const keepingGarbage = { GOGC: '400' };

/** Runs a program and throws its output and the advice unless it exits with 0. */
export function runTool([program = '', ...parameters]: string[], advice = ''): void {
  // Uses this Node: the one in the program's shebang may be too old.
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [`node_modules/.bin/${program}`, ...parameters],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, env: { ...process.env, ...keepingGarbage } },
  );
  if (status !== 0) complain([stdout, stderr, error?.message, advice]);
}

export function complain(lines: ReadonlyArray<string | undefined>): never {
  // Throws a string instead of an Error, because a stack trace of the check does not help.
  throw lines.flatMap((line) => line?.trim() || []).join('\n');
}
