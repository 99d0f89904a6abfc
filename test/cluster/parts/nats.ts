import { connect } from 'node:net';
import { until } from '../../support/process.ts';
import { freePorts } from './ports.ts';
import { start, type Started } from './started.ts';

export interface Nats {
  readonly url: string;
  pid(): number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startNats(program: string, folder: string): Promise<Nats> {
  const [port = 0] = await freePorts(1);
  let running: Started | undefined;
  const launch = async (): Promise<void> => {
    running = start({ name: 'nats', folder, command: [program, '-a', '127.0.0.1', '-p', String(port)] });
    await until(() => answers(port), 'NATS');
  };
  await launch();
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => running?.pid ?? 0,
    async kill() {
      await running?.kill();
    },
    start: launch,
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
