import type { App } from '../../platform/http/server.ts';
import { drawPoster } from './town.rules.ts';
import { Type } from '../../platform/http/type.ts';

export function posterRoutes(app: App): void {
  app.get(
    '/posters/:seed.svg',
    {
      config: { access: 'public' },
      schema: { hide: true, params: Type.Object({ seed: Type.String({ pattern: '^[\\w-]{1,64}$' }) }) },
    },
    (request, reply) =>
      reply
        .headers({ 'cache-control': 'max-age=86400', 'cross-origin-resource-policy': 'cross-origin' })
        .type('image/svg+xml')
        .send(drawPoster(request.params.seed)),
  );
}
