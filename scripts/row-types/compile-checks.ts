import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Observation } from '../../test/support/record-rows.ts';
import type { Claim } from './claims.ts';
import { valueOf } from './column-types.ts';

export interface Check {
  readonly file: string;
  readonly claim: Claim;
  readonly observation: Observation;
}

export interface Fault {
  readonly check: Check;
  readonly sentence: string;
}

/** Lets the compiler compare the types, in a copy of the source that repeats each claim beside the observed columns. */
export function compileChecks(root: string, checks: readonly Check[]): Fault[] {
  if (checks.length === 0) return [];
  const directory = mkdtempSync(join(tmpdir(), 'praca-row-types-'));
  try {
    for (const name of ['src', 'package.json']) {
      cpSync(join(root, name), join(directory, name), { recursive: true });
    }
    cpSync(join(import.meta.dirname, 'fault.ts'), join(directory, 'fault.ts'));
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
    const checkAt = writeChecks(directory, checks);
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { noErrorTruncation: true, noUnusedLocals: false },
      // Declares the fields that plug-ins add to Fastify's types.
      include: ['src/platform/http/openapi/openapi.ts', 'src/platform/http/edge/watch-socket.ts'],
      files: [...new Set(checks.map(({ file }) => file))],
    };
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
    return readFaults(runCompiler(directory), checkAt);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Returns the checks by file and line of the generated code. */
function writeChecks(directory: string, checks: readonly Check[]): Map<string, Check> {
  const checkAt = new Map<string, Check>();
  for (const [file, ofFile] of Map.groupBy(checks, (check) => check.file)) {
    const lines = readFileSync(join(directory, file), 'utf8').split('\n');
    for (const check of ofFile) {
      lines.push(writeCheck(check, join(directory, 'fault.ts')));
      checkAt.set(`${file}:${lines.length}`, check);
    }
    writeFileSync(join(directory, file), lines.join('\n'));
  }
  return checkAt;
}

function writeCheck({ claim, observation: { columns, nulls } }: Check, faultFile: string): string {
  const described = Object.entries(columns).map(
    ([name, type]) => `${JSON.stringify(name)}: '${valueOf(type) ?? `type ${type}`}'`,
  );
  const seenNull = nulls.map((name) => JSON.stringify(name)).join(' | ') || 'never';
  const fault = `import('${faultFile}').Fault<${claim.type}, { ${described.join('; ')} }, ${seenNull}>`;
  // Embedded in a template type, otherwise the compiler may name the type instead of its content.
  return `{ ${claim.parameters} null! as \`: \${${fault}}\` satisfies never; }`.replaceAll(/\s+/g, ' ');
}

function runCompiler(directory: string): string {
  const tsc = join(directory, 'node_modules/.bin/tsc');
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [tsc, '--noEmit', '--pretty', 'false', '-p', directory],
    { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0 && stdout === '') throw new Error(`tsc failed: ${stderr}`, { cause: error });
  return stdout;
}

/** Returns the messages of each check, or the reason why the compiler cannot decide. */
function readFaults(output: string, checkAt: ReadonlyMap<string, Check>): Fault[] {
  const errors = output.split(/\n(?! )/).filter((error) => error !== '');
  return errors.flatMap((error) => {
    const [, file, line, message = ''] = /^(.+?)\((\d+),\d+\): (.*)/.exec(error) ?? [];
    const check = checkAt.get(`${file}:${line}`);
    if (check === undefined) throw new Error(`the copy of the source does not compile: ${output}`);
    const [, faults] = /^error TS\d+: Type '": (.*)"' does not satisfy/.exec(message) ?? [];
    const sentences = faults?.split('" | ": ') ?? [`cannot be judged: ${message}`];
    return sentences.map((sentence) => ({ check, sentence }));
  });
}
