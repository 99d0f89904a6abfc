import type { FastifyReply } from 'fastify';
import { html, type Html } from '../../http/page.ts';
import type { App } from '../../http/server.ts';
import { drawField, drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { addQuery } from '../../pages/link-query.ts';
import { drawNotice } from '../../pages/parts.page.ts';
import { fill } from '../../pages/fill-text.ts';
import type { ConsoleContext } from '../console-context.ts';
import { addressIn } from '../frame/console-table.ts';
import { requireOwnPassword } from '../frame/admit.routes.ts';
import { sendGate } from '../frame/frame.page.ts';
import { fieldsOf, meetReader, type Reader } from '../frame/reader.routes.ts';
import { staffKind } from '../people/roles.rules.ts';
import { shortestPassword } from '../people/console-password.ts';
import { goOn, meetSender } from '../sign-in/sign-in.routes.ts';
import { roleWords } from '../texts/role-words.ts';
import {
  findInvitation,
  joinAs,
  joinAsNewcomer,
  type NewcomerFault,
  type OpenInvitation,
} from './accept-invitation.ts';

const hidden = { schema: { hide: true } } as const;
const here = '/console/invitation';

/** Page of a mailed invitation. GET changes nothing, because mail programs open links too. */
export function invitationRoutes(app: App, context: ConsoleContext): void {
  app.get('/invitation', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    const token = fieldsOf(request.query)('token');
    return sendInvitation(reader, reply, await findInvitation(context, token), token);
  });
  app.post('/invitation', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const token = fields('token');
    const { session } = reader;
    if (session) {
      if (session.stage === 'full') requireOwnPassword(session, addQuery(here, { token }));
      const joined =
        session.stage === 'full' ? await joinAs(context, token, session.person, reader.visitor) : undefined;
      if (joined) return reply.redirect(addressIn(joined.membership, ''), 303);
      return sendInvitation(reader, reply, await findInvitation(context, token), token, 'gone');
    }
    const given = { name: fields('name'), password: fields('password') };
    const joined = await joinAsNewcomer(context, token, given, reader.language, reader.visitor);
    if ('fault' in joined) {
      return sendInvitation(
        reader,
        reply,
        await findInvitation(context, token),
        token,
        joined.fault,
        given.name,
      );
    }
    return goOn(context, reply, joined, addressIn(joined.membership, ''));
  });
}

function sendInvitation(
  reader: Reader,
  reply: FastifyReply,
  invitation: OpenInvitation | undefined,
  token: string,
  fault?: NewcomerFault,
  name = '',
): FastifyReply {
  const { texts } = reader;
  if (!invitation) {
    return sendGate(reply, reader, {
      title: texts.invitationOver,
      status: 404,
      body: html`<p>${texts.invitationOverText}</p>
        <p><a href="/console">${texts.toConsole}</a></p>`,
    });
  }
  const { place, role, email } = invitation;
  return sendGate(reply, reader, {
    title: fill(texts.invitationTitle, {
      organisation: place.kind === staffKind ? texts.staffPlace : place.name,
    }),
    ...(fault === undefined ? {} : { status: 400 }),
    body: html`<p class="wrap">
        ${fill(texts.invitationText, { email, role: roleWords(place.kind, role)[reader.language] })}
      </p>
      ${drawWay(reader, invitation, token, fault, name)}`,
  });
}

function drawWay(
  reader: Reader,
  invitation: OpenInvitation,
  token: string,
  fault: NewcomerFault | undefined,
  name: string,
): Html {
  const { texts, session, formToken } = reader;
  const back = encodeURIComponent(`${here}?token=${token}`);
  if (session && session.person.email.toLowerCase() === invitation.email.toLowerCase()) {
    if (session.stage !== 'full')
      return html`<p>
        <a class="button full" href="/console/second-factor?to=${back}">${texts.continue}</a>
      </p>`;
    return drawForm({
      action: addQuery(here, { token }),
      token: formToken,
      fields: html`${drawHidden('token', token)}<button type="submit">${texts.join}</button>`,
    });
  }
  if (session) {
    return html`${drawNotice(fill(texts.invitationOther, { email: session.person.email }), 'warn')}
    ${drawForm({
      action: '/console/sign-out',
      token: formToken,
      fields: html`<button type="submit" class="plain">${texts.signOut}</button>`,
    })}`;
  }
  if (invitation.isKnown) {
    return html`<p>${texts.invitationKnown}</p>
      <p><a class="button full" href="/console/sign-in?to=${back}">${texts.signIn}</a></p>`;
  }
  return drawForm({
    action: addQuery(here, { token }),
    token: formToken,
    fields: html`${drawHidden('token', token)} ${drawHidden('email', invitation.email)}
      ${drawField({
        name: 'name',
        label: texts.yourName,
        value: name,
        autocomplete: 'name',
        maxLength: 100,
        fault: fault === 'bad_name' ? texts.badName : undefined,
      })}
      ${drawNewPassword(reader, fault)} <button type="submit">${texts.join}</button>`,
  });
}

/** Renders the field for a new password, with the fault of the last attempt. */
export function drawNewPassword({ texts }: Reader, fault: string | undefined): Html {
  const faults: Record<string, string> = {
    too_short: fill(texts.passwordTooShort, { length: shortestPassword }),
    too_long: texts.passwordTooLong,
    too_common: texts.passwordTooCommon,
    tells: texts.passwordTells,
    same: texts.passwordSame,
  };
  return drawField({
    name: 'password',
    label: texts.newPassword,
    type: 'password',
    hint: fill(texts.passwordHint, { length: shortestPassword }),
    autocomplete: 'new-password',
    minLength: shortestPassword,
    maxLength: 1000,
    fault: fault === undefined ? undefined : faults[fault],
  });
}
