import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/** Has the signature of `dns.lookup` with `all: true`. */
export type Lookup = (
  hostname: string,
  options: { all: true; family?: number; hints?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface SafeDispatcherOptions {
  /** For servers that the operator configures, or if no private network can be reached. */
  allowPrivate: boolean;
  lookup?: Lookup;
  connectTimeoutMs?: number;
  /** Connections per origin. Null for one per request, so that a hanging request does not delay the next. */
  connections?: number | null;
  /** Idle time in milliseconds for which a connection is kept for the same origin. */
  keepAliveMs?: number;
}

/**
 * Creates a dispatcher that connects only to public addresses. The check happens during the connect, on the very
 * address that is used, so a name that changes its answer between two lookups (DNS rebinding) has no effect.
 */
export async function createSafeDispatcher(options: SafeDispatcherOptions): Promise<Dispatcher> {
  // Loaded with the first request: it takes 30 MB that other processes do not need.
  const { Agent, buildConnector } = await import('undici');
  const connect = buildConnector({
    timeout: options.connectTimeoutMs ?? 5000,
    lookup: guardLookup(options),
  });
  return new Agent({
    keepAliveTimeout: options.keepAliveMs ?? 4000,
    connections: options.connections === undefined ? 32 : options.connections,
    maxHeaderSize: 16_384,
    connect(target, callback) {
      const literal = target.hostname.replace(/^\[(.*)\]$/, '$1');
      // An address is not looked up, so the check below does not see it.
      if (isIP(literal) !== 0 && !options.allowPrivate && !isPublicAddress(literal)) {
        callback(forbidden(literal), null);
        return;
      }
      connect(target, callback);
    },
  });
}

function guardLookup({ allowPrivate, lookup = systemLookup }: SafeDispatcherOptions): LookupFunction {
  return (hostname, options, callback) => {
    const { family, hints } = options;
    const lookupOptions = {
      all: true as const,
      ...(typeof family === 'number' ? { family } : {}),
      ...(hints === undefined ? {} : { hints }),
    };
    lookup(hostname, lookupOptions, (error, addresses) => {
      if (error) return callback(error, []);
      // A single private address among public ones is refused as well.
      const wrong = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
      if (wrong) return callback(forbidden(hostname), []);
      const [first] = addresses;
      if (!first) return callback(new OutboundError('unreachable', `${hostname} has no address`), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The message omits the address, which would reveal an internal network. */
const forbidden = (hostname: string): OutboundError =>
  new OutboundError('forbidden_address', `${hostname} is not on the public internet`);
