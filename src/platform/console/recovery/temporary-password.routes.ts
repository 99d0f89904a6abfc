import { html } from '../../http/page.ts';
import type { App } from '../../http/server.ts';
import { drawField, drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { addQuery } from '../../pages/link-query.ts';
import type { ConsoleContext } from '../console-context.ts';
import { Leave, requireProven } from '../frame/admit.routes.ts';
import { sendGate } from '../frame/frame.page.ts';
import { fieldsOf, meetReader, safeTarget, type Reader } from '../frame/reader.routes.ts';
import { drawNewPassword } from '../invitations/invitation.routes.ts';
import { meetSender } from '../sign-in/sign-in.routes.ts';
import { changePassword } from './change-password.ts';

const hidden = { schema: { hide: true } } as const;
const here = '/console/change-password';

/** Page on which a person replaces a temporary password. No other page is available until then. */
export function temporaryPasswordRoutes(app: App, context: ConsoleContext): void {
  app.get('/change-password', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    const to = safeTarget(context, fieldsOf(request.query)('to'));
    if (!requireProven(reader, request).hasTemporaryPassword) return reply.redirect(to, 303);
    return sendChange(reader, reply, to);
  });
  app.post('/change-password', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const to = safeTarget(context, fields('to'));
    const session = requireProven(reader, request);
    // The form was submitted twice, and the first one has replaced the password.
    if (!session.hasTemporaryPassword) return reply.redirect(to, 303);
    if (!session.isFresh) {
      throw new Leave(addQuery('/console/second-factor', { to: addQuery(here, { to }) }));
    }
    const given = { current: fields('current_password'), next: fields('password') };
    const fault = await changePassword(context, session.person, session.id, given, reader.visitor);
    return fault === undefined ? reply.redirect(to, 303) : sendChange(reader, reply, to, fault);
  });
}

function sendChange(
  reader: Reader,
  reply: Parameters<typeof sendGate>[0],
  to: string,
  fault?: string,
): ReturnType<typeof sendGate> {
  const { texts, formToken } = reader;
  return sendGate(reply, reader, {
    title: texts.changePassword,
    ...(fault === undefined ? {} : { status: 400 }),
    body: html`<p>${texts.temporaryPassword}</p>
      ${drawForm({
        action: addQuery(here, { to }),
        token: formToken,
        fields: html`${drawHidden('to', to)}
          ${drawField({
            name: 'current_password',
            label: texts.currentPassword,
            type: 'password',
            autocomplete: 'current-password',
            maxLength: 1000,
            fault: fault === 'wrong' ? texts.wrongCurrent : undefined,
          })}
          ${drawNewPassword(reader, fault)} <button type="submit">${texts.setPassword}</button>`,
      })}
      ${drawForm({
        action: '/console/sign-out',
        token: formToken,
        fields: html`<button type="submit" class="plain">${texts.signOut}</button>`,
      })}`,
  });
}
