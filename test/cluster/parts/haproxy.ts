import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { until } from '../../support/process.ts';
import type { DatabaseNode } from './patroni.ts';
import { freePorts } from './ports.ts';
import { start, type Started } from './started.ts';

export interface Proxy {
  readonly port: number;
  /** Restarts at the same address, with another configuration if one is given. */
  restart(configuration?: Configure): Promise<void>;
  /** Counts the open connections per server. */
  sessions(): Promise<Map<string, number>>;
  isUp(server: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Returns the configuration that follows the global section. The proxy listens on the given port. */
export type Configure = (port: number) => string;

export async function startProxy(
  program: string,
  folder: string,
  name: string,
  configuration: Configure,
): Promise<Proxy> {
  const [port = 0] = await freePorts(1);
  const socket = `${folder}/${name}.sock`;
  let running: Started | undefined;
  let configure = configuration;

  const launch = async (): Promise<void> => {
    const file = `${folder}/${name}.cfg`;
    writeFileSync(
      file,
      `global\n  stats socket ${socket} mode 600\n  hard-stop-after 1s\n\n${configure(port)}`,
    );
    running = start({ name, folder, command: [program, '-db', '-f', file] });
    await until(async () => (await ask('show info').catch(() => '')) !== '', name);
  };
  const ask = async (question: string): Promise<string> => {
    const connection = connect(socket);
    connection.setTimeout(2000, () => connection.destroy(new Error(`${name} does not answer`)));
    await once(connection, 'connect');
    connection.end(`${question}\n`);
    let text = '';
    for await (const chunk of connection) text += String(chunk);
    return text;
  };
  const servers = async (): Promise<Record<string, string>[]> => {
    const [head = '', ...lines] = (await ask('show stat -1 4 -1')).trim().split('\n');
    const columns = head.replace(/^# /, '').split(',');
    return lines.map((line) =>
      Object.fromEntries(line.split(',').map((cell, index) => [columns[index], cell])),
    );
  };

  await launch();
  return {
    port,
    async restart(next = configure) {
      configure = next;
      await running?.kill();
      await launch();
    },
    async sessions() {
      return new Map((await servers()).map((row) => [row['svname'] ?? '', Number(row['scur'])]));
    },
    async isUp(server) {
      return (await servers()).some((row) => row['svname'] === server && row['status'] === 'UP');
    },
    async stop() {
      await running?.kill();
    },
  };
}

export interface DatabaseProxyOptions {
  /** Ends the connections to a node that is no longer the primary. */
  readonly cutsSessions?: boolean;
  /** Sends all connections to this node, even if it is a standby. */
  readonly only?: DatabaseNode;
}

/** Returns a configuration that sends connections to the current primary. */
export const followPrimary =
  (nodes: readonly DatabaseNode[], { cutsSessions = true, only }: DatabaseProxyOptions = {}): Configure =>
  (port) =>
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  # Closes half-open connections soon, even if a frozen server never answers.
  timeout client-fin 1s
  timeout server-fin 1s
  timeout check 1s

listen database
  bind 127.0.0.1:${port}
${
  only
    ? `  server ${only.name} 127.0.0.1:${only.port}\n`
    : `  option httpchk GET /primary
  default-server inter 1s fall 2 rise 1${cutsSessions ? ' on-marked-down shutdown-sessions' : ''}
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}\n`).join('')}`
}`;

const unavailable = JSON.stringify({
  type: 'about:blank',
  title: 'Service unavailable',
  status: 503,
  detail: 'No machine can answer at the moment.',
  code: 'unavailable',
});

/** Returns the configuration of the load balancer in front of Praça. */
export const balance =
  (machines: readonly { readonly name: string; readonly port: number }[]): Configure =>
  (port) =>
    `defaults
  mode http
  timeout connect 2s
  timeout client 1h
  timeout server 60s
  timeout check 5s
  timeout tunnel 1h

listen praca
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  option redispatch 1
  retries 3
  retry-on conn-failure
  option forwardfor
  # Server-sent events would otherwise come 200 ms late.
  option http-no-delay
  http-error status 503 content-type application/problem+json string '${unavailable}' hdr retry-after 1
  default-server inter 1s fall 2 rise 1 check
${machines.map(({ name, port: target }) => `  server ${name} 127.0.0.1:${target}\n`).join('')}`;
