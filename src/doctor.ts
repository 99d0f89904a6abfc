import { statfs } from 'node:fs/promises';
import { DoctorReport, linesOf } from './doctor-report.ts';
import { allSettings, findRefusals, migrationSources, servedBy, version, type Settings } from './app.ts';
import { examineJobs } from './platform/jobs/examine-jobs.ts';
import { examineMail } from './platform/mail/examine-mail.ts';
import { examinePartitions } from './platform/partitions/examine-partitions.ts';
import { otherConnections } from './platform/platform.settings.ts';
import { parseDatabaseUrl, type Connection } from './platform/postgres/client/connection.ts';
import { openDatabase } from './platform/postgres/client/database.ts';
import { findExisting, lacksCluster } from './platform/postgres/embedded/embedded-directories.ts';
import { examineDatabase, type Examine } from './platform/postgres/examine-database.ts';
import { examineReplica } from './platform/postgres/replicas/examine-replica.ts';
import { findOutdated } from './platform/postgres/migrate.ts';
import { checkHost } from './platform/process/explain-listen.ts';
import { checkReachable, joinConnection, type OpenConnection } from './platform/process/open-connection.ts';
import { placeDatabases, type DatabasePlace } from './platform/process/place-databases.ts';
import { confirmPlaces } from './platform/process/service-places.ts';
import { findSettingFaults, readSettings, type SettingSources } from './platform/settings.ts';
import { examineNats } from './platform/signals/examine-nats.ts';
import { checkSecretKey } from './platform/tokens/check-secret-key.ts';
import { createLogger, type Logger } from './platform/telemetry/logger.ts';
import { createSealer } from './platform/tokens/sealer.ts';

const leastFreeBytes = 1_000_000_000;

/**
 * Examines everything that the server needs, at the same time, and prints the findings at the end. Sets exit code 1 if
 * something is wrong.
 */
export async function diagnose(
  flags: Record<string, string>,
  print: (line: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
  format: 'text' | 'json' = 'text',
): Promise<void> {
  const report = new DoctorReport();
  const settings = await examineSettings({ environment, flags }, report.section());
  if (settings) {
    await Promise.all([
      examineMachine(settings, report.section()),
      examineHome(settings, report.section()),
      examineOutside(settings, report.section()),
    ]);
  }
  const { status, checks } = report;
  if (format === 'json') print(JSON.stringify({ version, status, checks }, null, 2));
  else for (const line of linesOf(checks)) print(line);
  process.exitCode = status === 'wrong' ? 1 : 0;
}

/** Returns undefined if a start would refuse the settings. Reports each refused setting. */
async function examineSettings(sources: SettingSources, examine: Examine): Promise<Settings | undefined> {
  const faults = findSettingFaults(allSettings, sources);
  const settings = faults.length > 0 ? undefined : readSettings(allSettings, sources);
  const problems = settings ? findRefusals(settings) : faults;
  for (const problem of problems) await examine('settings', async () => ({ problem }));
  if (!settings || problems.length > 0) return undefined;
  const fine = `${settings.ENVIRONMENT}, serving ${settings.SERVICES.join(', ')}`;
  await examine('settings', async () => ({ fine }));
  return settings;
}

async function examineMachine(settings: Settings, examine: Examine): Promise<void> {
  await examine('address', async () => {
    await checkHost(settings.HOST);
    return { fine: `${settings.HOST} is one of this machine` };
  });
  if (settings.DATABASE_URL !== '') return;
  await examine('disk', async () => {
    const disk = await statfs(findExisting(settings.DATA_DIR));
    const free = disk.bavail * disk.bsize;
    const shown = `${(free / 1e9).toFixed(1)} GB free for ${settings.DATA_DIR}`;
    return free < leastFreeBytes ? { problem: `only ${shown}` } : { fine: shown };
  });
}

/** Tries the servers that are not databases. */
async function examineOutside(settings: Settings, examine: Examine): Promise<void> {
  const { SMTP_URL, NATS_URL } = settings;
  await Promise.all([
    ...(SMTP_URL === '' ? [] : [examine('mail server', () => examineMail(SMTP_URL))]),
    ...NATS_URL.map((url) => examine('NATS', () => examineNats(NATS_URL, url))),
    ...servedBy(settings).map((service) => service.probe?.(examine, settings)),
  ]);
}

async function examineHome(settings: Settings, examine: Examine): Promise<void> {
  const log = createLogger({ level: 'silent', pretty: false });
  const home = await joinHome(settings, log, examine);
  if (!home) return;
  try {
    await examineDatabases(settings, home.connection, examine);
  } finally {
    await home.close();
  }
}

async function joinHome(
  settings: Settings,
  log: Logger,
  examine: Examine,
): Promise<OpenConnection | undefined> {
  try {
    if (settings.DATABASE_URL === '') {
      if (!(await lacksCluster(settings.DATA_DIR))) return await joinConnection(settings, log);
      const fine = `none in ${settings.DATA_DIR} yet: "praca migrate" or a start makes it`;
      await examine('database', async () => ({ fine }));
      return undefined;
    }
    return { connection: parseDatabaseUrl(settings.DATABASE_URL), close: async () => {} };
  } catch (error) {
    await examine('database', () => Promise.reject(error));
    return undefined;
  }
}

/** Examines every configured database, including those of services that are served elsewhere. */
async function examineDatabases(settings: Settings, home: Connection, examine: Examine): Promise<void> {
  const named = placeDatabases(settings, home);
  const places: DatabasePlace[] = [];
  for (const place of named) {
    const isReached = await examine(subjectIn(named, place, 'database'), async () => {
      await checkReachable(place.connection, place.setting);
      return { fine: `reached at ${place.connection.host}` };
    });
    if (isReached) places.push(place);
  }
  const confirmed =
    places.length === named.length ? await examineServices(places, settings.SERVICES, examine) : places;
  for (const place of confirmed) {
    const neighbours = named.filter(({ connection }) => isSameServer(connection, place.connection)).length;
    await examinePlace(settings, place, neighbours, (subject, look) =>
      examine(subjectIn(named, place, subject), look),
    );
  }
}

/** Returns no database if a start would refuse them, since the content of a wrong database means nothing. */
async function examineServices(
  named: readonly DatabasePlace[],
  served: readonly string[],
  examine: Examine,
): Promise<readonly DatabasePlace[]> {
  let places: readonly DatabasePlace[] = [];
  await examine('services', async () => {
    places = await confirmPlaces(named, served);
    const shown = places
      .filter(({ services }) => services.length > 0)
      .map(({ name, services }) => `${services.join(', ')} in ${named.length === 1 ? 'one database' : name}`);
    return { fine: shown.join('; ') };
  });
  return places;
}

const isSameServer = (one: Connection, other: Connection): boolean =>
  one.host === other.host && one.port === other.port;

/** Adds the database's name if there are several. */
const subjectIn = (named: readonly DatabasePlace[], { name }: DatabasePlace, subject: string): string =>
  named.length === 1 ? subject : `${subject} (${name})`;

async function examinePlace(
  settings: Settings,
  place: DatabasePlace,
  neighbours: number,
  examine: Examine,
): Promise<void> {
  const sql = openDatabase({
    connection: place.connection,
    poolSize: 1,
    applicationName: 'praca doctor',
  });
  try {
    await examine('schema', async () => {
      // An outdated schema is fine, because a start migrates it. An unknown newer version throws.
      return { fine: (await findOutdated(sql, migrationSources(place.services))) ?? 'of this version' };
    });
    await examine('secret key', async () => {
      const sealer = createSealer(settings.SECRET_KEY, settings.SECRET_KEY_PREVIOUS);
      const served = place.services.filter((service) => settings.SERVICES.includes(service));
      const outcome = await checkSecretKey(sql, sealer, served);
      return { fine: outcome === 'opens' ? 'opens what is sealed' : 'nothing is sealed yet' };
    });
    const positionConnections = place.replicas.length > 0 ? 2 : 0;
    await examineDatabase(
      sql,
      settings.ENVIRONMENT,
      {
        connections: (settings.DATABASE_POOL + otherConnections + positionConnections) * settings.WORKERS,
        databases: neighbours,
      },
      examine,
    );
    await examinePartitions(sql, examine);
    await examine('jobs', () => examineJobs(sql));
    await Promise.all(
      place.replicas.map((replica) =>
        examine('replica', () => examineReplica(sql, replica, settings.DATABASE_REPLICA_LAG_MS)),
      ),
    );
    for (const service of servedBy(settings)) {
      if (place.services.includes(service.name)) await service.examine?.(sql, examine, settings);
    }
  } finally {
    await sql.end();
  }
}
