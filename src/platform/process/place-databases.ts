import { homeName } from '../postgres/database-reference.ts';
import type { PlatformSettings } from '../platform.ts';
import { serviceNames, type ServiceName } from '../platform.settings.ts';
import { parseDatabaseUrl, type Connection } from '../postgres/client/connection.ts';
import { StartError } from '../start-error.ts';

/** A database and the services in it. */
export interface DatabasePlace {
  /** `home`, or the names of its services, such as `merchant` or `merchant+accounts`. */
  readonly name: string;
  /** Name of the setting with its URL. */
  readonly setting: string;
  readonly connection: Connection;
  readonly replicas: readonly Connection[];
  readonly services: readonly ServiceName[];
}

export const urlSetting = (service: ServiceName) => `${upper(service)}_DATABASE_URL` as const;
const replicaSetting = (service: ServiceName) => `${upper(service)}_DATABASE_REPLICA_URL` as const;

const upper = <T extends string>(name: T): Uppercase<T> => name.toUpperCase() as Uppercase<T>;

/** Returns the home database first, then those of single services. Settings with the same target are one database. */
export function placeDatabases(settings: PlatformSettings, home: Connection): DatabasePlace[] {
  const apart = new Map<string, { connection: Connection; setting: string; services: ServiceName[] }>();
  const atHome: ServiceName[] = [];
  for (const service of serviceNames) {
    const setting = urlSetting(service);
    const connection = settings[setting] === '' ? home : parseDatabaseUrl(settings[setting], setting);
    if (keyOf(connection) === keyOf(home)) {
      refuseReplicas(settings, service);
      atHome.push(service);
      continue;
    }
    const known = apart.get(keyOf(connection));
    if (known) known.services.push(service);
    else apart.set(keyOf(connection), { connection, setting, services: [service] });
  }
  return [
    {
      name: homeName,
      setting: 'DATABASE_URL',
      connection: home,
      replicas: settings.DATABASE_REPLICA_URL.map((url) => parseDatabaseUrl(url, 'DATABASE_REPLICA_URL')),
      services: atHome,
    },
    ...[...apart.values()].map((place) => ({
      ...place,
      name: place.services.join('+'),
      replicas: place.services.flatMap((service) =>
        settings[replicaSetting(service)].map((url) => parseDatabaseUrl(url, replicaSetting(service))),
      ),
    })),
  ];
}

/** Returns the home database and those of the given services. */
export const placesOf = (
  places: readonly DatabasePlace[],
  services: readonly string[],
): readonly DatabasePlace[] =>
  places.filter(
    ({ name, services: held }) => name === homeName || held.some((held) => services.includes(held)),
  );

const keyOf = ({ host, port, database }: Connection): string => `${host} ${port} ${database}`;

function refuseReplicas(settings: PlatformSettings, service: ServiceName): void {
  const setting = replicaSetting(service);
  if (settings[setting].length === 0) return;
  throw new StartError(
    `${setting} is set, but the tables of ${service} are in DATABASE_URL: its replicas are in DATABASE_REPLICA_URL.`,
  );
}
