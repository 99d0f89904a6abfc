import type { PlatformSettings } from '../platform.ts';
import { checkEnvironment } from '../postgres/migrate.ts';
import { checkSecretKey } from '../tokens/check-secret-key.ts';
import { createSealer } from '../tokens/sealer.ts';
import { atStart } from './at-start.ts';
import type { DatabasePlace } from './place-databases.ts';

/**
 * Throws if a database belongs to another environment or is sealed with another SECRET_KEY. It runs before the
 * migrations, because they cannot be undone.
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
