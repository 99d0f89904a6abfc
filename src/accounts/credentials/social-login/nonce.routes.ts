import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { issueNonce, nonceLifetimeMs } from './nonces.ts';
import { Type } from '../../../platform/http/type.ts';

export function nonceRoutes(app: App, context: AccountsContext): void {
  app.get(
    '/nonce',
    {
      schema: {
        tags: ['Social login'],
        summary: 'A nonce for an ID token',
        description:
          'Ask the social provider for an ID token with this nonce (or with its SHA-256 in hexadecimal, as some apps do), and send the token to `POST /signup` or `POST /signin`. It works once, within ten minutes.',
        response: {
          200: Type.Object({
            status: Type.Literal('success'),
            nonce: Type.String({
              examples: ['Zk9u0VbXr8m3o1Yy5o6VdwGdNJ1vQAAAnQe7u3r1d5f4AoZk9u0VbXr8m3o1Yy5o6Vd3m2o0'],
            }),
            expires_in: Type.Integer({ description: 'Seconds.', examples: [600] }),
          }),
        },
      },
    },
    () => ({
      status: 'success' as const,
      nonce: issueNonce(context),
      expires_in: nonceLifetimeMs / 1000,
    }),
  );
}
