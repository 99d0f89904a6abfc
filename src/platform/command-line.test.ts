import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommand, readCommandInput } from './command-line.ts';
import { CommandError } from './command.ts';

const thaw = {
  name: 'payout thaw',
  usage: '[--coin code] --by <name> --reason <text>',
  options: { coin: { type: 'string' }, by: { type: 'string' }, all: { type: 'boolean' } },
  positionals: 0,
} as const;
const bump = { ...thaw, name: 'payout bump', usage: '<payout> [--coin code]', positionals: 1 } as const;
const list = { name: 'payout list', positionals: 0 } as const;
const credit = { name: 'psp credit', usage: '<psp> <amount>', positionals: 'any' } as const;

const refused: readonly [typeof thaw | typeof bump | typeof list | typeof credit, string[], RegExp][] = [
  [thaw, ['BTC', '--by', 'x'], /^Unexpected argument "BTC"\. Usage: praca payout thaw \[--coin/],
  [thaw, ['--by', 'x', '--', 'BTC'], /^Unexpected argument "BTC"/],
  [thaw, [''], /^Unexpected argument ""/],
  [bump, ['1', '-2'], /^Unexpected argument "-2"/],
  [bump, [], /^Missing argument <payout>\. Usage: praca payout bump <payout> \[--coin code\]$/],
  [bump, ['--by', 'x'], /Missing argument <payout>/],
  [credit, ['1'], /^Missing argument <amount>\. Usage: praca psp credit <psp> <amount>$/],
  [list, ['x'], /^Unexpected argument "x"\. Usage: praca payout list$/],
  [thaw, ['--coin', 'BTC', '--coin', 'LTC'], /^--coin is given twice\.$/],
  [thaw, ['--coin', 'BTC', '--coin=BTC'], /^--coin is given twice/],
  [thaw, ['--all', '--all'], /^--all is given twice/],
  [thaw, ['--all=yes'], /^--all takes no value\.$/],
  [thaw, ['--by'], /^--by needs a value\.$/],
  [thaw, ['--by', '--reason'], /^--by needs a value\. Write a value that begins with "-" as --by=--reason$/],
  [thaw, ['--cion', 'BTC'], /^Unknown flag --cion .* Usage: praca payout thaw \[--coin/],
  [thaw, ['--toString'], /^Unknown flag --toString/],
  [thaw, ['-x'], /^Unknown flag -x/],
  [list, ['--coin=BTC'], /^Unknown flag --coin /],
];

for (const [command, words, sentence] of refused) {
  test(`${command.name} ${words.join(' ')} is rejected in one sentence`, () => {
    assert.throws(
      () => readCommandInput(command, words),
      (error) =>
        error instanceof CommandError && sentence.test(error.message) && !error.message.includes('\n'),
    );
  });
}

test('accepts flags before, between and after the words, with or without "="', () => {
  assert.deepEqual(readCommandInput(bump, ['--coin=BTC', '7', '--by', 'Ana Lua', '--all']), {
    values: { coin: 'BTC', by: 'Ana Lua', all: true },
    positionals: ['7'],
  });
  assert.deepEqual(readCommandInput(thaw, ['--by=', '--coin=a=b\nc']).values, { by: '', coin: 'a=b\nc' });
});

test("passes negative numbers to the command's own check", () => {
  assert.deepEqual(readCommandInput(credit, ['1', '-5', '-.5', '-', '--', '--x']).positionals, [
    '1',
    '-5',
    '-.5',
    '-',
    '--x',
  ]);
  assert.deepEqual(readCommandInput(thaw, ['--coin', '-1', '--by=-x']).values, { coin: '-1', by: '-x' });
});

test('words in brackets and values of flags are optional', () => {
  const usages: [usage: string, demanded: number][] = [
    ['<psp> [<coin> --one <amount> | --none] [--by name]', 1],
    ['<coin> (<amount> --cold <address> [--tag number] | --none) --by <name>', 1],
    ['<psp> sell|hold', 2],
    ['<e-mail or uid>', 1],
    ['[payout, coin or proposal]', 0],
    ['--by <name>', 0],
  ];
  for (const [usage, demanded] of usages) {
    const command = { name: 'x', usage, positionals: 'any' } as const;
    const words = Array.from({ length: demanded }, () => 'word');
    assert.deepEqual(readCommandInput(command, words).positionals, words);
    if (demanded > 0) assert.throws(() => readCommandInput(command, words.slice(1)), /Missing argument/);
  }
});

const commands = ['psp list', 'psp addresses', 'psp addresses add', 'chain check', 'chain key'].map(
  (name) => ({
    name,
  }),
);
const found = (line: string): unknown => {
  const result = findCommand(commands, line.split(' '));
  return 'command' in result ? result.command.name : result.group.map(({ name }) => name);
};

test('the longest matching name is the command, and the name of a group lists its commands', () => {
  assert.equal(found('psp addresses add 1 BTC'), 'psp addresses add');
  assert.equal(found('psp addresses off'), 'psp addresses');
  assert.deepEqual(found('chain'), ['chain check', 'chain key']);
  assert.deepEqual(found('chain --help'), ['chain check', 'chain key']);
});

for (const [line, sentence] of [
  ['chain nope', '"chain nope" is not a command of praca: "praca chain" lists all commands.'],
  ['chain chec --help', '"chain chec" is not a command of praca: "praca chain" lists all commands.'],
  ['nope', '"nope" is not a command of praca: "praca help" lists all commands.'],
  ['--nope', '"--nope" is not a command of praca: "praca help" lists all commands.'],
] as const) {
  test(`${line} is rejected as an unknown command`, () => {
    assert.throws(() => found(line), { name: 'CommandError', message: sentence });
  });
}
