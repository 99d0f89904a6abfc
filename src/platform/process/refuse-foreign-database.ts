import type { PlatformSettings } from '../platform.ts';
import { checkEnvironment } from '../postgres/migrate.ts';
import { checkSecretKey } from '../tokens/check-secret-key.ts';
import { createSealer } from '../tokens/sealer.ts';
import { atStart } from './at-start.ts';
import type { DatabasePlace } from './place-databases.ts';

/**
 * A database of another environment, or sealed with another SECRET_KEY, is somebody else's: it is left as it is, since
 * nothing takes a migration back.
 */
export async function refuseForeignDatabase(
  { connection, setting, services }: DatabasePlace,
  settings: PlatformSettings,
): Promise<void> {
  await atStart(connection, async (sql) => {
    await checkEnvironment(sql, settings.ENVIRONMENT, setting);
    const sealer = createSealer(settings.SECRET_KEY, settings.SECRET_KEY_PREVIOUS);
    const served = services.filter((service) => settings.SERVICES.includes(service));
    await checkSecretKey(sql, sealer, served);
  });
}
