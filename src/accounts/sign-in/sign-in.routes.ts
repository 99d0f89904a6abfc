import { invalidField } from '../../platform/problem.ts';
import type { App } from '../../platform/http/server.ts';
import { carriedDevices, deviceHeader } from '../attempts/device-token.ts';
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
          'Answers with the profile. The session is in the cookie `__Host-praca_session` (`praca_session` on plain http) and, for clients without cookies, in the header `x-session-token`: send it as `Authorization: Bearer`. A second cookie, `__Host-praca_device` (`praca_device`), or the header `x-device-token`, stays with the device after a logout: send it with the next sign-in, which then does not wait for the failures of strangers. Failures slow down further attempts; then the answer has the code `too_many_attempts` and a `retry-after`. Where addresses have to be confirmed, a sign-up that waits for it is answered as an unknown address, `invalid_credentials`: otherwise whoever signs up with somebody’s address, and in with the same password, would learn whether there is an account. `verification_required` is for an account from before they had to be.',
        body: SignInBody,
        response: { 200: SignInAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const visitor = visitorOf(request);
      if (body.user_type === undefined) throw invalidField('user_type', 'required', 'is missing');
      const devices = carriedDevices(request.headers, context);
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
