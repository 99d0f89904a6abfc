import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AREAS } from '../scripts/imports/areas.ts';
import { resolveImport } from '../scripts/imports/layers.ts';
import { findImports } from '../scripts/imports/source.ts';
import { readSettingsPage } from '../scripts/settings-table.ts';
import { allSettings } from '../src/app.ts';
import { anchorsOf, fences } from './support/markdown.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];

const inlineCode = /`[^`\n]*`/g;

test('docs/settings.md matches the code', () => {
  const { present, fresh } = readSettingsPage();
  assert.equal(present, fresh, 'npm run praca -- run scripts/settings-table.ts generates it again');
  for (const name of Object.keys(allSettings)) assert.ok(fresh.includes(`| \`${name}\` |`), name);
});

test('the README is short', () => {
  assert.ok(read('README.md').split('\n').length <= 151);
});

test('every link in the documents has a target', () => {
  const broken = documents.flatMap((path) => {
    const text = read(path).replaceAll(fences, '').replaceAll(inlineCode, '');
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`);
  });
  assert.deepEqual(broken, []);
});

test('every file named in the documents exists', () => {
  const made = read('.gitignore').split('\n');
  const missing = documents.flatMap((path) =>
    [...read(path).matchAll(/`((?:src|test|scripts|bench|bin|web|docs)\/[\w./-]*)`/g)]
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(join(root, file)) && !made.includes(file))
      .map((file) => `${path}: ${file}`),
  );
  assert.deepEqual(missing, []);
});

function leadsSomewhere(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : relative(root, join(root, dirname(path), file));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

const background: [what: string, pattern: RegExp][] = [
  ['an interval', /\bsetInterval\(/],
  ['a loop', /\bstartLoop\(/],
  ['work of a leader', /\.campaign\(/],
  ['work of a leader for each chain', /(?<!function )\bleadChains\(/],
  ['a signal to follow', /\bsignals\.subscribe\(/],
  ['a cron', /\bschedule: '/],
  ['a job', /\bname: \w+JobName\b/],
  ['a thread', /\bnew Worker\(/],
];
const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });

for (const [what, pattern] of background) {
  test(`docs/background.md names every file that starts ${what} in the background`, () => {
    const files = sources.filter((file) => pattern.test(read(file)));
    assert.ok(files.length > 0, `no file starts ${what}, or its pattern has changed`);
    const page = read('docs/background.md');
    assert.deepEqual(
      files.filter((file) => !page.includes(`\`${file}\``)),
      [],
    );
  });
}

test('docs/background.md names every cron with its schedule', () => {
  const crons = sources.flatMap((file) =>
    [...read(file).matchAll(/name: '(\w+)',\s*schedule: '([^']+)'/g)].map(
      ([, name, schedule]) => `| cron \`${name}\` | \`${file}\` | queue | \`${schedule}\` |`,
    ),
  );
  assert.ok(crons.length > 0);
  const page = read('docs/background.md');
  assert.deepEqual(
    crons.filter((cron) => !page.includes(cron)),
    [],
  );
});

test('docs/architecture.md draws every platform folder, and imports go only to lower layers', () => {
  const [, text = ''] = /^```text floors platform\n(.*?)^```/ms.exec(read('docs/architecture.md')) ?? [];
  const floors = text.trim().split('\n').toReversed();
  const floorOf = new Map(floors.flatMap((line, floor) => line.split(/\s+/).map((name) => [name, floor])));
  const folders = globSync('src/platform/*/', { cwd: root }).map((path) => path.split('/')[2] ?? '');
  assert.deepEqual(
    [...floorOf.keys()].toSorted(),
    folders.filter((name) => name !== 'migrations').toSorted(),
  );
  const wrong = listPlatformImports()
    .filter(({ from, to }) => (floorOf.get(to) ?? 0) >= (floorOf.get(from) ?? 0))
    .map(({ path, to }) => `${path} uses ${to}`);
  assert.deepEqual(wrong, []);
});

test('docs/architecture.md shows the areas of each service in their order, with their features', () => {
  const drawn = [...read('docs/architecture.md').matchAll(/^ {4}(\w+)\["<b>(\w+)<\/b>(?:<br>([^"]*))?"\]/gm)];
  const names = drawn.map(([, id = '', area = '', features]) => [
    id,
    area,
    ...(features === undefined ? [] : features.split(' · ')),
  ]);
  const expected = Object.entries(AREAS).flatMap(([service, areas]) =>
    areas.toReversed().map(([area, ...features]) => [`${service}_${area}`, area, ...features]),
  );
  assert.deepEqual(names, expected);
});

test('every area and feature in the table is a folder, and every area has a README of at most five lines', () => {
  for (const [service, areas] of Object.entries(AREAS)) {
    for (const [area, ...features] of areas) {
      const lines = read(`src/${service}/${area}/README.md`).trimEnd().split('\n');
      assert.ok(lines.length <= 5, `src/${service}/${area}/README.md`);
      for (const feature of features) {
        assert.ok(existsSync(join(root, 'src', service, area, feature)), `${service}/${area}/${feature}`);
      }
    }
  }
});

function listPlatformImports(): { path: string; from: string; to: string }[] {
  return globSync('src/platform/*/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const from = path.split('/')[2] ?? '';
      return findImports(read(path))
        .map(({ specifier }) => resolveImport(path, specifier)?.split('/') ?? [])
        .filter(([, area, folder, file]) => area === 'platform' && file !== undefined && folder !== from)
        .map(([, , folder = '']) => ({ path, from, to: folder }));
    });
}
