import { mkdirSync } from 'node:fs';
import { until } from '../../support/process.ts';
import { freePorts } from './ports.ts';
import type { ClusterPrograms } from './programs.ts';
import { start, type Started } from './started.ts';

/** The etcd server, which stores the lease of the primary. */
export interface Etcd {
  readonly port: number;
  kill(): Promise<void>;
  /** Starts again with the data from before. */
  start(): Promise<void>;
}

export async function startEtcd(
  { etcd: program, etcdProtocol }: Pick<ClusterPrograms, 'etcd' | 'etcdProtocol'>,
  folder: string,
): Promise<Etcd> {
  const [port = 0, peerPort = 0] = await freePorts(2);
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  mkdirSync(`${folder}/etcd`, { mode: 0o700 });
  const flags = {
    name: 'e1',
    'data-dir': `${folder}/etcd`,
    'log-level': 'warn',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `e1=${peer}`,
    ...(etcdProtocol === 'etcd' ? { 'enable-v2': 'true' } : {}),
  };
  let running: Started | undefined;
  const launch = async (): Promise<void> => {
    running = start({
      name: 'etcd',
      folder,
      command: [program, ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)],
    });
    await until(
      async () =>
        fetch(`${client}/health`, { signal: AbortSignal.timeout(2000) }).then(
          (answer) => answer.ok,
          () => false,
        ),
      'etcd',
    );
  };
  await launch();
  return {
    port,
    async kill() {
      await running?.kill();
    },
    start: launch,
  };
}
