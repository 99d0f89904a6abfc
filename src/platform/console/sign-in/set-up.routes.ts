import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '../../http/page.ts';
import type { App } from '../../http/server.ts';
import { drawQrCode } from '../../pages/draw-qr-code.ts';
import { drawField, drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { addQuery } from '../../pages/link-query.ts';
import { drawCopyable, drawNotice } from '../../pages/parts.page.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Outcome } from '../factors/check-factor.ts';
import { askForPasskey } from '../factors/check-factor.ts';
import { addPasskey, beginTotp, confirmTotp, type FactorSetUp } from '../factors/manage-factors.ts';
import { Leave, requireOwnPassword } from '../frame/admit.routes.ts';
import { sendGate } from '../frame/frame.page.ts';
import { fieldsOf, keepSession, meetReader, safeTarget, type Reader } from '../frame/reader.routes.ts';
import { describeDevice, deviceKindOf } from '../../identity/device-kind.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';
import { codeField, passkeyField, sayRefusal } from './factor-form.page.ts';
import { meetSender } from './sign-in.routes.ts';
import { proverOf } from './step-up.routes.ts';

const hidden = { schema: { hide: true } } as const;
const here = '/console/second-factor/set-up';
const longestName = 60;

/** Pages that add a second factor: an authenticator app or a passkey. */
export function setUpRoutes(app: App, context: ConsoleContext): void {
  app.get('/second-factor/set-up', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    const session = settable(reader, request);
    return sendSetUp(context, reader, reply, session, safeTarget(context, fieldsOf(request.query)('to')));
  });
  app.post('/second-factor/set-up', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const session = settable(reader, request);
    const to = safeTarget(context, fields('to'));
    const prover = proverOf(reader, session);
    const passkey = fields(passkeyField);
    const given = fields('name').trim().slice(0, longestName).toWellFormed();
    const name =
      given === '' ? describeDevice(deviceKindOf(reader.visitor.userAgent), reader.language) : given;
    const outcome =
      passkey === ''
        ? await confirmTotp(context, prover, fields(codeField))
        : await addPasskey(context, prover, passkey, name);
    return answer(context, reader, reply, session, to, outcome);
  });
}

/**
 * Returns the session that may add a factor: after the password alone if the person has none, otherwise after a recent
 * second factor.
 */
function settable(reader: Reader, request: FastifyRequest): ConsoleSession {
  const { session } = reader;
  if (!session) throw new Leave('/console/sign-in');
  const hasFactor = session.hasTotp || session.hasPasskey;
  if (session.stage === 'check' || (hasFactor && !session.isFresh)) {
    throw new Leave(
      `/console/second-factor?to=${encodeURIComponent(request.method === 'GET' ? request.url : here)}`,
    );
  }
  // A required first factor may be added with a temporary password; further ones may not.
  if (session.stage === 'full') requireOwnPassword(session, request.method === 'GET' ? request.url : here);
  return session;
}

async function answer(
  context: ConsoleContext,
  reader: Reader,
  reply: FastifyReply,
  session: ConsoleSession,
  to: string,
  outcome: Outcome<FactorSetUp>,
): Promise<FastifyReply> {
  if (outcome.refused) {
    return sendSetUp(context, reader, reply, session, to, sayRefusal(outcome.refused, reader.texts));
  }
  keepSession(context, reply, outcome.done.token);
  if (outcome.done.recoveryCodes.length === 0) return reply.redirect(to, 303);
  return sendGate(reply, reader, {
    title: reader.texts.recoveryCodes,
    isBroad: true,
    body: drawRecoveryCodes(reader, outcome.done.recoveryCodes, to),
  });
}

/** Renders recovery codes. They are shown only once. */
export const drawRecoveryCodes = ({ texts }: Reader, codes: readonly string[], to: string): Html =>
  html`<p>${texts.recoveryCodesText}</p>
    <ul class="codes">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>
    <p><a class="button" href="${to}">${texts.savedCodes}</a></p>`;

async function sendSetUp(
  context: ConsoleContext,
  reader: Reader,
  reply: FastifyReply,
  session: ConsoleSession,
  to: string,
  fault?: string,
): Promise<FastifyReply> {
  const { texts } = reader;
  const totp = session.hasTotp ? undefined : await beginTotp(context, session.id, session.person);
  return sendGate(reply, reader, {
    title: texts.setUpTitle,
    isBroad: true,
    ...(fault === undefined ? {} : { status: 400 }),
    body: html`<p>${session.stage === 'set-up' ? texts.setUpDemanded : texts.setUpText}</p>
      ${fault !== undefined && drawNotice(fault, 'bad')} ${totp && drawTotp(reader, totp, to)}
      ${totp && html`<p class="or">${texts.or}</p>`}
      ${await drawPasskey(context, reader, session, to, totp === undefined)}
      ${session.stage === 'full' && html`<p><a href="${to}">${texts.cancel}</a></p>`}`,
  });
}

const drawTotp = (
  { texts, formToken }: Reader,
  { secret, uri }: { readonly secret: string; readonly uri: string },
  to: string,
): Html =>
  html`<h2>${texts.authenticator}</h2>
    <p>${texts.scanText}</p>
    ${drawQrCode(uri, texts.qrCode)}
    <details>
      <summary>${texts.typeSecret}</summary>
      <p class="wrap">${drawCopyable(secret, texts.copy)}</p>
      <p class="wrap"><code>${secret.match(/.{1,4}/g)?.join(' ') ?? ''}</code></p>
    </details>
    ${drawForm({
      action: addQuery(here, { to }),
      token: formToken,
      fields: html`${drawHidden('to', to)}
        ${drawField({
          name: codeField,
          label: texts.codeNow,
          autocomplete: 'one-time-code',
          maxLength: 20,
          isCode: true,
        })} <button type="submit">${texts.turnOn}</button>`,
    })}`;

async function drawPasskey(
  context: ConsoleContext,
  { texts, formToken }: Reader,
  session: ConsoleSession,
  to: string,
  isUsual: boolean,
): Promise<Html> {
  const { person } = session;
  const question = {
    ...(await askForPasskey(context, session.id, person.id)),
    user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.name },
    partyName: 'Praça',
  };
  return html`<h2>${texts.passkey}</h2>
    <p>${texts.passkeyText}</p>
    ${drawForm({
      action: addQuery(here, { to }),
      token: formToken,
      fields: html`${drawHidden('to', to)}${drawHidden(passkeyField, '')}
        ${drawField({ name: 'name', label: texts.passkeyName, hint: texts.passkeyNameHint, required: false, maxLength: longestName })}
        <button
          type="submit"
          class="${isUsual ? '' : 'plain'}"
          data-passkey-create="${JSON.stringify(question)}"
          data-failed="${texts.passkeyFailed}"
          hidden
        >
          ${texts.addPasskey}
        </button>
        <p class="fault small" role="alert" hidden></p>
        <noscript><p class="soft small">${texts.passkeyNeedsScript}</p></noscript>`,
    })}`;
}
