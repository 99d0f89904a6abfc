import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Compiler and linter are written in Go: with garbage collected this rarely they take a seventh less of the processors. */
const keepingGarbage = { GOGC: '400' };

/** Fails with what the program says of the repository, and with the advice, unless it ends with 0. */
export function runTool([program = '', ...parameters]: string[], advice = ''): void {
  // By this runtime: the one that the program's first line names may be too old for it.
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [`node_modules/.bin/${program}`, ...parameters],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, env: { ...process.env, ...keepingGarbage } },
  );
  if (status !== 0) complain([stdout, stderr, error?.message, advice]);
}

export function complain(lines: ReadonlyArray<string | undefined>): never {
  // No Error: where the check stands in the code tells nothing about what it found.
  throw lines.flatMap((line) => line?.trim() || []).join('\n');
}
