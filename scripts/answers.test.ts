import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { excused, findUnseenAnswers } from './answers.ts';

/** What test processes would have left, each a list of what was declared and one of what was seen. */
function judge(...records: { declared: string[]; seen: string[] }[]): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'praca-answers-'));
  try {
    for (const [index, record] of records.entries()) {
      const declared = [...record.declared, ...excused.keys()];
      writeFileSync(join(directory, `${index}.json`), JSON.stringify({ ...record, declared }));
    }
    return findUnseenAnswers(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('an answer that no process has seen is named', () => {
  const declared = ['a GET /x 200', 'a GET /x 404 not_found', 'a GET /x 500 internal_error'];
  assert.deepEqual(judge({ declared, seen: ['a GET /x 200'] }), [
    'a GET /x 404 not_found: no test was answered so',
  ]);
});

test('one process may have seen what another declares', () => {
  const declared = ['a GET /x 200', 'a GET /x 404 not_found'];
  assert.deepEqual(
    judge({ declared, seen: ['a GET /x 200'] }, { declared: [], seen: [declared[1] ?? ''] }),
    [],
  );
});

test('an excuse that is not needed any more is named', () => {
  const [name = ''] = excused.keys();
  assert.deepEqual(judge({ declared: [], seen: [name] }), [
    `${name}: excused, though it was seen or is not declared`,
  ]);
});
