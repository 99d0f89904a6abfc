import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { allCommands } from '../src/app.ts';
import { cleanEnvironment, compileCache, root } from './support/process.ts';

const directory = mkdtempSync(join(tmpdir(), 'praca-command-line-'));
after(() => rmSync(directory, { recursive: true }));

for (const [words, sentence] of [
  ['payout thaw BTC --by Ana --reason calm', /^Unexpected argument "BTC"\. Usage: praca payout thaw .*\n$/],
  ['payout nope', /^"payout nope" is not a command of praca: .*\n$/],
  ['job retry', /^Missing argument <job>\. Usage: praca job retry <job> --by <e-mail>\n$/],
  ['start --port 1 --port 2', /^--port is given twice\.\n$/],
] as const) {
  test(`"praca ${words}" exits with 1 and a message and opens no database`, () => {
    const dataDirectory = join(directory, 'data');
    const run = spawnSync(process.execPath, [join(root, 'src/cli.ts'), ...words.split(' ')], {
      cwd: root,
      env: cleanEnvironment({ DATA_DIR: dataDirectory, NODE_COMPILE_CACHE: compileCache }),
      encoding: 'utf8',
    });
    assert.deepEqual([run.status, run.stdout], [1, '']);
    assert.match(run.stderr, sentence);
    assert.ok(!existsSync(dataDirectory));
  });
}

test('the help lists every top-level command, and migrate and doctor explain their own --help', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'src/cli.ts'), ...words], {
      cwd: root,
      env: cleanEnvironment({ DATA_DIR: join(directory, 'data'), NODE_COMPILE_CACHE: compileCache }),
      encoding: 'utf8',
    });
  const help = run('help').stdout;
  for (const name of ['start', 'migrate', 'doctor', 'version', 'run', 'help'])
    assert.match(help, new RegExp(`^  praca ${name}\\b.*\\n {6}\\S`, 'm'));
  for (const [name, flags] of [
    ['migrate', ''],
    ['doctor', '\\[--json\\] '],
  ]) {
    const { status, stdout } = run(String(name), '--help');
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`^  praca ${name} ${flags}\\[--setting value …\\]\\n {6}\\S.*\\n$`));
  }
});

test('every command takes as many arguments as its usage names', () => {
  for (const { name, usage = '', positionals } of allCommands) {
    // The part before the first flag, or the whole usage if it has none.
    const [words = ''] = usage.split(/\s*\[?--/);
    const named = words.match(/<[^>]+>|\[[^\]]+\]|[a-z]+\|[a-z]+/g) ?? [];
    if (positionals !== 'any') assert.equal(positionals, named.length, `${name} ${usage}`);
  }
});
