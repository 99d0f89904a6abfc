import { visitorOf } from '../../../platform/console/frame/reader.routes.ts';
import type { App } from '../../../platform/http/server.ts';
import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { changePremium } from './change-premium.ts';
import { signInStaff, staffTokenSeconds } from './sign-in-staff.ts';
import { Type } from '../../../platform/http/type.ts';
import { staffVisitOf } from './staff-visit.ts';

const tags = ['Staff'];

/** Body in JSON or a form, or no body. */
const tokenBody = Type.Unsafe<{ factor_code?: string; new_password?: string } | null | undefined>({
  type: ['object', 'null'],
  properties: {
    factor_code: { type: 'string', maxLength: 100, description: 'six digits of the app, or a recovery code' },
    new_password: {
      type: 'string',
      maxLength: 1000,
      description: 'replaces a temporary password; at least 15 characters',
    },
  },
});

export function staffRoutes(app: App, context: SocialContext): void {
  app.post(
    '/staff/token',
    {
      config: { access: 'public', problems: problem.pick('factor_required', 'password_change_required') },
      schema: {
        tags,
        summary: 'Sign in as staff',
        description:
          'HTTP Basic with the e-mail address and password from `praca staff create`. That password is temporary: the first sign-in, here or in the console, must replace it with `new_password`. If a second factor is set up in the console, which production requires, send a code of it or a recovery code as `factor_code`. The token is valid for 15 minutes under /staff.',
        body: tokenBody,
        response: {
          200: Type.Object({
            access_token: Type.String(),
            expires_in: Type.Integer({ examples: [staffTokenSeconds] }),
            token_type: Type.String({ examples: ['Bearer'] }),
            scope: Type.String({ examples: ['staff'] }),
          }),
        },
      },
    },
    async (request) => {
      const credentials = readBasic(request.headers.authorization);
      if (!credentials) {
        throw problem('unauthorized', { headers: { 'www-authenticate': 'Basic realm="staff"' } });
      }
      return {
        access_token: await signInStaff(
          context,
          { ...credentials, code: request.body?.factor_code ?? '', newPassword: request.body?.new_password },
          visitorOf(request),
        ),
        expires_in: staffTokenSeconds,
        token_type: 'Bearer',
        scope: 'staff',
      };
    },
  );

  app.put(
    '/staff/users/:id/premium',
    {
      config: { access: 'staff', act: 'premium.changed' },
      schema: {
        tags,
        summary: 'Set whether a user is premium',
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ is_premium: Type.Boolean() }),
        response: { 200: Type.Object({ id: Type.String(), is_premium: Type.Boolean() }) },
      },
    },
    async (request) => {
      const { is_premium: isPremium } = request.body;
      const { id } = request.params;
      await changePremium(context, id, isPremium, (tx) =>
        staffVisitOf(request).record(tx, id.toLowerCase(), { premium: isPremium }),
      );
      return { id, is_premium: isPremium };
    },
  );
}

function readBasic(header: string | undefined): { email: string; password: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]{1,1000}={0,2})$/i.exec(header ?? '')?.[1];
  const bytes = encoded === undefined ? undefined : decodeOnce(encoded, 'base64');
  const match = bytes && /^([^:]*):(.*)$/s.exec(bytes.toString());
  return match && !match[0].includes('\0') ? { email: match[1] ?? '', password: match[2] ?? '' } : undefined;
}
