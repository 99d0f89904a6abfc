#!/usr/bin/env node
// Runs on Node 20 and later without packages, because it installs them.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ensureInstalled,
  findInstalledNode,
  findNode,
  LaunchError,
  linkPostgres,
  readLock,
} from './install.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function run(node, args) {
  const child = spawn(node, args, {
    // The child notices by the closed IPC channel when this process is killed, and stops cleanly.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Keeps compiled code between starts, which makes them faster and saves the compiler's memory.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'praca'),
      ...serverEnvironment,
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((settle, reject) => {
    child.once('error', (error) => reject(new LaunchError(`${node} could not be run: ${error.message}.`)));
    child.once('exit', (code, signal) => settle(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs Praça as an npm package: npm has installed everything, and `dist` is the server without types. */
function launchPackage(words) {
  if (words[0] === 'run') throw new LaunchError('praca run works only in a checkout of the repository.');
  const node = findInstalledNode(root, process);
  linkPostgres(root, process);
  return run(node, [...serverFlags, join(root, 'dist', 'src', 'cli.js'), ...words]);
}

async function launch([command, ...rest]) {
  const isScript = command === 'run';
  if (isScript && rest[0] === undefined)
    throw new LaunchError('praca run needs the path of a script of this repository.');
  const script = isScript ? resolve(root, rest[0]) : undefined;
  if (script !== undefined && !statSync(script, { throwIfNoEntry: false })?.isFile())
    throw new LaunchError(`There is no script ${script}.`);
  const lock = readLock(root);
  // Checks Node before the installation, so that a user without a suitable Node does not wait for it.
  const node = findNode(root, lock, process);
  await ensureInstalled(root, lock, { development: isScript });
  const args = script
    ? [script, ...rest.slice(1)]
    : [...serverFlags, join(root, 'src', 'cli.ts'), ...(command === undefined ? [] : [command, ...rest])];
  return run(node, args);
}

try {
  const words = process.argv.slice(2);
  // npm never packs this file.
  const isCheckout = existsSync(join(root, 'package-lock.json'));
  process.exitCode = await (isCheckout ? launch(words) : launchPackage(words));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
