import type { App } from '../../../platform/http/server.ts';
import { isBusyFor } from './shop.rules.ts';
import { shopPath } from './shop-url.ts';

/** The made-up shop, which takes its webhooks here and does nothing with them. */
export function shopRoutes(app: App): void {
  app.post(shopPath, { config: { scope: 'none' }, schema: { hide: true } }, (request, reply) => {
    const busy = isBusyFor(
      String(request.headers['webhook-id']),
      Number(request.headers['webhook-timestamp']),
    );
    return busy
      ? reply.code(503).type('text/plain').send('The shop is closed for maintenance.')
      : reply.code(204).send();
  });
}
