import fastify, { type FastifyInstance } from 'fastify';
import { allSettings } from '../../src/app.ts';
import { assemble } from '../../src/assemble.ts';
import type { App } from '../../src/platform/http/server.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { openPlatform } from '../../src/platform/process/open-platform.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import type { ServerTarget, Surroundings } from '../scenario.ts';
import { foreignEnvironment, measuredSettings } from './praca.ts';

type Serve<Prepared> = ServerTarget<Prepared>['serve'];

/** Serves plain Fastify without hooks, log or limits. */
export function bareFastify<Prepared>(
  addRoutes: (app: FastifyInstance, surroundings: Surroundings<Prepared>) => void | Promise<void>,
): Serve<Prepared> {
  return async (surroundings) => {
    const app = fastify();
    await addRoutes(app, surroundings);
    return listen(app);
  };
}

/** Serves all of Praça with extra routes for a measurement. */
export function pracaWith<Prepared>(
  addRoutes: (app: App, platform: Platform, surroundings: Surroundings<Prepared>) => void | Promise<void>,
): Serve<Prepared> {
  return async (surroundings) => {
    const environment = { ...foreignEnvironment(), ...measuredSettings };
    const settings = readSettings(allSettings, { environment });
    const log = createLogger({ level: settings.LOG_LEVEL, pretty: false });
    const platform = await openPlatform(settings, surroundings.connection, log);
    const { app } = await assemble(platform, { state: () => 'ready' });
    await addRoutes(app, platform, surroundings);
    return listen(app);
  };
}

async function listen(app: Pick<App, 'listen' | 'server'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}
