import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartError } from '../start-error.ts';
import { readSettingsFile } from './read-settings-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'praca-settings-file-'));
const path = join(directory, 'praca.env');
after(() => rmSync(directory, { recursive: true }));

function read(content: string): Readonly<Record<string, string>> {
  writeFileSync(path, content);
  return readSettingsFile(path);
}

for (const [what, content, settings] of [
  ['nothing', '', {}],
  ['comments, empty and blank lines', '# a=b\n\n \t\nPORT=1 # here\n  # there', { PORT: '1' }],
  ['export, and spaces around', 'export PORT=1\n  HOST = a b \n', { PORT: '1', HOST: 'a b' }],
  ['the prefix', 'PRACA_PORT=1\n', { PORT: '1' }],
  ['quotes', `A="x # y" # z\nB='it"s'\nC=\`'"\`\nD="a\\nb"`, { A: 'x # y', B: 'it"s', C: `'"`, D: 'a\nb' }],
  ['values over several lines', 'A="{\n# b\nC: 1\n}"\nB=1\n', { A: '{\n# b\nC: 1\n}', B: '1' }],
  ['quotes in the middle', 'A=x"y\nB=z"', { A: 'x"y', B: 'z"' }],
  ['an empty value', 'A=\nB=""\nC=1', { A: '', B: '', C: '1' }],
  ['comments behind values', 'A=1\t#2#3\nB= # x\nC="1"#2\nD="a#b"', { A: '1', B: '', C: '1', D: 'a#b' }],
  ['values with = and without an end of line', 'A=b=c==', { A: 'b=c==' }],
  [
    'lines of Windows, and its mark at the beginning',
    '\uFEFFPORT=1\r\nA="x\r\ny"\r\n',
    { PORT: '1', A: 'x\ny' },
  ],
] as const) {
  test(`the settings file accepts ${what}`, () => assert.deepEqual(read(content), settings));
}

for (const [what, content, sentence] of [
  ['a line without =', 'PORT=1\n\nMETRICS_OPEN no\nA=1', 'line 3: a line is NAME=value'],
  ['a colon', 'RATE_LIMIT: 5', 'line 1: a line is NAME=value'],
  ['a colon and an = behind it', 'RATE_LIMIT: a=5', 'line 1: a line is NAME=value'],
  ['a name that is missing', '# x\n=5', 'line 2: a line is NAME=value'],
  ['a name alone', 'export PORT', 'line 1: a line is NAME=value'],
  ['a line behind one of several', 'A="x\ny"\nPORT', 'line 3: a line is NAME=value'],
  ['words behind a quote', 'A="x" y\nB=1', 'line 1: behind the closing quote of A there is more'],
  [
    'a line between two quotes',
    'A="x\nRATE_LIMIT=5\nB="y"',
    'line 1: behind the closing quote of A there is more',
  ],
  [
    'a quote that is never closed',
    'B=1\nA="x\nC=1',
    'line 2: the quote before the value of A is never closed.',
  ],
  ['one that only another kind closes', 'A=1\nB=\'x"', 'line 2: the quote before the value of B is never'],
  ['a # in a value', 'A=1\nTOKEN=abc#def', 'line 2: the # in the value of TOKEN would begin a comment: put'],
  ['a # behind a number', 'PORT=9000#x # y', 'line 1: the # in the value of PORT would begin a comment'],
  ['a # at the beginning of a value', 'TOKEN=#abc', 'line 1: the # in the value of TOKEN would begin'],
  ['a setting twice', 'A=1\nB=2\nA=1', 'line 3: A is given twice, and counts once: line 1 has it already.'],
  ['a setting twice, once with the prefix', 'A=1\nPRACA_A=2', 'line 2: A is given twice'],
  ['another file', 'A=1\nSETTINGS_FILE=b.env', 'line 2: SETTINGS_FILE says where this file is'],
] as const) {
  test(`${what} in the settings file is rejected with its line`, () => {
    assert.throws(
      () => read(content),
      (error: Error) => error instanceof StartError && error.message.startsWith(`${path}, ${sentence}`),
    );
  });
}

test('a settings file that is a directory is named in the error', () => {
  assert.throws(() => readSettingsFile(directory), {
    name: 'StartError',
    message: `The settings file ${directory} is a directory: SETTINGS_FILE takes a file in it.`,
  });
});
