import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from './process.ts';
import { processTableOf } from './process-table.ts';

for (const platform of new Set([process.platform, 'darwin' as const])) {
  test(`running, zombie and ended processes are distinguished on ${platform}`, async () => {
    const { childrenOf, commands, isAlive } = processTableOf(platform);
    // The parent never waits for its child, which stays a zombie.
    const parent = spawn('sh', ['-c', 'sleep 61 & echo $!; exec sleep 62'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const exited = once(parent, 'exit');
    const pid = parent.pid ?? 0;
    const [line] = await once(parent.stdout, 'data');
    const child = Number(String(line));
    // Each command is still the shell for a moment, in either order.
    const both = ['sleep 61', 'sleep 62'];
    await until(() => both.every((command) => commands(pid).includes(command)), 'the two commands');
    assert.deepEqual(commands(pid).toSorted(), both);
    assert.ok(commands().includes('sleep 61'));
    assert.deepEqual(childrenOf(pid), [child]);
    assert.deepEqual([pid, child].map(isAlive), [true, true]);

    process.kill(child, 'SIGKILL');
    await until(() => !isAlive(child), 'the end of the child');
    process.kill(child, 0);
    assert.deepEqual(commands(pid), ['sleep 62']);

    parent.kill('SIGKILL');
    await exited;
    assert.equal(isAlive(pid), false);
    assert.deepEqual([childrenOf(pid), commands(pid)], [[], []]);
  });
}
