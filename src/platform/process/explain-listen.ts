import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

/** Turns a failure to listen into a sentence if a setting is the cause. */
export function explainListen(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to a free port.`,
      );
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user. Set PORT to 1024 or more.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST is ${host}, which is no address of this machine.`);
    default:
      return error;
  }
}

/** Checks the host with a random free port, because the configured port may be in use by the running Praça. */
export async function checkHost(host: string): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
  } catch (error) {
    throw explainListen(error, host, 0);
  }
  server.close();
}
