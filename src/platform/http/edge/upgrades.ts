import type { IncomingMessage } from 'node:http';
import type { RouteOptions } from 'fastify';

/**
 * Which requests to switch protocols are granted: those for a WebSocket where there is one. All others are answered as if
 * they had not asked, which RFC 9110 allows (7.8), and their connection lives on: clients offer h2c by default, and behind
 * a proxy the next request on the connection is somebody else's.
 */
export class Upgrades {
  readonly #paths: RegExp[] = [];

  note(route: Pick<RouteOptions, 'url' | 'websocket' | 'wsHandler'>): void {
    if (route.websocket !== true && route.wsHandler === undefined) return;
    const pattern = route.url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z]\w*/g, '[^/]+');
    this.#paths.push(new RegExp(`^${pattern}/?$`));
  }

  accepts({ method, headers, url = '' }: Pick<IncomingMessage, 'method' | 'headers' | 'url'>): boolean {
    if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
    const [path = ''] = url.split('?', 1);
    return this.#paths.some((pattern) => pattern.test(path));
  }
}
