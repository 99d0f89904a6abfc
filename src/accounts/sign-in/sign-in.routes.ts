import { invalidField } from '../../platform/problem.ts';
import type { App } from '../../platform/http/server.ts';
import { visitorOf } from '../audit/visitor.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import { SignInAnswer, SignInBody } from './sign-in.schemas.ts';
import { signInSocially } from './sign-in-socially.ts';
import { signIn, type SignInContext } from './sign-in.ts';

export function signInRoutes(app: App, context: SignInContext): void {
  app.post(
    '/signin',
    {
      schema: {
        tags: ['Accounts'],
        security: [],
        summary: 'Sign in',
        description:
          'Answers with the profile. The session is in the cookie `__Host-praca_session` (`praca_session` on plain http) and, for clients without cookies, in the header `x-session-token`: send it as `Authorization: Bearer`. Failures slow down further attempts; then the answer has the code `too_many_attempts` and a `retry-after`.',
        body: SignInBody,
        response: { 200: SignInAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const visitor = visitorOf(request);
      if (body.user_type === undefined) throw invalidField('user_type', 'required', 'is missing');
      const { user, session } =
        String(body.user_type) === '1'
          ? await signInSocially(context, body, visitor)
          : await signIn(context, body, visitor);
      void reply.header('set-cookie', session.cookie).header('x-session-token', session.token);
      return {
        status: 'success' as const,
        uid: user.id,
        email: user.email,
        user_Fname: user.firstName,
        user_Lname: user.lastName,
        ProfileImage: pictureUrl(context, user),
      };
    },
  );
}
