import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import { newRequestId } from '../../ids.ts';
import { StartError } from '../../start-error.ts';

/** Whether the one at that address may speak for others; undefined where nobody may. */
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

/** Also what log lines and answers may hold: nothing that needs to be escaped. */
const requestIdPattern = /^[A-Za-z0-9._-]{8,128}$/;

/** A request's name. A trusted proxy has given it one by which its own log calls it; a stranger's might be another's. */
export function requestIdGenerator(trust: Trust | undefined): (raw: IncomingMessage) => string {
  if (trust === undefined) return newRequestId;
  return (raw) => {
    const given = raw.headers['x-request-id'];
    if (typeof given !== 'string' || !requestIdPattern.test(given)) return newRequestId();
    return trust(raw.socket.remoteAddress ?? '', 0) ? given : newRequestId();
  };
}
