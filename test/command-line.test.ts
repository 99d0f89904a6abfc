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
  ['payout thaw BTC --by Ana --reason calm', /^Nothing was done: payout thaw takes .* "BTC" .*\n$/],
  ['payout nope', /^"payout nope" is not a command of praca: .*\n$/],
  ['start --port 1 --port 2', /^--port is given twice, and counts once\.\n$/],
] as const) {
  test(`"praca ${words}" ends with 1 and a sentence, and opens no database`, () => {
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

test('every command takes as many words as its usage names', () => {
  for (const { name, usage = '', positionals } of allCommands) {
    // What stands before the first flag, or the whole where there is none.
    const [words = ''] = usage.split(/\s*\[?--/);
    const named = words.match(/<[^>]+>|\[[^\]]+\]|[a-z]+\|[a-z]+/g) ?? [];
    if (positionals !== 'any') assert.equal(positionals, named.length, `${name} ${usage}`);
  }
});
