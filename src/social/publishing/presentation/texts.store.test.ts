import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { actBeside } from '../../../../test/support/row-locks.ts';
import { insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { TextKind } from './texts.rules.ts';
import { findText, findVersions, insertVersion, lockLatest } from './texts.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');

beforeEach(() => sql`delete from social.texts`);

const publish = (kind: TextKind, language: string, version: number) =>
  insertRow(sql, 'social', 'texts', {
    kind,
    language,
    version,
    body: `${kind} ${language} ${version}`,
    published_at: now,
  });

/** Publishes two versions of the terms in two languages, and two presentations with higher numbers. */
async function publishSome(): Promise<void> {
  await publish('terms', 'en', 2);
  await publish('terms', 'de', 1);
  await publish('terms', 'en', 1);
  await publish('terms', 'de', 2);
  await publish('presentation', 'de', 9);
  await publish('presentation', 'pt', 8);
}
const nameOf = ({ language, version }: { language: string; version: number }) => `${language} ${version}`;

test('finds the latest version in the first available language, or else in any', async () => {
  await publishSome();
  const found = async (...languages: string[]) => (await findText(sql, 'terms', languages))?.body;
  assert.equal(await found('pt', 'en', 'de'), 'terms en 2');
  assert.equal(await found('de', 'en'), 'terms de 2');
  assert.equal(await found('pt'), 'terms de 2');
  assert.equal(await found(), 'terms de 2');
  await sql`delete from social.texts where kind = 'terms'`;
  assert.equal(await found('de'), undefined);
});

test('lists versions of one kind by language, newest first', async () => {
  await publishSome();
  const [first] = await findVersions(sql, 'terms', 'de');
  assert.deepEqual({ ...first }, { language: 'de', version: 2, body: 'terms de 2', published_at: now });
  const listed = async (kind: TextKind, language: string | null) =>
    (await findVersions(sql, kind, language)).map(nameOf).join(', ');
  assert.equal(await listed('terms', null), 'de 2, de 1, en 2, en 1');
  assert.equal(await listed('terms', 'en'), 'en 2, en 1');
  assert.equal(await listed('terms', 'pt'), '');
  assert.equal(await listed('presentation', null), 'de 9, pt 8');
});

test('lists at most 200 versions, newest first', async () => {
  await sql`
    insert into social.texts (kind, language, version, body, published_at)
    select 'terms', 'en', version, '""', ${now} from generate_series(1, 201) version`;
  const versions = (await findVersions(sql, 'terms', 'en')).map(({ version }) => version);
  assert.deepEqual([versions.length, versions[0], versions.at(-1)], [200, 201, 2]);
});

test('finds the latest version of a kind and language', async () => {
  await publishSome();
  const latest = async (kind: TextKind, language: string) =>
    (await sql.begin((tx) => lockLatest(tx, kind, language)))?.body;
  assert.equal(await latest('terms', 'en'), 'terms en 2');
  assert.equal(await latest('terms', 'de'), 'terms de 2');
  assert.equal(await latest('terms', 'pt'), undefined);
  assert.equal(await latest('presentation', 'pt'), 'presentation pt 8');
});

const insert = (language: string, body = 'new') =>
  sql.begin((tx) => insertVersion(tx, { kind: 'terms', language, body }, now));

test('a new version gets the next number of its kind and language', async () => {
  await publishSome();
  const written = async () =>
    (await readRows(sql, 'social', 'texts'))
      .map((row) => ['kind', 'language', 'version', 'body'].map((column) => row[column]).join(' '))
      .toSorted();
  const before = await written();
  assert.deepEqual(
    { ...(await insert('de')) },
    { language: 'de', version: 3, body: 'new', published_at: now },
  );
  assert.equal((await insert('pt')).version, 1);
  assert.deepEqual(await written(), [...before, 'terms de 3 new', 'terms pt 1 new'].toSorted());
});

test('a publication waits for another one in the same language', async () => {
  const beside = async (language: string) => {
    const { waited } = await actBeside(sql, {
      hold: (tx) => lockLatest(tx, 'terms', 'en'),
      act: () => insert(language),
    });
    return waited;
  };
  assert.deepEqual([await beside('en'), await beside('de')], [true, false]);
});

test('the second of two simultaneous publications gets the next version', async () => {
  const { waited } = await actBeside(sql, {
    hold: (tx) => insertVersion(tx, { kind: 'terms', language: 'en', body: 'first' }, now),
    act: () => insert('en', 'second'),
  });
  assert.equal(waited, true);
  assert.deepEqual((await findVersions(sql, 'terms', 'en')).map(nameOf), ['en 2', 'en 1']);
});
