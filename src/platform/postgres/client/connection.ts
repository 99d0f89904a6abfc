import type { ClientConfig } from 'pg';
import { StartError } from '../../start-error.ts';

/** Address, database and credential of a PostgreSQL. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  tls?: boolean;
}

/** Connect timeout during a start. On a busy machine PostgreSQL may need seconds to begin a session. */
export const patientConnectMs = 60_000;

/** Returns driver options for all connections of the process: those of the pool, jobs, signals and leader election. */
export function pgOptions(
  connection: Connection,
  applicationName: string,
  connectTimeoutMs = 5000,
): ClientConfig {
  return {
    host: connection.host,
    port: connection.port,
    user: connection.user,
    database: connection.database,
    ...(connection.password === undefined ? {} : { password: connection.password }),
    ...(connection.tls ? { ssl: { rejectUnauthorized: true } } : {}),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    // A machine that fails closes no connection. Keep-alive probes detect that within seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  };
}

export function parseDatabaseUrl(text: string, setting = 'DATABASE_URL'): Connection {
  const parsed = new URL(text);
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (database === '') throw new StartError(`${setting} names no database: add /name at its end.`);
  const mode = parsed.searchParams.get('sslmode') ?? 'disable';
  // A socket directory is given as ?host=/var/run/postgresql, as in libpq. The brackets around an IPv6 address belong
  // to the URL syntax and not to the host.
  const named = decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, '$1');
  const host = parsed.searchParams.get('host') ?? named;
  return {
    host: host === '' ? 'localhost' : host,
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username) || 'postgres',
    database,
    ...(parsed.password === '' ? {} : { password: decodeURIComponent(parsed.password) }),
    ...(mode === 'disable' ? {} : { tls: true }),
  };
}

/** Returns host, port and database for messages, without the password. */
export function describeConnection({ host, port, database }: Connection): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

/** Returns the URL by which a worker process reaches the PostgreSQL that its parent started. */
export function formatDatabaseUrl(connection: Connection): string {
  const url = new URL(`postgres://localhost:${connection.port}/${encodeURIComponent(connection.database)}`);
  url.username = encodeURIComponent(connection.user);
  if (connection.password !== undefined) url.password = encodeURIComponent(connection.password);
  if (connection.tls) url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('host', connection.host);
  return url.href;
}
