import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const loggerFile = JSON.stringify(join(import.meta.dirname, 'logger.ts'));

test('pretty lines have no colours in a file or a pipe', () => {
  const script = `import { createLogger } from ${loggerFile};
    createLogger({ level: 'warn', pretty: true }).warn({ coin: 'BTC' }, 'the node is away');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  assert.match(stdout, /^\[[\d:.]+\] WARN: the node is away\n {4}coin: "BTC"\n$/);
});
