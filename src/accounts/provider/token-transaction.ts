import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AccountsContext } from '../accounts.context.ts';
import { withinRequest } from './artefacts/provider-request.ts';
import { protocolPath } from './protocol/configuration.ts';

/** Requests whose writes belong together: a code and what is issued for it, a token and its grant. */
const together = new Set([`${protocolPath}/token`, `${protocolPath}/revoke`]);

class Undo extends Error {}

/**
 * Runs a token request in one transaction, which is committed before the answer is sent. A process that is killed
 * before leaves the old token usable, and one that is killed after it leaves the new one.
 */
export const withTransaction =
  ({ sql, log }: Pick<AccountsContext, 'sql' | 'log'>) =>
  async (
    ctx: Pick<KoaContextWithOIDC, 'path' | 'method' | 'status' | 'body' | 'set'>,
    next: () => Promise<void>,
  ) => {
    if (ctx.method !== 'POST' || !together.has(ctx.path)) return next();
    try {
      await sql.begin(async (tx) => {
        await withinRequest({ tx }, next);
        // The library has turned the error into an answer. Nothing of a failed request may stay.
        if (ctx.status >= 500) throw new Undo();
      });
    } catch (error) {
      if (error instanceof Undo) return;
      log.warn({ err: error }, 'a token request was not committed');
      ctx.status = 503;
      ctx.set('retry-after', '1');
      ctx.body = {
        error: 'temporarily_unavailable',
        error_description: 'the database is not available, try again',
      };
    }
  };
