import type { ClientConfig } from 'pg';
import type { Connection } from './database.ts';

/** The same connection for the driver that graphile-worker and the signals use. */
export function pgOptions(connection: Connection, applicationName: string): ClientConfig {
  return {
    host: connection.host,
    port: connection.port,
    user: connection.user,
    database: connection.database,
    ...(connection.password === undefined ? {} : { password: connection.password }),
    ...(connection.tls ? { ssl: { rejectUnauthorized: true } } : {}),
    application_name: applicationName,
    connectionTimeoutMillis: 5000,
  };
}
