import type { FastifyContextConfig } from 'fastify';
import type { App } from '../http/server.ts';
import type { WebFile } from './web-file.ts';

/** `config` is what the app of these pages asks of every route. */
export function webFileRoutes(app: App, files: readonly WebFile[], config: FastifyContextConfig = {}): void {
  for (const file of files) {
    app.get(file.route, { config, schema: { hide: true } }, (request, reply) => {
      const { version } = request.params as { version: string };
      // Another version's address may be asked of this process while a new one is rolled out.
      const lifetime = version === file.version ? 'public, max-age=31536000, immutable' : 'no-cache';
      return reply.header('cache-control', lifetime).type(file.type).send(file.content);
    });
  }
}
