import type { IncomingHttpHeaders } from 'node:http';
import { clientNetworkOf } from '../../../platform/http/edge/client-network.ts';
import { chooseLanguage, type Language } from '../../../platform/http/language.ts';

/** The origin of a request, as the throttle, the audit and the language of mails need it. */
export interface Visitor {
  /** The client's network from `clientNetworkOf`: an IPv4 address, or the /64 that an IPv6 subscriber owns. */
  readonly address: string;
  readonly userAgent: string;
  readonly language: Language;
}

/** The visitor for actions of staff or commands. The account's owner must not see the address and browser of staff. */
export const operator: Visitor = { address: '', userAgent: '', language: 'en' };

const longestUserAgent = 300;

export function visitorOf(request: { ip: string; headers: IncomingHttpHeaders }): Visitor {
  return {
    address: clientNetworkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent).toWellFormed(),
    language: chooseLanguage(request.headers['accept-language']),
  };
}
