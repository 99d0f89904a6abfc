import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareAnswer, showsFailure } from './compare-answer.ts';
import { readSteps } from './document-blocks.ts';

const id = '01a1e10c-4163-714e-9387-cba22affc59b';
const otherId = '01a1e124-8d53-72f9-be40-cf943cf94060';
const time = '2026-11-15T21:10:39.481Z';
const otherTime = '2027-01-02T03:04:05.678Z';

const json = (value: unknown) => ({ language: 'json', line: 1, text: JSON.stringify(value) });

const alike: [name: string, shown: unknown, came: unknown][] = [
  ['other ids, times and amounts', [id, time, '25.00', 3], [otherId, otherTime, '0.00031223', 900]],
  ['more of a list than is shown', [{ id }], [{ id: otherId }, { id }]],
  ['no transaction in a requested block', { mined: [id] }, { mined: [] }],
  ['a partly shown text', { token: 'eyJ…' }, { token: 'eyJhbGciOiJIUzI1NiJ9' }],
];
for (const [name, shown, came] of alike) {
  test(`an answer with ${name} matches`, () => {
    assert.deepEqual(compareAnswer(json(shown), JSON.stringify(came)), []);
  });
}

const different: [name: string, shown: unknown, came: unknown, complaint: RegExp][] = [
  ['a missing field', { a: 1, b: 1 }, { a: 1 }, /^\$\.b is shown but missing$/],
  ['an additional field', { a: 1 }, { a: 1, b: 2 }, /^\$\.b is not shown: 2$/],
  ['another type', { a: { b: '25.00' } }, { a: { b: 25 } }, /^\$\.a\.b is shown as "25\.00" but was 25$/],
  ['null instead of a value', { a: '1' }, { a: null }, /but was null/],
  ['an object instead of a list', [], {}, /but was \{\}/],
  ['an empty list', { a: [id] }, { a: [] }, /but was \[\]/],
  ['items in a list shown as empty', { a: [] }, { a: ['LATE'] }, /but was \["LATE"\]/],
  ['another item in a list', [{ a: 1 }, { b: 1 }], [{ a: 1 }, { a: 1 }], /^\$\[1\]/],
  ['another status', { order_status: 'COMPLETED' }, { order_status: 'FAILED' }, /but was "FAILED"/],
  ['another code', { code: 'not_found' }, { code: 'forbidden' }, /but was "forbidden"/],
  ['another HTTP status', { status: 404 }, { status: 403 }, /but was 403/],
  ['no where yes is shown', { deleted: true }, { deleted: false }, /but was false/],
  ['a text instead of an id', { a: id }, { a: 'x' }, /is shown as an id/],
  ['a text instead of a time', { a: time }, { a: '2026-11-15' }, /is shown as a time/],
  ['a text instead of an amount', { a: '25.00' }, { a: '25' }, /is shown as a decimal amount/],
];
for (const [name, shown, came, complaint] of different) {
  test(`an answer with ${name} is reported`, () => {
    const complaints = compareAnswer(json(shown), JSON.stringify(came));
    assert.match(complaints.join('\n'), complaint);
  });
}

test('several answers in a row are compared one by one', () => {
  const shown = { language: 'json', line: 1, text: '{"a":"}{"}\n[1]' };
  assert.deepEqual(compareAnswer(shown, '{"a":"]"}[2]'), []);
  assert.match(compareAnswer(shown, '{"a":"]"}').join(), /2 JSON values are shown, but 1 was printed/);
  assert.match(compareAnswer(shown, '{"a":"]"}["b"]').join(), /but was "b"/);
  assert.match(compareAnswer(shown, '{"a":"]"}[oops]').join(), /not JSON/);
});

test('a response is compared by its status line, the shown headers and its body', () => {
  const shown = {
    language: 'http',
    line: 1,
    text: 'HTTP/1.1 404 Not Found\nx-request-id: 1\n\n{"code":"not_found"}',
  };
  const came = (status: string, header: string) => `HTTP/1.1 ${status}\r\n${header}: 2\r\nvary: a\r\n\r\n`;
  assert.deepEqual(compareAnswer(shown, `${came('404 Not Found', 'X-Request-Id')}{"code":"not_found"}`), []);
  const complaints = compareAnswer(shown, `${came('200 OK', 'x-other')}{"code":"gone"}`);
  assert.equal(complaints.length, 3);
  assert.deepEqual([showsFailure(shown), showsFailure(undefined)], [true, false]);
});

test('lines must appear in their order, and … matches anything', () => {
  const shown = { language: 'text', line: 1, text: 'id  …\nsecret  … (once)' };
  assert.deepEqual(compareAnswer(shown, '> npm\nid  7\nsecret  x.y (once)\n'), []);
  assert.match(compareAnswer(shown, 'secret  x (once)\nid  7\n').join(), /"secret {2}… \(once\)" is missing/);
});

const document = (...blocks: string[]) => blocks.join('\n');
const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

test('the answer of a block is the block right after it', () => {
  const steps = readSteps(
    document(block('sh', 'one'), '', block('json', '{}'), block('sh', 'two'), 'Words.'),
  );
  assert.deepEqual(steps, [
    { line: 2, script: 'one', shown: { language: 'json', line: 6, text: '{}' } },
    { line: 9, script: 'two', shown: undefined },
  ]);
});

test('an answer without a block before it is rejected with its line number', () => {
  const strays = [
    document(block('json', '{}')),
    document(block('sh', 'one'), 'Words.', block('json', '{}')),
    document(block('sh', 'one'), block('text', 'a'), block('text', 'b')),
  ];
  for (const stray of strays) assert.throws(() => readSteps(stray), /^Error: line \d+: this answer/);
});
