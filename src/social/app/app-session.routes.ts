import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForeignRequest } from '../../platform/http/edge/foreign-request.ts';
import { chooseLanguage } from '../../platform/http/language.ts';
import type { App } from '../../platform/http/server.ts';
import { ProblemError } from '../../platform/problem.ts';
import { endSessionOf } from '../sessions/end-sessions.ts';
import type { IssuedTokens } from '../sessions/issue-tokens.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { readSignIn } from '../sign-in/read-sign-in.ts';
import { signIn } from '../sign-in/sign-in.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { readSessionCookie, sessionPath, writeSessionCookie } from './session-cookie.ts';
import { Type } from '../../platform/http/type.ts';

const Proof = Type.Object({
  user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, format: 'readable-text' })),
  provider: Type.Optional(Type.String({ maxLength: 100 })),
  id_token: Type.Optional(Type.String({ maxLength: 16_384 })),
});

type Answer = Pick<IssuedTokens, 'access_token' | 'expires_in'>;

/** The app's sessions: the refresh token stays in a cookie that no script can read, access tokens in the page's memory. */
export function appSessionRoutes(app: App, context: SocialContext): void {
  const { publicUrl, settings } = context;
  const keep = (reply: FastifyReply, tokens: IssuedTokens): Answer => {
    const cookie = writeSessionCookie(publicUrl, tokens.refresh_token, settings.SOCIAL_REFRESH_DAYS * 86_400);
    reply.header('set-cookie', cookie);
    return { access_token: tokens.access_token, expires_in: tokens.expires_in };
  };
  const forget = (reply: FastifyReply): void => {
    reply.header('set-cookie', writeSessionCookie(publicUrl, '', 0));
  };
  const cookieOf = (request: FastifyRequest): string =>
    readSessionCookie(publicUrl, request.headers.cookie) ?? '';
  const refuseForeign = async (request: FastifyRequest): Promise<void> => {
    if (isForeignRequest(request.headers, context)) throw problem('forbidden');
  };

  app.post(
    sessionPath,
    { onRequest: refuseForeign, schema: { hide: true, body: Proof } },
    async (request, reply) => {
      const language = chooseLanguage(request.headers['accept-language']);
      const tokens = await signIn(context, readSignIn(request.body, language));
      // Whoever signs in over somebody leaves that session behind for good.
      await endSessionOf(context, cookieOf(request));
      return keep(reply, tokens);
    },
  );
  app.post(
    `${sessionPath}/renew`,
    { onRequest: refuseForeign, schema: { hide: true } },
    async (request, reply) => {
      try {
        return keep(reply, await refreshSession(context, cookieOf(request)));
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'invalid_grant') forget(reply);
        throw error;
      }
    },
  );
  app.delete(sessionPath, { onRequest: refuseForeign, schema: { hide: true } }, async (request, reply) => {
    await endSessionOf(context, cookieOf(request));
    forget(reply);
    return reply.code(204).send();
  });
}
