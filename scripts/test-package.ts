/**
 * Tests the npm package as a new user would: packs the repository and runs it with `npx` in an empty folder, with an
 * account that may write only there. Needs the npm registry.
 */
import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import { root } from '../test/support/process.ts';
import { runCommand, succeed, untilReady, useServer } from '../test/deploy/use-server.ts';

/** `nobody` of all Linux distributions. */
const nobody = 65_534;
const folder = mkdtempSync(join(tmpdir(), 'praca-package-'));
const work = join(folder, 'empty');
mkdirSync(work);
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
if (account.uid !== undefined) for (const path of [folder, work]) chownSync(path, account.uid, account.gid);

function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:PRACA_|NODE_(?!EXTRA)|npm_)/.test(name));
  return { ...Object.fromEntries(kept), HOME: folder, ...extra };
}

try {
  console.log(
    (await succeed(['npm', 'pack', '--pack-destination', folder], { cwd: root })).replace(
      /^.*dist\/.*\n/gm,
      '',
    ),
  );
  assert.ok(!existsSync(join(root, 'dist')), 'packing leaves nothing in the checkout');
  const [archive = ''] = (await succeed(['ls', folder])).match(/praca-.*\.tgz/) ?? [];
  const praca = ['npx', '--yes', `../${archive}`];
  const options = { cwd: work, ...account };
  const startedMs = performance.now();
  const server = runCommand([...praca, 'start'], {
    ...options,
    env: environment({ PORT: String(await freePort()) }),
  });
  try {
    const url = await untilReady(server);
    console.log(`installed and ready after ${Math.round((performance.now() - startedMs) / 1000)} s`);
    await useServer(url);
    assert.ok(existsSync(join(work, '.praca', 'postgres')), 'the data are in the working directory');
    console.log(await succeed([...praca, 'doctor'], { ...options, env: environment() }));
    console.log(await succeed(['du', '-sh', join(folder, '.npm', '_npx')]));
  } finally {
    await server.stop();
  }
  console.log('1 passed, 0 failed');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
