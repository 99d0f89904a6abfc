import { goneSignal } from '../../../platform/http/gone-signal.ts';
import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { readDeviceTokens, deviceHeader } from '../../protection/attempts/known-devices.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { pictureBodyLimitBytes } from '../../users/pictures/store-picture.ts';
import { requireSession, sessionOf } from '../../sessions/session-guard.ts';
import { changeMe } from './change-me.ts';
import { changePassword } from './change-password.ts';
import { ChangeMe, ChangePassword, Me } from './me.schemas.ts';
import { readMe } from './read-me.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Me'];
const security = [{ bearer: [] }];

export function meRoutes(app: App, context: AccountsContext): void {
  const early = requireSession(context, { beforePasswordChange: true });

  app.get(
    '/me',
    {
      onRequest: early,
      schema: { tags, security, summary: 'Get my account', response: { 200: Me } },
    },
    (request) => readMe(context, sessionOf(request)),
  );

  app.patch(
    '/me',
    {
      onRequest: requireSession(context),
      bodyLimit: pictureBodyLimitBytes,
      schema: { tags, security, summary: 'Change the profile', body: ChangeMe, response: { 200: Me } },
    },
    async (request, reply) => {
      await changeMe(context, sessionOf(request), request.body, visitorOf(request), goneSignal(reply));
      return readMe(context, sessionOf(request));
    },
  );

  app.post(
    '/me/password',
    {
      config: {
        problems: problem.pick(
          'address_required',
          'wrong_password',
          'too_many_attempts',
          'recent_sign_in_required',
        ),
      },
      onRequest: early,
      schema: {
        tags,
        security,
        summary: 'Change the password',
        description:
          'Ends every other session, forgets every device, and mails a notice. The session of the caller continues under a new token, which is in the cookie and in `x-session-token`, a new device in its cookie and in `x-device-token`.',
        body: ChangePassword,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const devices = readDeviceTokens(request.headers, context);
      const { session, device } = await changePassword(
        context,
        sessionOf(request),
        request.body,
        visitorOf(request),
        devices,
      );
      return reply
        .code(204)
        .header('set-cookie', [session.cookie, device.cookie])
        .header('x-session-token', session.token)
        .header(deviceHeader, device.value)
        .send(null);
    },
  );
}
