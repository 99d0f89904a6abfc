import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { chooseLanguage, type Language } from '../../platform/http/language.ts';

/** Whoever sent a request: what counting, the audit record and the language of mails need of it. */
export interface Visitor {
  /** One household: an IPv4 address, or the /64 that an IPv6 subscriber owns. */
  readonly address: string;
  readonly userAgent: string;
  readonly language: Language;
}

const longestUserAgent = 300;

export function visitorOf(request: { ip: string; headers: IncomingHttpHeaders }): Visitor {
  return {
    address: householdOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent).toWellFormed(),
    language: chooseLanguage(request.headers['accept-language']),
  };
}

export function householdOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
