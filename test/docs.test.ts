import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { resolveImport } from '../scripts/imports/layers.ts';
import { findImports } from '../scripts/imports/source.ts';
import { readSettingsPage } from '../scripts/settings-table.ts';
import { allSettings } from '../src/app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];

const fences = /^```.*?^```/gms;
const inlineCode = /`[^`\n]*`/g;

test('docs/settings.md is what the code says', () => {
  const { present, fresh } = readSettingsPage();
  assert.equal(present, fresh, 'npm run praca -- run scripts/settings-table.ts writes it anew');
  for (const name of Object.keys(allSettings)) assert.ok(fresh.includes(`| \`${name}\` |`), name);
});

test('the README can be read in one go', () => {
  assert.ok(read('README.md').split('\n').length <= 151);
});

test('every link of the documents leads somewhere', () => {
  const broken = documents.flatMap((path) => {
    const text = read(path).replaceAll(fences, '').replaceAll(inlineCode, '');
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`);
  });
  assert.deepEqual(broken, []);
});

test('every file that the documents name is there', () => {
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

/** As GitHub makes them from headings. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(fences, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** How work begins that no request waits for. */
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
  test(`docs/architecture.md names every file that begins ${what} in the background`, () => {
    const files = sources.filter((file) => pattern.test(read(file)));
    assert.ok(files.length > 0, `nothing begins ${what} any more, or it is written in another way`);
    const architecture = read('docs/architecture.md');
    assert.deepEqual(
      files.filter((file) => !architecture.includes(`\`${file}\``)),
      [],
    );
  });
}

test('docs/architecture.md names every cron with its schedule', () => {
  const crons = sources.flatMap((file) =>
    [...read(file).matchAll(/name: '(\w+)',\s*schedule: '([^']+)'/g)].map(
      ([, name, schedule]) => `| cron \`${name}\` | \`${file}\` | queue | \`${schedule}\` |`,
    ),
  );
  assert.ok(crons.length > 0);
  const architecture = read('docs/architecture.md');
  assert.deepEqual(
    crons.filter((cron) => !architecture.includes(cron)),
    [],
  );
});

for (const [, service = '', text = ''] of read('docs/architecture.md').matchAll(
  /^```text floors (\w+)\n(.*?)^```/gms,
)) {
  test(`the floors of ${service} are drawn as they are`, () => {
    const floors = text.trim().split('\n').toReversed();
    const floorOf = new Map(floors.flatMap((line, floor) => line.split(/\s+/).map((name) => [name, floor])));
    const folders = globSync(`src/${service}/*/`, { cwd: root }).map((path) => path.split('/')[2] ?? '');
    assert.deepEqual(
      [...floorOf.keys()].toSorted(),
      folders.filter((name) => name !== 'migrations').toSorted(),
    );
    const wrong = listFolderImports(service)
      .filter(({ from, to }) => (floorOf.get(to) ?? 0) >= (floorOf.get(from) ?? 0))
      .map(({ path, to }) => `${path} uses ${to}`);
    assert.deepEqual(wrong, []);
  });
}

test('every service has its floors drawn', () => {
  const drawn = [...read('docs/architecture.md').matchAll(/^```text floors (\w+)$/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(new Set(drawn), new Set(['accounts', 'merchant', 'platform', 'social']));
});

/** Which folders of a service use which others. */
function listFolderImports(service: string): { path: string; from: string; to: string }[] {
  return globSync(`src/${service}/*/**/*.ts`, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const from = path.split('/')[2] ?? '';
      return findImports(read(path))
        .map(({ specifier }) => resolveImport(path, specifier)?.split('/') ?? [])
        .filter(([, area, folder, file]) => area === service && file !== undefined && folder !== from)
        .map(([, , folder = '']) => ({ path, from, to: folder }));
    });
}
