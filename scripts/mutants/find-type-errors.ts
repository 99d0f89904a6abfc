import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyEdit, type Mutant } from './mutant.ts';

/**
 * Returns the mutants that do not compile, with the error; they need no test. All are compiled at once, in a copy of
 * the source with each mutant as a file beside the original.
 */
export function findTypeErrors(root: string, mutants: readonly Mutant[]): Map<Mutant, string> {
  const directory = mkdtempSync(join(tmpdir(), 'praca-mutants-types-'));
  try {
    for (const name of ['src', 'package.json'])
      cpSync(join(root, name), join(directory, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
    const written = new Map(
      mutants.map((mutant, index) => {
        const path = mutant.file.replace(/\.ts$/, `.mutant-${index}.ts`);
        const source = readFileSync(join(root, mutant.file), 'utf8');
        writeFileSync(join(directory, path), applyEdit(source, mutant));
        return [path, mutant] as const;
      }),
    );
    const config = {
      extends: join(root, 'tsconfig.json'),
      // An unused name is no proof that the mutant would be noticed.
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true },
      include: [],
      files: [...written.keys()],
    };
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
    return readErrors(runCompiler(directory), written);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function runCompiler(directory: string): string {
  const tsc = join(directory, 'node_modules/.bin/tsc');
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [tsc, '--noEmit', '--pretty', 'false', '-p', directory],
    { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0 && stdout === '') throw new Error(`tsc failed: ${stderr}`, { cause: error });
  return stdout;
}

function readErrors(output: string, written: ReadonlyMap<string, Mutant>): Map<Mutant, string> {
  const errors = new Map<Mutant, string>();
  for (const [, path = '', message = ''] of output.matchAll(/^(\S+?)\(\d+,\d+\): error (.*)$/gm)) {
    const mutant = written.get(path);
    if (mutant && !errors.has(mutant)) errors.set(mutant, message);
  }
  return errors;
}
