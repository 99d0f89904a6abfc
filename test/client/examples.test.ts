import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { readBlocks } from '../support/tour/document-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles the sources as a reader would, against the client's own types. Returns the compiler's complaints. */
function compile(name: string, sources: Readonly<Record<string, string>>): string {
  // Inside the repository, where the types of Node are found.
  const folder = join(root, 'node_modules', '.cache', `praca-examples-${name}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, file), text);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: ['node'],
      skipLibCheck: true,
      noEmit: true,
      // The client's sources import each other with their extensions.
      allowImportingTsExtensions: true,
      paths: { '@praca/client': [join(root, 'packages', 'client', 'src', 'index.ts')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const pages = ['packages/client/README.md', 'README.md', ...globSync('docs/**/*.md', { cwd: root })];
const blocks = pages.flatMap((page) =>
  readBlocks(readFileSync(join(root, page), 'utf8').split('\n'))
    .filter(({ language }) => /^(?:ts|typescript|mts)$/.test(language))
    .map(({ line, text }) => [`${page.replaceAll(/\W/g, '-')}-line-${line}.mts`, text] as const),
);

test('every TypeScript block of the client’s README and of the documents compiles under strict settings', () => {
  assert.ok(blocks.length >= 6, `${blocks.length} blocks`);
  assert.equal(compile('blocks', Object.fromEntries(blocks)), '');
});

test('every tour in TypeScript compiles under strict settings', () => {
  const tours = globSync('docs/**/*.ts', { cwd: root });
  assert.ok(tours.length >= 3);
  const sources = tours.map((path) => [
    `${path.replaceAll(/\W/g, '-')}.mts`,
    readFileSync(join(root, path), 'utf8'),
  ]);
  assert.equal(compile('tours', Object.fromEntries(sources)), '');
});

test('a block with a secret that may be missing does not compile', () => {
  const text = `import { verifyWebhook } from '@praca/client';
    export const read = (request: Request) => verifyWebhook(request, process.env.WEBHOOK_SECRET);`;
  assert.match(compile('fault', { 'fault.mts': text }), /TS2345/);
});
