import { chooseLanguage } from '../../../platform/http/language.ts';
import type { App } from '../../../platform/http/server.ts';
import { invalidField } from '../../../platform/problem.ts';
import { readSession } from '../../people/profiles/read-profile.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { signOut } from '../../access/sessions/end-sessions.ts';
import { refreshSession } from '../../access/sessions/refresh-session.ts';
import { readSignIn } from './read-sign-in.ts';
import { sessionSchema, tokenBodySchema, tokenQuerySchema, tokenSchema } from './sign-in.schemas.ts';
import { signIn } from './sign-in.ts';
import { Type } from '../../../platform/http/type.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { socialWords } from '../../details/social-words.rules.ts';

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
          'Takes its fields from the query, a form or a JSON body. The first sign-in creates the user, and a sign-in within 30 days restores a deleted user. With `grant_type=refresh_token` it takes `refresh_token` instead and answers with the next refresh token. A repeated request gets the same next token until that is used; afterwards the old token ends the session with all its tokens. A suspended user gets the reason, the end of the suspension and a token for an appeal.',
        querystring: tokenQuerySchema,
        body: tokenBodySchema,
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        response: { 200: tokenSchema },
      },
    },
    (request) => {
      const given = { ...request.query, ...request.body };
      if (given.grant_type === 'refresh_token') {
        if (given.refresh_token === undefined)
          throw invalidField('refresh_token', 'required', fieldWords.missing);
        return refreshSession(context, given.refresh_token);
      }
      // The interface document has no other grant types. A request for another one must not sign in.
      if (given.grant_type !== undefined && given.grant_type !== '')
        throw invalidField('grant_type', 'not_allowed', socialWords.grantType);
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
