import { invalidField } from '../../../platform/problem.ts';
import type { App } from '../../../platform/http/server.ts';
import { Type } from '../../../platform/http/type.ts';
import { readDeviceTokens, deviceHeader } from '../../protection/attempts/known-devices.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { pictureUrl } from '../../users/pictures/picture.rules.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { DocumentAnswer, socialFields, userTypeField } from '../../pages/document/document.schemas.ts';
import { signInSocially } from './sign-in-socially.ts';
import { signIn, type SignInContext } from './sign-in.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

const SignInBody = Type.Object({
  user_email: Type.Optional(Type.String({ examples: ['ana@example.com'] })),
  user_password: Type.Optional(Type.String({ examples: ['a table near the window'] })),
  user_type: userTypeField,
  totp: Type.Optional(
    Type.String({
      description:
        'A code of the authenticator app, or a recovery code. Required if the user has set up an app.',
      examples: ['492039'],
    }),
  ),
  ...socialFields,
});

const SignInAnswer = DocumentAnswer(
  {
    uid: Type.Optional(Type.String({ examples: ['01a1dd67-074d-725c-97fa-4602abdcdd4d'] })),
    email: Type.Optional(Type.String({ examples: ['ana@example.com'] })),
    user_Fname: Type.Optional(Type.String({ examples: ['Ana'] })),
    user_Lname: Type.Optional(Type.String({ examples: ['Souza'] })),
    ProfileImage: Type.Optional(
      Type.String({ examples: ['https://praca.example/accounts/images/3q2-7wABAgMEBQYHCAkKCw.webp'] }),
    ),
    msg: Type.Optional(Type.String({ description: 'Only on an error.' })),
  },
  problem.pick(
    'invalid_input',
    'invalid_credentials',
    'verification_required',
    'totp_required',
    'totp_invalid',
    'totp_confirmation_required',
    'too_many_attempts',
    'proof_required',
    'proof_invalid',
    'provider_unavailable',
  ),
);

export function signInRoutes(app: App, context: SignInContext): void {
  app.post(
    '/signin',
    {
      schema: {
        tags: ['Accounts'],
        security: [],
        summary: 'Sign in',
        description:
          'Answers with the profile. The session is in the cookie `__Host-praca_session` (`praca_session` on plain http) and, for clients without cookies, in the header `x-session-token`: send it as `Authorization: Bearer`. A second cookie, `__Host-praca_device` (`praca_device`), or the header `x-device-token`, identifies the device after a logout: send it with the next sign-in, so that failures of other people do not delay it. After several failures further attempts are delayed: the answer has the code `too_many_attempts` and a `retry-after`. Where addresses must be confirmed, an unconfirmed sign-up is answered like an unknown address, with `invalid_credentials`. Otherwise a sign-up followed by a sign-in would reveal whether an address has an account. `verification_required` is for accounts that were created before addresses had to be confirmed.',
        body: SignInBody,
        response: { 200: SignInAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const visitor = visitorOf(request);
      if (body.user_type === undefined) throw invalidField('user_type', 'required', fieldWords.missing);
      const devices = readDeviceTokens(request.headers, context);
      const { user, session, device } =
        String(body.user_type) === '1'
          ? await signInSocially(context, body, visitor, devices)
          : await signIn(context, body, visitor, devices);
      void reply
        .header('set-cookie', [session.cookie, device.cookie])
        .header('x-session-token', session.token)
        .header(deviceHeader, device.value);
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
