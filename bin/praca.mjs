#!/usr/bin/env node
// Runs on any Node from 20 on and without a package, since it is what installs them.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, LaunchError } from './install.mjs';
import { serverFlags } from './server-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function findNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new LaunchError(
    `Praça brings no Node for ${process.platform} on ${process.arch}, and this one is ${process.version}: install Node 24 or newer, then start again.`,
  );
}

function run(node, args) {
  const child = spawn(node, args, {
    // By the channel the child notices when this process is killed, and stops in good order.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Compiled code is kept between starts: they are quicker, and the compiler's own memory is never needed.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'praca'),
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

async function launch([command, ...rest]) {
  const isScript = command === 'run';
  if (isScript && rest[0] === undefined)
    throw new LaunchError('praca run needs the path of a script of this repository.');
  await ensureInstalled(root, { development: isScript });
  const args = isScript
    ? [resolve(root, rest[0]), ...rest.slice(1)]
    : [...serverFlags, join(root, 'src', 'cli.ts'), ...(command === undefined ? [] : [command, ...rest])];
  return run(findNode(), args);
}

try {
  process.exitCode = await launch(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
