import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/** As `dns.lookup` with `all: true`. */
export type Lookup = (
  hostname: string,
  options: { all: true; family?: number; hints?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface SafeDispatcherOptions {
  /** Where the operator names the servers, or nothing private can be reached anyway. */
  allowPrivate: boolean;
  lookup?: Lookup;
  connectTimeoutMs?: number;
}

/**
 * Connects only to public addresses. The address is judged when the connection is made and is the very one that is
 * connected to, so that a name whose answer changes between two questions gains nothing.
 */
export async function createSafeDispatcher(options: SafeDispatcherOptions): Promise<Dispatcher> {
  // Loaded with the first request: 30 MB that a process which never sends one does without.
  const { Agent, buildConnector } = await import('undici');
  const connect = buildConnector({
    timeout: options.connectTimeoutMs ?? 5000,
    lookup: guardLookup(options),
  });
  return new Agent({
    keepAliveTimeout: 4000,
    connections: 32,
    maxHeaderSize: 16_384,
    connect(target, callback) {
      const literal = target.hostname.replace(/^\[(.*)\]$/, '$1');
      // No name is looked up for an address, so the guard below never sees it.
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
    const wishes = {
      all: true as const,
      ...(typeof family === 'number' ? { family } : {}),
      ...(hints === undefined ? {} : { hints }),
    };
    lookup(hostname, wishes, (error, addresses) => {
      if (error) return callback(error, []);
      // One private address among public ones is a trap just as well.
      const wrong = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
      if (wrong) return callback(forbidden(hostname), []);
      const [first] = addresses;
      if (!first) return callback(new OutboundError('unreachable', `${hostname} has no address`), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The address itself is not told: it would describe the inside of a network to a stranger. */
const forbidden = (hostname: string): OutboundError =>
  new OutboundError('forbidden_address', `${hostname} is not on the public internet`);
