import { execFile } from 'node:child_process';
import { checkRepository, formatViolation } from '../imports.ts';
import type { Check } from './parts.ts';
import type { PartResult } from './summary.ts';

const LONGEST_OUTPUT = 12_000;

const TOOLS: Record<Exclude<Check, 'imports'>, { readonly command: string[]; readonly advice?: string }> = {
  format: { command: ['oxfmt', '--list-different'], advice: '`npm run format` repairs it.' },
  lint: { command: ['oxlint', '--type-aware', '--deny-warnings', '--format', 'unix'] },
  types: { command: ['tsc', '--noEmit', '--pretty', 'false'] },
};

/** One check of the whole repository, which counts as one test. */
export async function runCheck(check: Check, root: string, signal: AbortSignal): Promise<PartResult> {
  const started = performance.now();
  const complaint =
    check === 'imports' ? complainOfImports(root) : await complainOf(TOOLS[check], root, signal);
  return {
    name: check,
    passed: complaint === undefined ? 1 : 0,
    failures: complaint === undefined ? [] : [{ name: check, file: '', text: complaint }],
    skipped: [],
    durationMs: performance.now() - started,
  };
}

function complainOfImports(root: string): string | undefined {
  const violations = checkRepository(root);
  return violations.length === 0 ? undefined : violations.map(formatViolation).join('\n');
}

function complainOf(
  { command: [program = '', ...parameters], advice = '' }: { command: string[]; advice?: string },
  root: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // By this runtime: the one that the program's first line names may be too old for it.
  const tool = [`node_modules/.bin/${program}`, ...parameters];
  return new Promise((resolve) => {
    execFile(process.execPath, tool, { cwd: root, maxBuffer: 2 ** 26, signal }, (error, stdout, stderr) => {
      const said = [stdout.trim(), stderr.trim(), advice].filter((text) => text !== '').join('\n');
      resolve(error === null ? undefined : (said || error.message).slice(0, LONGEST_OUTPUT));
    });
  });
}
