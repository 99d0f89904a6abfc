import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestFile } from '../test/kinds.ts';
import { closureOf, sourceOf } from './import-closure.ts';
import { runTestFile } from './run-test-file.ts';
import type { WarmProcess } from './warm-process.ts';

export type Range = readonly [start: number, end: number];

/** Code executed by one test file, and its duration. */
export interface Coverage {
  readonly durationMs: number;
  /** True if it can share a process with other test files. */
  readonly isWarm: boolean;
  /** Executed ranges by file, in order. */
  readonly run: Readonly<Record<string, readonly Range[]>>;
}

interface V8Coverage {
  readonly result: ReadonlyArray<{
    readonly url: string;
    readonly functions: ReadonlyArray<{
      readonly ranges: ReadonlyArray<{ startOffset: number; endOffset: number; count: number }>;
    }>;
  }>;
}

export interface CoverageOptions {
  readonly root: string;
  readonly cache: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limitMs: number;
  readonly warm: WarmProcess;
}

/**
 * Returns the coverage, or undefined if the test fails without a mutant. Cached until a file changes that the test
 * imports.
 */
export async function findCoverage(test: TestFile, options: CoverageOptions): Promise<Coverage | undefined> {
  const { root, cache, environment, limitMs, warm } = options;
  const cached = join(cache, `${test.path.replaceAll('/', '+')}.json`);
  const hash = hashOf(root, test.path);
  try {
    const known: { hash: string; coverage: Coverage } = JSON.parse(readFileSync(cached, 'utf8'));
    if (known.hash === hash) return known.coverage;
  } catch {
    // Nothing is cached.
  }
  const directory = join(cache, `v8-${process.pid}-${test.path.replaceAll('/', '+')}`);
  mkdirSync(directory, { recursive: true });
  try {
    const result = await runTestFile({
      root,
      file: test.path,
      limitMs,
      bail: false,
      // Functions from the compile cache have less precise coverage.
      environment: {
        ...environment,
        NODE_V8_COVERAGE: directory,
        NODE_COMPILE_CACHE: '',
        NODE_DISABLE_COMPILE_CACHE: '1',
      },
    });
    if (result.verdict !== 'passed') return undefined;
    // An app leaves state in its process that the next test must not see.
    const opensApp = closureOf(root, test.path).includes('test/support/app.ts');
    const warmed = opensApp ? undefined : await warm.run(test.path, undefined, 5000 + 4 * result.durationMs);
    const coverage = {
      durationMs: warmed?.verdict === 'passed' ? warmed.durationMs : result.durationMs,
      isWarm: warmed?.verdict === 'passed',
      run: readV8Coverage(root, directory),
    };
    writeFileSync(cached, JSON.stringify({ hash, coverage }));
    return coverage;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readV8Coverage(root: string, directory: string): Coverage['run'] {
  const base = `${pathToFileURL(root).href}/`;
  const counts = new Map<string, Uint8Array>();
  for (const file of globSync('*.json', { cwd: directory })) {
    const { result }: V8Coverage = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    for (const { url, functions } of result) {
      if (!url.startsWith(`${base}src/`)) continue;
      const path = url.slice(base.length);
      const painted = paint(functions.flatMap(({ ranges }) => ranges));
      const before = counts.get(path);
      counts.set(path, before ? painted.map((value, index) => value | (before[index] ?? 0)) : painted);
    }
  }
  return Object.fromEntries([...counts].map(([path, painted]) => [path, rangesOf(painted)]));
}

/** Marks each character as executed or not. Inner ranges override outer ones. */
function paint(ranges: V8Coverage['result'][number]['functions'][number]['ranges']): Uint8Array {
  const painted = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
  const outerFirst = ranges.toSorted(
    (one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset,
  );
  for (const { startOffset, endOffset, count } of outerFirst)
    painted.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return painted;
}

function rangesOf(painted: Uint8Array): Range[] {
  const ranges: Range[] = [];
  for (let start = painted.indexOf(1); start !== -1;) {
    const zero = painted.indexOf(0, start);
    const end = zero === -1 ? painted.length : zero;
    ranges.push([start, end]);
    start = zero === -1 ? -1 : painted.indexOf(1, end);
  }
  return ranges;
}

function hashOf(root: string, path: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of closureOf(root, path))
    hash.update(file).update('\0').update(sourceOf(root, file)).update('\0');
  for (const file of globSync('src/**/migrations/*.sql', { cwd: root }).toSorted())
    hash.update(sourceOf(root, file));
  return hash.digest('hex');
}
