import { MovableClock, systemClock } from '../clock.ts';
import type { Platform, PlatformSettings } from '../platform.ts';
import { followClock } from '../postgres/clock-offset.ts';
import { openDatabase, type Connection } from '../postgres/database.ts';
import { openLeads } from '../postgres/leads.ts';
import { openNatsSignals } from '../signals/nats-signals.ts';
import { openPostgresSignals } from '../signals/postgres-signals.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createSealer } from '../tokens/sealer.ts';

export interface OpenPlatform extends Platform {
  close(): Promise<void>;
}

/** On a database that is migrated and stamped. */
export async function openPlatform(
  settings: PlatformSettings,
  connection: Connection,
  log: Logger,
): Promise<OpenPlatform> {
  const sealer = createSealer(settings.SECRET_KEY, settings.SECRET_KEY_PREVIOUS);
  const sql = openDatabase({ connection, poolSize: settings.DATABASE_POOL, applicationName: 'praca' });
  const signals =
    settings.NATS_URL === ''
      ? await openPostgresSignals(connection, log)
      : await openNatsSignals(settings.NATS_URL, settings.NATS_SUBJECT, log);
  const movableClock = settings.MOVABLE_CLOCK ? new MovableClock() : undefined;
  if (movableClock) await followClock(sql, movableClock, signals);
  const metrics = createMetrics();
  const leads = openLeads(connection, log);
  return {
    settings,
    connection,
    sql,
    clock: movableClock ?? systemClock,
    movableClock,
    signals,
    leads,
    sealer,
    metrics,
    log,
    publicUrl: publicUrlOf(settings),
    async close() {
      await leads.close();
      await signals.close();
      await sql.end();
    },
  };
}

export function publicUrlOf(settings: PlatformSettings): string {
  if (settings.PUBLIC_URL !== '') return settings.PUBLIC_URL.replace(/\/+$/, '');
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST;
  return `http://${host}:${settings.PORT}`;
}
