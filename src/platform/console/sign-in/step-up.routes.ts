import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../http/page.ts';
import { formTokenName } from '../../pages/form-parts.page.ts';
import type { ConsoleContext } from '../console-context.ts';
import { askForPasskey, proveFactor, type Prover, type Refusal } from '../factors/check-factor.ts';
import { sendGate } from '../frame/frame.page.ts';
import { fieldsOf, keepSession, type Reader } from '../frame/reader.routes.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';
import { codeField, drawFactorForm, passkeyField, sayRefusal } from './factor-form.page.ts';

export const proverOf = (reader: Reader, session: ConsoleSession): Prover => ({
  sessionId: session.id,
  person: session.person,
  visitor: reader.visitor,
  isSigningIn: session.stage !== 'full',
});

/** Values of these fields are never rendered into a page again. */
const isSecret = (name: string): boolean => /password/.test(name);

/**
 * Requires a recent second factor before acts that change money, secrets or people. Returns true if it was given
 * recently or comes with the form. Otherwise it sends a page that asks for the factor and carries the form along in
 * hidden fields.
 */
export async function stepUp(
  context: ConsoleContext,
  reader: Reader,
  session: ConsoleSession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (session.isFresh) return true;
  const fields = fieldsOf(request.body);
  const proof = { code: fields(codeField), passkey: fields(passkeyField) };
  let refusal: Refusal | undefined;
  if (proof.code !== '' || proof.passkey !== '') {
    const outcome = await proveFactor(context, proverOf(reader, session), proof);
    if (outcome.done !== undefined) {
      keepSession(context, reply, outcome.done);
      return true;
    }
    refusal = outcome.refused;
  }
  const { texts } = reader;
  sendGate(reply, reader, {
    title: texts.stepUpTitle,
    status: refusal?.reason === 'wait' ? 429 : 401,
    body: html`<p>${texts.stepUpText}</p>
      ${drawFactorForm({
        action: request.url,
        token: reader.formToken,
        texts,
        button: texts.confirm,
        carried: listGiven(request.body),
        passkeys: session.hasPasskey
          ? await askForPasskey(context, session.id, session.person.id)
          : undefined,
        hasCodes: session.hasTotp,
        fault: refusal && sayRefusal(refusal, texts),
      })}`,
  });
  return false;
}

/** Returns the submitted fields that may be shown or sent again: all except tokens, codes and passwords. */
export function listGiven(body: unknown): Readonly<Record<string, string>> {
  const fields = fieldsOf(body);
  const kept = Object.keys(body ?? {}).filter(
    (name) => ![formTokenName, codeField, passkeyField].includes(name) && !isSecret(name),
  );
  return Object.fromEntries(kept.map((name) => [name, fields(name)]));
}
