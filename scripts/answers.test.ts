import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { excused, findUnseenAnswers } from './answers.ts';

/** Checks records as test processes write them: declared and seen answers. */
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

test('reports an answer that no process has seen', () => {
  const declared = ['a GET /x 200', 'a GET /x 404 not_found', 'a GET /x 500 internal_error'];
  assert.deepEqual(judge({ declared, seen: ['a GET /x 200'] }), [
    'a GET /x 404 not_found: no test was answered so',
  ]);
});

test('accepts an answer declared in one process and seen in another', () => {
  const declared = ['a GET /x 200', 'a GET /x 404 not_found'];
  assert.deepEqual(
    judge({ declared, seen: ['a GET /x 200'] }, { declared: [], seen: [declared[1] ?? ''] }),
    [],
  );
});

test('reports an exception that is no longer needed', () => {
  const [name = ''] = excused.keys();
  assert.deepEqual(judge({ declared: [], seen: [name] }), [
    `${name}: excused, though it was seen or is not declared`,
  ]);
});
