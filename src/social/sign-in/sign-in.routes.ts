import { chooseLanguage } from '../../platform/http/language.ts';
import type { App } from '../../platform/http/server.ts';
import { invalidField } from '../../platform/problem.ts';
import { readSession } from '../profiles/read-profile.ts';
import { viewerContext } from '../sessions/viewer-context.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { userOf } from '../sessions/user-of.ts';
import { signOut } from '../sessions/end-sessions.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { readSignIn } from './read-sign-in.ts';
import { sessionSchema, tokenBodySchema, tokenQuerySchema, tokenSchema } from './sign-in.schemas.ts';
import { signIn } from './sign-in.ts';
import { Type } from '../../platform/http/type.ts';

const tags = ['Sessions'];

export function signInRoutes(app: App, context: SocialContext): void {
  app.post(
    '/oauth/token',
    {
      config: {
        access: 'public',
        ignoresToken: true,
        problems: problem.pick(
          'invalid_grant',
          'identity_not_proven',
          'provider_unavailable',
          'user_suspended',
        ),
      },
      schema: {
        tags,
        summary: 'Sign in, or refresh',
        description:
          'Takes its fields from the query, a form or a JSON body. The user is created at the first sign-in, and a deleted one comes back within 30 days. With `grant_type=refresh_token` it takes `refresh_token` instead and answers with the next one. The same one again is answered with that same next one until it is used; after that it ends the session with all its tokens. A suspended user is told why, until when, and given a token for an appeal.',
        querystring: tokenQuerySchema,
        body: tokenBodySchema,
        response: { 200: tokenSchema },
      },
    },
    (request) => {
      const given = { ...request.query, ...request.body };
      if (given.grant_type === 'refresh_token') {
        if (given.refresh_token === undefined) throw invalidField('refresh_token', 'required', 'is missing');
        return refreshSession(context, given.refresh_token);
      }
      // The interface has no other; one that asks for something else must not be signed in instead.
      if (given.grant_type !== undefined && given.grant_type !== '')
        throw invalidField('grant_type', 'not_allowed', 'must be refresh_token, or left out to sign in');
      return signIn(context, readSignIn(given, chooseLanguage(request.headers['accept-language'])));
    },
  );

  app.get(
    '/oauth/session',
    {
      config: { access: 'user', problems: problem.pick('not_found') },
      schema: { tags, summary: 'The session of the token', response: { 200: sessionSchema } },
    },
    (request) => readSession(viewerContext(context, request), userOf(request)),
  );

  app.delete(
    '/oauth/session',
    {
      config: { access: 'user' },
      schema: {
        tags,
        summary: 'Sign out',
        description: 'Ends the session of the token: its access tokens and its refresh token.',
        response: { 200: Type.Object({ status: Type.String({ examples: ['ended'] }) }) },
      },
    },
    async (request) => {
      await signOut(context, request.socialUser?.sessionId ?? '');
      return { status: 'ended' };
    },
  );
}
