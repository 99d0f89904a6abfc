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
  ['nothing in a block that was asked for', { mined: [id] }, { mined: [] }],
  ['a text that is shown in part', { token: 'eyJ…' }, { token: 'eyJhbGciOiJIUzI1NiJ9' }],
];
for (const [name, shown, came] of alike) {
  test(`an answer with ${name} is as shown`, () => {
    assert.deepEqual(compareAnswer(json(shown), JSON.stringify(came)), []);
  });
}

const different: [name: string, shown: unknown, came: unknown, complaint: RegExp][] = [
  ['a field that is missing', { a: 1, b: 1 }, { a: 1 }, /^\$\.b is shown and did not come$/],
  ['a field that is not shown', { a: 1 }, { a: 1, b: 2 }, /^\$\.b came and is not shown: 2$/],
  ['another type', { a: { b: '25.00' } }, { a: { b: 25 } }, /^\$\.a\.b is shown as "25\.00" and came as 25$/],
  ['null instead of a value', { a: '1' }, { a: null }, /came as null/],
  ['an object instead of a list', [], {}, /came as \{\}/],
  ['a list that is empty', { a: [id] }, { a: [] }, /came as \[\]/],
  ['a list that is shown as empty', { a: [] }, { a: ['LATE'] }, /came as \["LATE"\]/],
  ['another thing in a list', [{ a: 1 }, { b: 1 }], [{ a: 1 }, { a: 1 }], /^\$\[1\]/],
  ['another status', { order_status: 'COMPLETED' }, { order_status: 'FAILED' }, /came as "FAILED"/],
  ['another code', { code: 'not_found' }, { code: 'forbidden' }, /came as "forbidden"/],
  ['another HTTP status', { status: 404 }, { status: 403 }, /came as 403/],
  ['no where yes is shown', { deleted: true }, { deleted: false }, /came as false/],
  ['something else than an id', { a: id }, { a: 'x' }, /is shown as an id/],
  ['something else than a time', { a: time }, { a: '2026-11-15' }, /is shown as a time/],
  ['something else than an amount', { a: '25.00' }, { a: '25' }, /is shown as a decimal amount/],
];
for (const [name, shown, came, complaint] of different) {
  test(`an answer with ${name} is told of`, () => {
    const complaints = compareAnswer(json(shown), JSON.stringify(came));
    assert.match(complaints.join('\n'), complaint);
  });
}

test('several answers in a row are compared one by one', () => {
  const shown = { language: 'json', line: 1, text: '{"a":"}{"}\n[1]' };
  assert.deepEqual(compareAnswer(shown, '{"a":"]"}[2]'), []);
  assert.match(compareAnswer(shown, '{"a":"]"}').join(), /2 JSON values are shown and 1 came/);
  assert.match(compareAnswer(shown, '{"a":"]"}["b"]').join(), /came as "b"/);
  assert.match(compareAnswer(shown, '{"a":"]"}[oops]').join(), /no JSON/);
});

test('a response is compared by its status line, the headers that are shown, and its body', () => {
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

test('lines are looked for in their order, with … for anything', () => {
  const shown = { language: 'text', line: 1, text: 'id  …\nsecret  … (once)' };
  assert.deepEqual(compareAnswer(shown, '> npm\nid  7\nsecret  x.y (once)\n'), []);
  assert.match(
    compareAnswer(shown, 'secret  x (once)\nid  7\n').join(),
    /"secret {2}… \(once\)" did not come/,
  );
});

const document = (...blocks: string[]) => blocks.join('\n');
const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

test('the answer of a block is the one right after it', () => {
  const steps = readSteps(
    document(block('sh', 'one'), '', block('json', '{}'), block('sh', 'two'), 'Words.'),
  );
  assert.deepEqual(steps, [
    { line: 2, script: 'one', shown: { language: 'json', line: 6, text: '{}' } },
    { line: 9, script: 'two', shown: undefined },
  ]);
});

test('an answer that belongs to no block is refused by its line', () => {
  const strays = [
    document(block('json', '{}')),
    document(block('sh', 'one'), 'Words.', block('json', '{}')),
    document(block('sh', 'one'), block('text', 'a'), block('text', 'b')),
  ];
  for (const stray of strays) assert.throws(() => readSteps(stray), /^Error: line \d+: this answer/);
});
