import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { readDeviceTokens } from '../../protection/attempts/known-devices.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { DocumentAnswer } from '../../pages/document/document.schemas.ts';
import { recoverPassword } from './recover-password.ts';
import { Type } from '../../../platform/http/type.ts';

const RecoverBody = Type.Object({
  user_email: Type.Optional(Type.String({ examples: ['ana@example.com'] })),
  code: Type.Optional(
    Type.String({
      description: 'The code of the mail, in exchange for a one-time password.',
      examples: [''],
    }),
  ),
});

const RecoverAnswer = DocumentAnswer(
  {
    password: Type.Optional(
      Type.String({
        description:
          'A one-time password. It works once, within 24 hours, and must be replaced with POST /v1/me/password. Empty if a mail was sent instead.',
        examples: ['k7mq-2xvf-9trw-hc4d'],
      }),
    ),
    msg: Type.Optional(Type.String({ description: 'Only on an error.' })),
  },
  problem.pick('invalid_input', 'unknown_email', 'code_invalid', 'too_many_attempts'),
);

export function recoveryRoutes(app: App, context: AccountsContext): void {
  app.post(
    '/forgetpassword',
    {
      schema: {
        tags: ['Accounts'],
        security: [],
        summary: 'Recover password',
        description:
          'In the sandbox the answer contains a one-time password. In production it is the same for every address, with an empty `password`. The owner of the address gets a mail with a link to set a new password and a code. This operation exchanges the code for a one-time password.',
        body: RecoverBody,
        response: { 200: RecoverAnswer },
      },
    },
    async (request) => ({
      status: 'success' as const,
      ...(await recoverPassword(
        context,
        request.body,
        visitorOf(request),
        readDeviceTokens(request.headers, context),
      )),
    }),
  );
}
