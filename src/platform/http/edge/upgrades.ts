import type { IncomingMessage } from 'node:http';
import type { RouteOptions } from 'fastify';

/**
 * Grants an upgrade only to WebSocket requests for a route that has one. Node answers all others as ordinary requests
 * (RFC 9110, 7.8): Java's HttpClient and `curl --http2` offer h2c with their first request. Node drops data that
 * arrives in the same packet after such a request; these clients send more only after the answer.
 */
export class Upgrades {
  readonly #paths: RegExp[] = [];

  note(route: Pick<RouteOptions, 'url' | 'websocket' | 'wsHandler'>): void {
    if (route.websocket !== true && route.wsHandler === undefined) return;
    const pattern = route.url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z]\w*/g, '[^/]+');
    this.#paths.push(new RegExp(`^${pattern}/?$`));
  }

  readonly isGranted = ({ method, headers, url = '' }: IncomingMessage): boolean => {
    if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
    const [path = ''] = url.split('?', 1);
    return this.#paths.some((pattern) => pattern.test(path));
  };
}
