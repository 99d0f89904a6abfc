import type { ServiceName } from '../platform.settings.ts';
import { patientConnectMs } from '../postgres/client/connection.ts';
import { openDatabase, type Sql } from '../postgres/client/database.ts';
import { StartError } from '../start-error.ts';
import { listPurposes } from '../tokens/signing-keys.store.ts';
import { urlSetting, type DatabasePlace } from './place-databases.ts';

/** Runs a query on one database and closes the connection. */
async function at<T>({ connection }: DatabasePlace, ask: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const sql = openDatabase({
    connection,
    poolSize: 1,
    applicationName: 'praca start',
    connectTimeoutMs: patientConnectMs,
  });
  try {
    return await ask(sql);
  } finally {
    await sql.end();
  }
}

const guide = 'docs/operations/move-service.md';

/**
 * Verifies before any write that each service is in its configured database. With a wrong setting, a process would find
 * no tables, create new ones and begin without data. Returns the places, without services at home that have moved
 * according to the home database.
 */
export async function confirmPlaces(
  places: readonly DatabasePlace[],
  served: readonly string[],
): Promise<DatabasePlace[]> {
  const [home, ...others] = places;
  if (!home) return [];
  const noted = await at(home, findNoted);
  for (const service of home.services) if (served.includes(service)) refuseMissingSetting(noted, service);
  await refuseTheSame(places);
  for (const place of others) {
    for (const service of place.services) await refuseOther(home, place, service, noted.get(service));
  }
  return [{ ...home, services: home.services.filter((service) => !noted.has(service)) }, ...others];
}

/** Records the databases of moved services in the home database. Call it after the migrations. */
export async function notePlaces([home, ...others]: readonly DatabasePlace[]): Promise<void> {
  if (!home) return;
  for (const place of others) {
    const id = await at(place, findIdentity);
    await at(
      home,
      (sql) => sql`
        insert into platform.service_databases (service, database_id)
        select unnest(${place.services}::text[]), ${id}::uuid on conflict (service) do nothing`,
    );
  }
}

function refuseMissingSetting(noted: ReadonlyMap<string, string>, service: ServiceName): void {
  if (!noted.has(service)) return;
  throw new StartError(
    `The tables of ${service} are in a database of their own, but ${urlSetting(service)} is not set. Set it. To move them back into DATABASE_URL, see ${guide}.`,
  );
}

async function refuseOther(
  home: DatabasePlace,
  place: DatabasePlace,
  service: ServiceName,
  noted: string | undefined,
): Promise<void> {
  const setting = urlSetting(service);
  if (noted !== undefined) {
    if ((await at(place, (sql) => hasTables(sql, service))) && (await at(place, findIdentity)) === noted)
      return;
    throw new StartError(
      `${setting} leads to a database that is not the one with the tables of ${service}. To move them, see ${guide}.`,
    );
  }
  if (
    (await at(place, (sql) => hasServed(sql, service))) ||
    !(await at(home, (sql) => hasServed(sql, service)))
  )
    return;
  throw new StartError(
    `The tables of ${service} are in DATABASE_URL, and ${setting} leads to a database without them. Move them as described in ${guide}, or remove ${setting}.`,
  );
}

/**
 * Throws if two settings lead to the same database under different names, because it would be counted and migrated
 * twice.
 */
async function refuseTheSame(places: readonly DatabasePlace[]): Promise<void> {
  if (places.length === 1) return;
  const known = new Map<string, DatabasePlace>();
  for (const place of places) {
    const server = await at(place, findServer);
    const same = known.get(server);
    if (same) {
      throw new StartError(
        `${place.setting} and ${same.setting} lead to the same database by different addresses. Use the same address in both.`,
      );
    }
    known.set(server, place);
  }
}

async function findServer(sql: Sql): Promise<string> {
  const [row] = await sql<{ server: string }[]>`
    select system_identifier || ' ' || current_database() as server from pg_control_system()`;
  return row?.server ?? '';
}

const isThere = async (sql: Sql, table: string): Promise<boolean> => {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass(${table}) is not null as found`;
  return row?.found ?? false;
};

async function findNoted(sql: Sql): Promise<Map<string, string>> {
  if (!(await isThere(sql, 'platform.service_databases'))) return new Map();
  const rows = await sql<{ service: string; database_id: string }[]>`
    select service, database_id from platform.service_databases`;
  return new Map(rows.map((row) => [row.service, row.database_id]));
}

async function findIdentity(sql: Sql): Promise<string | undefined> {
  if (!(await isThere(sql, 'platform.database_identity'))) return undefined;
  const [row] = await sql<{ id: string }[]>`select id from platform.database_identity`;
  return row?.id;
}

const hasTables = async (sql: Sql, service: ServiceName): Promise<boolean> =>
  (await isThere(sql, 'platform.migrations')) &&
  (await sql`select from platform.migrations where schema_name = ${service} limit 1`).length > 0;

/** Returns true if the service has a signing key, which it creates on its first start. */
const hasServed = async (sql: Sql, service: ServiceName): Promise<boolean> =>
  (await isThere(sql, 'platform.signing_keys')) && (await listPurposes(sql, service)).length > 0;
