import type { PlatformSettings } from '../platform.ts';
import { parseDatabaseUrl, type Connection } from '../postgres/client/connection.ts';
import { refuseWeakHashes } from '../hashing/hasher.ts';
import { StartError } from '../start-error.ts';
import { readHeaders } from '../telemetry/traces/read-headers.ts';
import { createSealer } from '../tokens/sealer.ts';
import { placeDatabases } from './place-databases.ts';

const loopback = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:[^.]+\.)*localhost)$/;

/** Checks of settings that are valid alone but not in combination or for their purpose. Each check throws. */
export const platformChecks: readonly ((settings: PlatformSettings) => unknown)[] = [
  refuseExposure,
  refusePlainHttp,
  refuseAdornedUrl,
  refusePath,
  refuseMissingRoot,
  // Throws if two settings are ambiguous or one names no database.
  (settings) =>
    placeDatabases(
      settings,
      settings.DATABASE_URL === '' ? embedded : parseDatabaseUrl(settings.DATABASE_URL),
    ),
  ({ OTEL_EXPORTER_OTLP_HEADERS }) => readHeaders(OTEL_EXPORTER_OTLP_HEADERS),
  ({ SECRET_KEY, SECRET_KEY_PREVIOUS }) => createSealer(SECRET_KEY, SECRET_KEY_PREVIOUS),
  ({ PASSWORD_MEMORY_KIB: memoryKib, PASSWORD_PASSES: passes, WEAK_HASHES: weakAllowed }) =>
    refuseWeakHashes({ memoryKib, passes, weakAllowed }),
];

/** Placeholder for the embedded PostgreSQL, whose address is known only after its start. No setting names it. */
const embedded: Connection = { host: '', port: 0, user: '', database: '' };

function refuseExposure(settings: PlatformSettings): void {
  if (settings.SANDBOX_PUBLIC || loopback.test(settings.HOST)) return;
  throw new StartError(
    `HOST is ${settings.HOST}, but a sandbox listens only on loopback, because its credentials are public. Set SANDBOX_PUBLIC=yes to allow it.`,
  );
}

function refusePlainHttp(settings: PlatformSettings): void {
  if (settings.PLAIN_HTTP || settings.PUBLIC_URL === '') return;
  const { protocol, hostname } = new URL(settings.PUBLIC_URL);
  if (protocol === 'https:' || loopback.test(hostname)) return;
  throw new StartError(
    `PUBLIC_URL is ${settings.PUBLIC_URL}, so passwords, tokens and payments would be sent unencrypted. It must begin with https://, also if a proxy terminates TLS. Set PLAIN_HTTP=yes only in a network in which no one else can read the traffic.`,
  );
}

/** A password or query in PUBLIC_URL would appear in every link, and so in answers, mails and pages. */
function refuseAdornedUrl({ PUBLIC_URL: address }: PlatformSettings): void {
  if (address === '') return;
  const { username, password } = new URL(address);
  if (username === '' && password === '' && !/[?#]/.test(address)) return;
  throw new StartError(
    'PUBLIC_URL has a user, a password, a query or a fragment, which links cannot begin with: use https://host, with a port if clients need one.',
  );
}

/** Pages, forms, redirects and cookies (`__Host-`) need the root of a host, so PUBLIC_URL must not have a path. */
function refusePath({ PUBLIC_URL: address }: PlatformSettings): void {
  if (address === '') return;
  const { pathname, host } = new URL(address);
  if (/^\/*$/.test(pathname)) return;
  throw new StartError(
    `PUBLIC_URL has a path, but the pages of Praça are at the root of ${host}: use a separate host, such as https://pay.example.com.`,
  );
}

function refuseMissingRoot(settings: PlatformSettings): void {
  if (settings.ROOT_SERVICE === 'none' || settings.SERVICES.includes(settings.ROOT_SERVICE)) return;
  throw new StartError(`ROOT_SERVICE is ${settings.ROOT_SERVICE}, which SERVICES does not name.`);
}
