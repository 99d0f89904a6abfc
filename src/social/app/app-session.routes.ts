import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForeignRequest } from '../../platform/http/edge/foreign-request.ts';
import { chooseLanguage } from '../../platform/http/language.ts';
import type { App } from '../../platform/http/server.ts';
import { ProblemError } from '../../platform/problem.ts';
import { endSessionOf } from '../access/sessions/end-sessions.ts';
import type { IssuedTokens } from '../access/sessions/issue-tokens.ts';
import { refreshSession } from '../access/sessions/refresh-session.ts';
import { readSignIn } from '../account/sign-in/read-sign-in.ts';
import { signIn } from '../account/sign-in/sign-in.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { Type } from '../../platform/http/type.ts';

/** Browsers send the cookie to this path only, not with requests for the app's files. */
const sessionPath = '/app/session';

const Proof = Type.Object({
  user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, format: 'readable-text' })),
  provider: Type.Optional(Type.String({ maxLength: 100 })),
  id_token: Type.Optional(Type.String({ maxLength: 16_384 })),
});

type Answer = Pick<IssuedTokens, 'access_token' | 'expires_in'>;

/**
 * Routes of the app's sessions. The refresh token is in a cookie that scripts cannot read; access tokens are only in
 * the page's memory.
 */
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

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');
/**
 * Returns the cookie's name. Only https pages can set a `__Secure-` cookie (RFC 6265bis). `__Host-` would require the
 * path `/`.
 */
const nameOf = (publicUrl: string): string => `${isSecure(publicUrl) ? '__Secure-' : ''}praca_app`;

function writeSessionCookie(publicUrl: string, refreshToken: string, lifetimeSeconds: number): string {
  const attributes = `Path=${sessionPath}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict`;
  return `${nameOf(publicUrl)}=${refreshToken}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
}

function readSessionCookie(publicUrl: string, header: string | undefined): string | undefined {
  const wanted = `${nameOf(publicUrl)}=`;
  return header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(wanted))
    ?.slice(wanted.length);
}
