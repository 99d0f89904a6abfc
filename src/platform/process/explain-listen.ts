import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

/** Why nobody can listen there, where a setting is to blame. */
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

/** By any free port: the one that is set may be in use by the Praça that is looked at. */
export async function checkHost(host: string): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
  } catch (error) {
    throw explainListen(error, host, 0);
  }
  server.close();
}
