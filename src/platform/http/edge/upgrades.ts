import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RouteOptions } from 'fastify';
import { ignoreUpgrade } from './ignore-upgrade.ts';

declare module 'fastify' {
  interface FastifyInstance {
    grantedUpgrades: Upgrades['granted'];
  }
}

type Upgrade = [request: IncomingMessage, socket: Socket, head: Buffer];

/** From here on Node reads the body of a request to switch protocols itself, and `ignoreUpgrade` could not put it back. */
const readsBodies = Number.parseInt(process.versions.node, 10) >= 26;

/**
 * Which requests to switch protocols are granted: those for a WebSocket where there is one. All others are answered as if
 * they had not asked, which RFC 9110 allows (7.8), and their connection lives on: clients offer h2c by default, and behind
 * a proxy the next request on the connection is somebody else's.
 */
export class Upgrades {
  /** Tells what is granted, as the server itself would. */
  readonly granted = new EventEmitter<{ upgrade: Upgrade }>();
  readonly #paths: RegExp[] = [];

  note(route: Pick<RouteOptions, 'url' | 'websocket' | 'wsHandler'>): void {
    if (route.websocket !== true && route.wsHandler === undefined) return;
    const pattern = route.url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z]\w*/g, '[^/]+');
    this.#paths.push(new RegExp(`^${pattern}/?$`));
  }

  /**
   * Also those that are ignored: Node would answer them where this says no, but its parser stops behind the request, and
   * what had come with it in one packet, such as the next request, would be lost.
   */
  readonly isTaken = (request: IncomingMessage): boolean =>
    !readsBodies || !hasBody(request) || this.#isGranted(request);

  listen(server: Server): void {
    server.on('upgrade', (request, socket: Socket, head) => {
      // Node has taken its own listener away, and without one an error would end the process.
      const destroy = (): void => void socket.destroy();
      socket.on('error', destroy);
      whenAnswered(socket, () => {
        if (!socket.writable) return destroy();
        if (this.#isGranted(request)) this.granted.emit('upgrade', request, socket, head);
        else ignoreUpgrade(server, request, socket, head);
        socket.off('error', destroy);
      });
    });
  }

  #isGranted({ method, headers, url = '' }: IncomingMessage): boolean {
    if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
    if (this.granted.listenerCount('upgrade') === 0) return false;
    const [path = ''] = url.split('?', 1);
    return this.#paths.some((pattern) => pattern.test(path));
  }
}

/** Once earlier requests of the connection have their answers: whoever takes the socket over knows nothing of them. */
function whenAnswered(socket: Socket & { _httpMessage?: ServerResponse | null }, go: () => void): void {
  const { _httpMessage: answering } = socket;
  if (answering) answering.once('close', () => whenAnswered(socket, go));
  else go();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
