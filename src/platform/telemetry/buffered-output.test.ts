import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openBufferedOutput } from './buffered-output.ts';

const directory = mkdtempSync(join(tmpdir(), 'praca-output-'));
after(() => rmSync(directory, { recursive: true }));

const loggerFile = JSON.stringify(join(import.meta.dirname, 'logger.ts'));

/** Starts a process that runs the script. When it gets a byte on stdin, its output is no longer read. */
const logging = (script: string, output: 'pipe' | number) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createLogger } from ${loggerFile};
       const log = createLogger({ level: 'info', pretty: false });
       process.stdin.once('data', () => { ${script} });`,
    ],
    { stdio: ['pipe', output, 'inherit'] },
  );

for (const [when, script] of [
  ['lines still wait', `log.info('the last'); process.exit(3);`],
  ['a write is under way', `log.info('first'); log.flush(); log.info('the last'); process.exit(3);`],
  ['a write has failed', `log.info('first'); log.flush(() => { log.info('the last'); process.exit(3); });`],
] as const)
  test(`a process whose reader is gone ends with its own status while ${when}`, async () => {
    const child = logging(script, 'pipe');
    child.stdout?.destroy();
    assert.ok(child.stdout && child.stdin);
    await once(child.stdout, 'close');
    child.stdin.write('go');
    assert.deepEqual(await once(child, 'exit'), [3, null]);
  });

test('a process whose output can never be written ends with its own status', async () => {
  const readOnly = openSync(import.meta.filename, 'r');
  const child = logging(`log.info('the last'); process.exit(3);`, readOnly);
  closeSync(readOnly);
  child.stdin?.write('go');
  assert.deepEqual(await once(child, 'exit'), [3, null]);
});

test('writes all lines in order, however the process ends', async () => {
  const child = logging(
    `for (let number = 0; number < 5000; number++) log.info({ number }, 'counting'); process.exitCode = 4;
     log.flush(() => { log.info({ number: 5000 }, 'the last'); process.exit(); });`,
    'pipe',
  );
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin?.write('go');
  assert.deepEqual(await once(child, 'close'), [4, null]);
  const numbers = output
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { number: number }).number);
  assert.deepEqual(
    numbers,
    Array.from({ length: 5001 }, (_, number) => number),
  );
});

test('calls back after a flush once, when all earlier text is written', async () => {
  const path = join(directory, 'log');
  const output = openBufferedOutput(openSync(path, 'w'));
  const flushed = () => new Promise<void>((done) => output.flush(done));
  output.write('one\n');
  assert.equal(readFileSync(path, 'utf8'), '');
  const first = flushed();
  output.write('two\n');
  await Promise.all([first, flushed()]);
  assert.equal(readFileSync(path, 'utf8'), 'one\ntwo\n');
  await flushed();
  output.write('three\n');
  output.flushSync();
  assert.equal(readFileSync(path, 'utf8'), 'one\ntwo\nthree\n');
});
