import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { streamCsv, toCsv } from './csv.ts';

const cellOf = (value: string | number | null): string => {
  const [, line = ''] = toCsv(['a'], [{ a: value }]).split('\r\n');
  return line;
};

test('a file begins with the byte order mark by which spreadsheets detect UTF-8, and ends every line', () => {
  const rows = [
    { name: 'Zoë', amount: '-25.00' },
    { name: 'a "b", c', amount: null },
  ];
  assert.equal(toCsv(['name', 'amount'], rows), '\uFEFFname,amount\r\nZoë,-25.00\r\n"a ""b"", c",\r\n');
});

for (const text of [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '＝1+1',
  '=cmd|x',
  '+49 30 1',
  '-',
  '--5',
  '-5-5',
  '1;=2',
]) {
  test(`${text} is written as text and not as a formula`, () => {
    const cell = cellOf(text).replace(/^"|"$/g, '');
    assert.match(cell, /(^|;)'[=+\-@＝]/);
  });
}

test('a formula after a tab or line end within a cell is disarmed too', () => {
  assert.equal(cellOf('\t=1'), `"'\t'=1"`);
  assert.equal(toCsv(['a'], [{ a: 'x\r\n=1' }]), `\uFEFFa\r\n"x\r\n'=1"\r\n`);
});

test('amounts stay numbers, including negative ones', () => {
  for (const amount of ['-0.01', '25.00', '-1', '0.000000000000000001']) assert.equal(cellOf(amount), amount);
  assert.equal(cellOf(-5), '-5');
});

/** Parses as RFC 4180 specifies. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/gy;
  for (const [, cell = '', end] of text.slice(1).matchAll(pattern)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('every cell can be read back, except for apostrophes, and none begins like a formula', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", '1', 'a') }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (given) => {
      const rows = parse(
        toCsv(
          ['a', 'b'],
          given.map(([a, b]) => ({ a, b })),
        ),
      );
      assert.equal(rows.length, given.length + 1);
      for (const [index, cells] of given.entries()) {
        const read = rows[index + 1] ?? [];
        assert.deepEqual(
          read.map((cell) => cell.replaceAll("'", '')),
          cells.map((cell) => cell.replaceAll("'", '')),
        );
        for (const cell of read)
          assert.ok(/^[+-]?\d+(\.\d+)?$/.test(cell) || !/^[=+\-@\t\r]/.test(cell), cell);
      }
    }),
  );
});

test('streamed rows make the same file', async () => {
  async function* batches() {
    yield [{ name: 'Zoë', amount: '1.00' }];
    yield [];
    yield [{ name: '=1+1', amount: null }];
  }
  let streamed = '';
  for await (const piece of streamCsv(['name', 'amount'], batches())) streamed += piece;
  assert.equal(
    streamed,
    toCsv(
      ['name', 'amount'],
      [
        { name: 'Zoë', amount: '1.00' },
        { name: '=1+1', amount: null },
      ],
    ),
  );
});
