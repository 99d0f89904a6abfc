import type { ClientConfig } from 'pg';
import { StartError } from '../../start-error.ts';

/** Where PostgreSQL is, and as whom. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  tls?: boolean;
}

/** For connections of a start: on a busy machine PostgreSQL may need seconds to begin a session. */
export const patientConnectMs = 60_000;

/** The same for every connection of the process: the pool's, and those of jobs, signals and leader election. */
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
    // A machine that is gone says no goodbye: it is noticed some seconds after the first question without an answer.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  };
}

export function parseDatabaseUrl(text: string, setting = 'DATABASE_URL'): Connection {
  const parsed = new URL(text);
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (database === '') throw new StartError(`${setting} names no database: add /name at its end.`);
  const mode = parsed.searchParams.get('sslmode') ?? 'disable';
  // A socket directory travels as ?host=/var/run/postgresql, as libpq has it.
  // Brackets set an IPv6 address apart from its port, and are no part of it.
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

/** For people: host, port and database, and nobody's password. */
export function describeConnection({ host, port, database }: Connection): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

/** How a worker process is told of the PostgreSQL that its parent started. */
export function formatDatabaseUrl(connection: Connection): string {
  const url = new URL(`postgres://localhost:${connection.port}/${encodeURIComponent(connection.database)}`);
  url.username = encodeURIComponent(connection.user);
  if (connection.password !== undefined) url.password = encodeURIComponent(connection.password);
  if (connection.tls) url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('host', connection.host);
  return url.href;
}
