import { html } from '../../http/page.ts';
import type { App } from '../../http/server.ts';
import { drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { addQuery } from '../../pages/link-query.ts';
import type { ConsoleContext } from '../console-context.ts';
import { confirmCodes, findConfirmationPerson } from '../factors/confirm-codes.ts';
import { sendGate } from '../frame/frame.page.ts';
import { fieldsOf, meetReader, type Reader } from '../frame/reader.routes.ts';
import { meetSender } from './sign-in.routes.ts';

const hidden = { schema: { hide: true } } as const;
const here = '/console/confirm-codes';

/** Page of the link in the mail about too many wrong codes. */
export function confirmCodesRoutes(app: App, context: ConsoleContext): void {
  app.get('/confirm-codes', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    const token = fieldsOf(request.query)('token');
    const person = await findConfirmationPerson(context, token);
    if (!person) return sendOver(reader, reply);
    const { texts, formToken } = reader;
    return sendGate(reply, reader, {
      title: texts.codesTitle,
      body: html`<p>${texts.codesText}</p>
        <p class="wrap">${person.email}</p>
        ${drawForm({
          action: addQuery(here, { token }),
          token: formToken,
          fields: html`${drawHidden('token', token)}<button type="submit">${texts.codesTitle}</button>`,
        })}`,
    });
  });
  app.post('/confirm-codes', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const isDone = await confirmCodes(context, fields('token'), reader.visitor.address);
    return isDone ? reply.redirect('/console/sign-in', 303) : sendOver(reader, reply);
  });
}

function sendOver(reader: Reader, reply: Parameters<typeof sendGate>[0]) {
  const { texts } = reader;
  return sendGate(reply, reader, {
    title: texts.linkOver,
    status: 404,
    body: html`<p>${texts.codesOver}</p>
      <p><a href="/console/sign-in">${texts.toSignIn}</a></p>`,
  });
}
