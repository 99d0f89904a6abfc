import type { IncomingHttpHeaders } from 'node:http';
import { clientNetworkOf } from '../../platform/http/edge/client-network.ts';
import { chooseLanguage, type Language } from '../../platform/http/language.ts';

/** Whoever sent a request: what counting, the audit record and the language of mails need of it. */
export interface Visitor {
  /** The client's network as `clientNetworkOf` gives it: an IPv4 address, or the /64 that an IPv6 subscriber owns. */
  readonly address: string;
  readonly userAgent: string;
  readonly language: Language;
}

/** Staff, or a command: their own address and browser are nothing that the account's owner should read. */
export const operator: Visitor = { address: '', userAgent: '', language: 'en' };

const longestUserAgent = 300;

export function visitorOf(request: { ip: string; headers: IncomingHttpHeaders }): Visitor {
  return {
    address: clientNetworkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent).toWellFormed(),
    language: chooseLanguage(request.headers['accept-language']),
  };
}
