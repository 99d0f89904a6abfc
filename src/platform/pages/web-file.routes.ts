import type { FastifyContextConfig } from 'fastify';
import type { App } from '../http/server.ts';
import { immutable, sendStaticFile } from '../http/representations/static-file.ts';
import type { WebFile } from './web-file.ts';

/** `config` is applied to every route. */
export function webFileRoutes(app: App, files: readonly WebFile[], config: FastifyContextConfig = {}): void {
  for (const file of files) {
    app.get(file.route, { config, schema: { hide: true } }, (request, reply) => {
      const { version } = request.params as { version: string };
      // During a deployment this process may be asked for another version, so only its own may be cached forever.
      return sendStaticFile(request, reply, file, version === file.version ? immutable : 'no-cache');
    });
  }
}
