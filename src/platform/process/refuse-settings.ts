import type { PlatformSettings } from '../platform.ts';
import { parseDatabaseUrl, type Connection } from '../postgres/client/connection.ts';
import { refuseWeakHashes } from '../hashing/hasher.ts';
import { StartError } from '../start-error.ts';
import { createSealer } from '../tokens/sealer.ts';
import { placeDatabases } from './place-databases.ts';

const loopback = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:[^.]+\.)*localhost)$/;

/** Settings that are right one by one, but not together, or not for what they are used for: each check throws. */
export const platformChecks: readonly ((settings: PlatformSettings) => unknown)[] = [
  refuseExposure,
  refusePlainHttp,
  refuseAdornedUrl,
  refusePath,
  refuseMissingRoot,
  // Throws where they cannot be told apart, or name no database.
  (settings) =>
    placeDatabases(
      settings,
      settings.DATABASE_URL === '' ? embedded : parseDatabaseUrl(settings.DATABASE_URL),
    ),
  ({ SECRET_KEY, SECRET_KEY_PREVIOUS }) => createSealer(SECRET_KEY, SECRET_KEY_PREVIOUS),
  ({ PASSWORD_MEMORY_KIB: memoryKib, PASSWORD_PASSES: passes, WEAK_HASHES: weakAllowed }) =>
    refuseWeakHashes({ memoryKib, passes, weakAllowed }),
];

/** Where it is turns out when it was started; nobody names it. */
const embedded: Connection = { host: '', port: 0, user: '', database: '' };

function refuseExposure(settings: PlatformSettings): void {
  if (settings.SANDBOX_PUBLIC || loopback.test(settings.HOST)) return;
  throw new StartError(
    `HOST is ${settings.HOST}, but a sandbox listens only on loopback, because its credentials are public. Set SANDBOX_PUBLIC=yes if that is what you want.`,
  );
}

function refusePlainHttp(settings: PlatformSettings): void {
  if (settings.PLAIN_HTTP || settings.PUBLIC_URL === '') return;
  const { protocol, hostname } = new URL(settings.PUBLIC_URL);
  if (protocol === 'https:' || loopback.test(hostname)) return;
  throw new StartError(
    `PUBLIC_URL is ${settings.PUBLIC_URL}, and passwords, tokens and money would travel there unencrypted: it must begin with https://, which is also what clients use where a proxy ends TLS. Set PLAIN_HTTP=yes only where nobody else can listen.`,
  );
}

/** It stands at the beginning of links, and whoever gets an answer, a mail or a page reads it. */
function refuseAdornedUrl({ PUBLIC_URL: address }: PlatformSettings): void {
  if (address === '') return;
  const { username, password } = new URL(address);
  if (username === '' && password === '' && !/[?#]/.test(address)) return;
  throw new StartError(
    'PUBLIC_URL has a user, a password, a query or a fragment, and links cannot begin with it: it takes https://host, with a port where clients need one.',
  );
}

/** Pages, forms, redirects and cookies (`__Host-`) live at the root of a host, whatever a proxy puts before it. */
function refusePath({ PUBLIC_URL: address }: PlatformSettings): void {
  if (address === '') return;
  const { pathname, host } = new URL(address);
  if (/^\/*$/.test(pathname)) return;
  throw new StartError(
    `PUBLIC_URL has a path, and the pages of Praça are at the root of ${host}: give it a host of its own, as in https://pay.example.com.`,
  );
}

function refuseMissingRoot(settings: PlatformSettings): void {
  if (settings.ROOT_SERVICE === 'none' || settings.SERVICES.includes(settings.ROOT_SERVICE)) return;
  throw new StartError(`ROOT_SERVICE is ${settings.ROOT_SERVICE}, which SERVICES does not name.`);
}
