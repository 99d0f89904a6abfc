import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { isProgram } from '../../support/chromium.ts';

/** Packages of Debian. Other systems need packages with the same programs. */
export const clusterPackages = [
  'patroni',
  'python3-etcd',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'nats-server',
  'pgbouncer',
  'python3-psycopg2',
  'postgresql-15',
] as const;

export interface ClusterPrograms {
  readonly patroni: string;
  readonly etcdProtocol: 'etcd' | 'etcd3';
  readonly etcd: string;
  readonly haproxy: string;
  readonly nats: string;
  readonly pgbouncer: string;
  readonly postgres: string;
}

const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

function find(name: string): string | undefined {
  return folders.map((folder) => `${folder}/${name}`).find(isProgram);
}

/** Returns undefined if a program is missing. */
export function findClusterPrograms(): ClusterPrograms | undefined {
  const patroni = find('patroni');
  const etcd = find('etcd');
  const haproxy = find('haproxy');
  const nats = find('nats-server');
  const pgbouncer = find('pgbouncer');
  // The oldest version that Praça supports, so that migrations and statements are tested on it.
  const postgres = globSync('/usr/lib/postgresql/*/bin/postgres')
    .map((path) => path.slice(0, -'/postgres'.length))
    .toSorted((one, other) => versionOf(one) - versionOf(other))
    .find((folder) => versionOf(folder) >= 15);
  if (!patroni || !etcd || !haproxy || !nats || !pgbouncer || !postgres) return undefined;
  return { patroni, etcdProtocol: etcdProtocolOf(patroni), etcd, haproxy, nats, pgbouncer, postgres };
}

const versionOf = (folder: string): number => Number(folder.split('/').at(-2));

/**
 * Before 3.0.3, Patroni with etcd's third protocol has a bug: a primary that was frozen for longer than its lease takes
 * the lock from its successor without checking the owner. All writes acknowledged meanwhile are lost. With the second
 * protocol it checks.
 */
function etcdProtocolOf(patroni: string): ClusterPrograms['etcdProtocol'] {
  const [, major = 0, minor = 0, patch = 0] =
    /(\d+)\.(\d+)\.(\d+)/.exec(execFileSync(patroni, ['--version'], { encoding: 'utf8' }))?.map(Number) ?? [];
  return major * 1_000_000 + minor * 1000 + patch < 3_000_003 ? 'etcd' : 'etcd3';
}
