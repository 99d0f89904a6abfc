import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { newRequestId } from '../../ids.ts';
import { StartError } from '../../start-error.ts';

/** Decides whether the proxy at an address may set forwarding headers. Undefined if no proxy is trusted. */
export type Trust = (address: string, hop: number) => boolean;

export function compileTrust(proxies: readonly string[]): Trust | undefined {
  if (proxies.length === 0) return undefined;
  try {
    return compile([...proxies]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`TRUST_PROXY takes addresses and networks, as in 10.0.0.0/8: ${reason}.`);
  }
}

/** Accepted request ids: only characters that need no escaping in logs and answers. */
const requestIdPattern = /^[A-Za-z0-9._-]{8,128}$/;

/**
 * Returns a generator of request ids. The id of a trusted proxy is kept, so that its log and ours match. Ids from other
 * clients are ignored, because they could repeat the id of another request.
 */
export function requestIdGenerator(trust: Trust | undefined): (raw: IncomingMessage) => string {
  if (trust === undefined) return newRequestId;
  return (raw) => {
    const given = raw.headers['x-request-id'];
    if (typeof given !== 'string' || !requestIdPattern.test(given)) return newRequestId();
    return trust(raw.socket.remoteAddress ?? '', 0) ? given : newRequestId();
  };
}
