import { html } from '../../http/page.ts';
import type { App } from '../../http/server.ts';
import { drawField, drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { addQuery } from '../../pages/link-query.ts';
import type { ConsoleContext } from '../console-context.ts';
import { sendGate } from '../frame/frame.page.ts';
import { fieldsOf, meetReader } from '../frame/reader.routes.ts';
import { drawNewPassword } from '../invitations/invitation.routes.ts';
import { meetSender } from '../sign-in/sign-in.routes.ts';
import { findLinkedPerson, setPasswordByLink } from './change-password.ts';
import { requestPasswordLink } from './mail-password-link.ts';

const hidden = { schema: { hide: true } } as const;

export function recoveryRoutes(app: App, context: ConsoleContext): void {
  app.get('/forgotten', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    const { texts, formToken } = reader;
    return sendGate(reply, reader, {
      title: texts.forgotten,
      body: html`<p>${texts.forgottenText}</p>
        ${drawForm({
          action: '/console/forgotten',
          token: formToken,
          fields: html`${drawField({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', autofocus: true })}
            <button type="submit">${texts.sendLink}</button>`,
        })}
        <p class="small"><a href="/console/sign-in">${texts.toSignIn}</a></p>`,
    });
  });
  app.post('/forgotten', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    await requestPasswordLink(context, fields('email'), reader.visitor);
    return sendGate(reply, reader, {
      title: reader.texts.linkSent,
      body: html`<p>${reader.texts.linkSentText}</p>
        <p><a href="/console/sign-in">${reader.texts.toSignIn}</a></p>`,
    });
  });

  app.get('/new-password', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    return sendNewPassword(context, reader, reply, fieldsOf(request.query)('token'));
  });
  app.post('/new-password', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const token = fields('token');
    const fault = await setPasswordByLink(context, token, fields('password'), reader.visitor);
    if (fault !== undefined) return sendNewPassword(context, reader, reply, token, fault);
    return reply.redirect('/console/sign-in', 303);
  });
}

async function sendNewPassword(
  context: ConsoleContext,
  reader: Awaited<ReturnType<typeof meetReader>>,
  reply: Parameters<typeof sendGate>[0],
  token: string,
  fault?: string,
) {
  const { texts, formToken } = reader;
  const person = await findLinkedPerson(context, token);
  if (!person) {
    return sendGate(reply, reader, {
      title: texts.linkOver,
      status: 404,
      body: html`<p>${texts.linkOverText}</p>
        <p><a href="/console/forgotten">${texts.forgotten}</a></p>`,
    });
  }
  return sendGate(reply, reader, {
    title: texts.newPassword,
    ...(fault === undefined ? {} : { status: 400 }),
    body: html`<p class="wrap">${person.email}</p>
      ${drawForm({
        action: addQuery('/console/new-password', { token }),
        token: formToken,
        fields: html`${drawHidden('token', token)}${drawNewPassword(reader, fault)}
          <button type="submit">${texts.setPassword}</button>`,
      })}`,
  });
}
