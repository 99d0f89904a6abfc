import { invalidField } from '../../../platform/problem.ts';
import { goneSignal } from '../../../platform/http/gone-signal.ts';
import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { describeSuccess } from '../../pages/document/problem-messages.ts';
import { pictureBodyLimitBytes } from '../../users/pictures/store-picture.ts';
import { SignUpAnswer, SignUpBody } from './sign-up.schemas.ts';
import { signUpSocially } from './sign-up-socially.ts';
import { signUp } from './sign-up.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

export function signUpRoutes(app: App, context: AccountsContext): void {
  app.post(
    '/signup',
    {
      bodyLimit: pictureBodyLimitBytes,
      schema: {
        tags: ['Accounts'],
        security: [],
        summary: 'Create user',
        description:
          'Creates an account by e-mail (`user_type` 0) or by a social identity (`user_type` 1). Where addresses must be confirmed, the answer is the same for every address, and a mail with the next step is sent to the owner. After many sign-ups from one network the answer has the code `too_many_attempts` and a `retry-after`. `msg` is in the language of `Accept-Language`: English, Portuguese or German.',
        body: SignUpBody,
        response: { 200: SignUpAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const visitor = visitorOf(request);
      if (body.user_type === undefined) throw invalidField('user_type', 'required', fieldWords.missing);
      const social = String(body.user_type) === '1';
      const created = social
        ? { ...(await signUpSocially(context, body, visitor)), confirm: false }
        : await signUp(context, body, visitor, goneSignal(reply));
      const msg = describeSuccess(created.confirm ? 'signed_up_confirm' : 'signed_up', visitor.language);
      void reply.header('content-language', visitor.language);
      return { status: 'success' as const, msg, uid: created.uid };
    },
  );
}
