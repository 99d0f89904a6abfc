import { statfs } from 'node:fs/promises';
import { allSettings, migrationSources, servedBy } from './app.ts';
import { otherConnections } from './platform/platform.settings.ts';
import { parseDatabaseUrl } from './platform/postgres/client/connection.ts';
import { openDatabase } from './platform/postgres/client/database.ts';
import { examineDatabase, type Examine, type Finding } from './platform/postgres/examine-database.ts';
import { examineReplica } from './platform/postgres/replicas/examine-replica.ts';
import { findOutdated } from './platform/postgres/migrate.ts';
import { reachDatabase } from './platform/postgres/client/transaction.ts';
import { joinConnection } from './platform/process/open-connection.ts';
import { refuseSettings } from './platform/process/refuse-settings.ts';
import { readSettings } from './platform/settings.ts';
import { createLogger } from './platform/telemetry/logger.ts';
import { createSealer } from './platform/tokens/sealer.ts';

const leastFreeBytes = 1_000_000_000;

/** Looks at everything a start depends on, one line each; exit code 1 if something is wrong. */
export async function diagnose(flags: Record<string, string>, print: (line: string) => void): Promise<void> {
  let wrong = false;
  const examine: Examine = async (subject, look) => {
    const finding = await look().catch((error: unknown): Finding => ({ problem: messageOf(error) }));
    const fine = finding.problem === undefined;
    wrong ||= !fine;
    print(`${fine ? 'ok   ' : 'WRONG'}  ${subject}: ${finding.problem ?? finding.fine ?? 'fine'}`);
    return fine;
  };

  const readable = await examine('settings', async () => {
    const settings = readSettings(allSettings, { environment: process.env, flags });
    refuseSettings(settings);
    createSealer(settings.SECRET_KEY, settings.SECRET_KEY_PREVIOUS);
    return { fine: `${settings.ENVIRONMENT}, serving ${settings.SERVICES.join(', ')}` };
  });
  if (readable) await examineMachine(flags, examine);
  process.exitCode = wrong ? 1 : 0;
}

async function examineMachine(flags: Record<string, string>, examine: Examine): Promise<void> {
  const settings = readSettings(allSettings, { environment: process.env, flags });
  if (settings.DATABASE_URL === '') {
    await examine('disk', async () => {
      const disk = await statfs(settings.DATA_DIR).catch(() => statfs('.'));
      const free = disk.bavail * disk.bsize;
      const shown = `${(free / 1e9).toFixed(1)} GB free for ${settings.DATA_DIR}`;
      return free < leastFreeBytes ? { problem: `only ${shown}` } : { fine: shown };
    });
  }
  const log = createLogger({ level: 'silent', pretty: false });
  await examine('database', async () => {
    const { connection, close } = await joinConnection(settings, log);
    const sql = openDatabase({ connection, poolSize: 1, applicationName: 'praca doctor' });
    try {
      await reachDatabase(sql, `${connection.host}/${connection.database}`, 3000);
      await examine('schema', async () => {
        // No fault: a start mends it. A version that is not known here is one, and is thrown.
        return { fine: (await findOutdated(sql, migrationSources)) ?? 'of this version' };
      });
      const positionConnections = settings.DATABASE_REPLICA_URL.length > 0 ? 2 : 0;
      await examineDatabase(
        sql,
        settings.ENVIRONMENT,
        (settings.DATABASE_POOL + otherConnections + positionConnections) * settings.WORKERS,
        examine,
      );
      for (const url of settings.DATABASE_REPLICA_URL)
        await examine('replica', () => examineReplica(sql, parseDatabaseUrl(url)));
      for (const service of servedBy(settings)) await service.examine?.(sql, examine, settings);
      return { fine: `reached at ${connection.host}` };
    } finally {
      await sql.end();
      await close();
    }
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
