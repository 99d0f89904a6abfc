import type { App } from '../../../../platform/http/server.ts';
import { shopPath } from '../shop.rules.ts';

/** The second attempt comes some seconds later and succeeds. */
const busyMs = 4_000;
const oneOf = 32;

/** Route of the made-up shop, which receives its webhooks and ignores them. */
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

/**
 * Returns whether the shop refuses a webhook: one in 32, at the first attempt only. The shop keeps no state, so the age
 * and the chance are derived from the id.
 */
export function isBusyFor(webhookId: string, timestampSeconds: number): boolean {
  const madeMs = Number.parseInt(webhookId.replaceAll('-', '').slice(0, 12), 16);
  const chance = Number.parseInt(webhookId.slice(-2), 16);
  return chance % oneOf === 0 && timestampSeconds * 1000 - madeMs < busyMs;
}
