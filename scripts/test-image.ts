/**
 * Builds the image of `deploy/Containerfile` without a container engine and runs its content as the image says, with a
 * read-only root file system. Needs root, Debian's packages and the npm registry.
 */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../test/deploy/programs.ts';
import { runCommand, succeed, untilReady, useServer } from '../test/deploy/use-server.ts';
import { freePort } from '../test/support/free-port.ts';
import { root } from '../test/support/process.ts';
import { installPackages } from './test/install/debian-packages.ts';

const { signal } = new AbortController();
if (process.getuid?.() !== 0) throw new Error('Run this as root: it mounts file systems.');
if (!findProgram('buildah') || !findProgram('mmdebstrap'))
  await installPackages(['buildah', 'mmdebstrap', 'crun'], signal);

const folder = mkdtempSync('/var/tmp/praca-image-');
const storage = [
  '--root',
  join(folder, 'store'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'vfs',
];
const buildah = (...words: string[]): Promise<string> => succeed(['buildah', ...storage, ...words]);
const startedMs = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}`);

/** Makes the runtime base with Debian's packages, and the base for the build with this machine's npm on top. */
async function makeBases(): Promise<void> {
  const tar = join(folder, 'base.tar');
  const [, suite = ''] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  await succeed(['mmdebstrap', '--variant=minbase', '--include=ca-certificates,libstdc++6', suite, tar]);
  const base = (await buildah('from', 'scratch')).trim();
  await buildah('add', base, tar, '/');
  await buildah('commit', '--quiet', base, 'localhost/base');
  const local = join((await buildah('mount', base)).trim(), 'usr/local');
  const npm = dirname(
    dirname((await succeed(['readlink', '-f', (await succeed(['which', 'npm'])).trim()])).trim()),
  );
  copyFileSync(process.execPath, join(local, 'bin/node'));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  await buildah('commit', '--quiet', base, 'localhost/build-base');
  await buildah('rm', base);
}

/** Returns mounts that let npm in the build use the same registry and authorities as on this machine. */
async function npmMounts(): Promise<string[]> {
  const read = async (name: string): Promise<string> =>
    (await succeed(['npm', 'config', 'get', name])).trim().split('\n').at(-1) ?? '';
  const authorities = await read('cafile');
  const npmrc = join(folder, 'npmrc');
  const isSet = authorities.startsWith('/');
  writeFileSync(
    npmrc,
    `registry=${await read('registry')}\n${isSet ? 'cafile=/etc/npm-authorities.pem\n' : ''}`,
  );
  return [
    `${npmrc}:/root/.npmrc:ro`,
    ...(isSet ? [`${authorities}:/etc/npm-authorities.pem:ro`] : []),
  ].flatMap((mount) => ['--volume', mount]);
}

interface Config {
  readonly User: string;
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Returns the command that runs words in the image as a container engine would: read-only but for /data and /tmp. */
function inImage(
  mounted: string,
  data: string,
  config: Config,
  environment: readonly string[],
  words: readonly string[],
): string[] {
  const script = `set -e
mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"
mount --rbind /dev "$0/dev"; mount -t proc proc "$0/proc"; mount -t tmpfs tmpfs "$0/tmp"
mount --bind "$1" "$0${config.WorkingDir}"; account=$2; shift 2
exec chroot --userspec="$account" "$0" env -i "$@"`;
  const variables = [...config.Env, ...environment];
  const inside = ['sh', '-c', 'cd "$0" && exec "$@"', config.WorkingDir, ...words];
  return [
    'unshare',
    '--mount',
    '--pid',
    '--fork',
    '--kill-child=SIGTERM',
    'sh',
    '-c',
    script,
    mounted,
    data,
    config.User,
    ...variables,
    ...inside,
  ];
}

try {
  const context = join(folder, 'context');
  mkdirSync(context);
  await succeed(['npm', 'pack', '--pack-destination', context], { cwd: root });
  say('packed; making the base');
  await makeBases();
  say('building the image');
  const bases = ['--build-arg', 'BUILD_BASE=localhost/build-base', '--build-arg', 'BASE=localhost/base'];
  const how = ['--isolation', 'chroot', '--format', 'docker', ...(await npmMounts()), ...bases];
  await buildah(
    'build',
    ...how,
    '--tag',
    'localhost/praca',
    '--file',
    join(root, 'deploy/Containerfile'),
    context,
  );
  const {
    Docker: { config },
  } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/praca')) as {
    Docker: { config: Config };
  };
  assert.equal(config.User, '10001:10001');
  const container = (await buildah('from', 'localhost/praca')).trim();
  const mounted = (await buildah('mount', container)).trim();
  const sizeOf = async (path: string): Promise<string> =>
    (await succeed(['du', '-sh', path])).split('\t')[0] ?? '';
  say(`built: ${await sizeOf(mounted)}, of that Praça ${await sizeOf(join(mounted, 'opt/praca'))}`);
  const data = join(folder, 'data');
  await succeed(['install', '--directory', '--owner=10001', '--group=10001', '--mode=700', data]);
  await succeed(['chmod', '711', folder]);
  const port = String(await freePort());
  const environment = [`PORT=${port}`, 'HOST=127.0.0.1', 'ENVIRONMENT=sandbox'];
  const run = (words: readonly string[]): string[] => inImage(mounted, data, config, environment, words);
  for (const round of ['first', 'second']) {
    const beginMs = performance.now();
    const server = runCommand(run([...config.Entrypoint, ...config.Cmd]));
    try {
      const url = await untilReady(server);
      say(`the ${round} start took ${((performance.now() - beginMs) / 1000).toFixed(1)} s`);
      if (round === 'first') await useServer(url);
      await succeed(run(config.Healthcheck.Test.slice(1)));
    } finally {
      await server.stop();
    }
  }
  await assert.rejects(
    succeed(run(config.Healthcheck.Test.slice(1))),
    'the health check fails without a server',
  );
  await assert.rejects(succeed(run(['touch', '/opt/praca/x'])), /Read-only file system/);
  console.log('1 passed, 0 failed');
} finally {
  await succeed(['buildah', ...storage, 'umount', '--all']).catch(() => {});
  rmSync(folder, { recursive: true, force: true });
}
