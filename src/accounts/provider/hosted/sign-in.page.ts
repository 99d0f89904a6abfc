import type { FastifyReply } from 'fastify';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawField, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { drawNotice } from '../../../platform/pages/parts.page.ts';
import { send, type Flow } from './flow.routes.ts';

/** Renders a form of a flow, which keeps the language. */
export const drawFlowForm = ({ language }: Flow, action: string, fields: Html): Html =>
  html`<form class="form" method="post" action="${action}">${drawHidden('lang', language)} ${fields}</form>`;

const drawFault = (fault: string | undefined): Html | false =>
  fault !== undefined && drawNotice(fault, 'bad');

const drawCancel = (flow: Flow): Html | false =>
  flow.interaction !== undefined &&
  drawFlowForm(
    flow,
    `${flow.paths.start}/cancel`,
    html`<button type="submit" class="plain">${flow.say('cancel')}</button>`,
  );

const emailField = ({ say }: Flow, value: string): Html =>
  drawField({
    name: 'email',
    label: say('email'),
    type: 'email',
    value,
    autocomplete: 'username',
    autofocus: value === '',
  });

export function sendSignIn(
  flow: Flow,
  page: { email: string; fault?: string; status?: number; isAgain?: boolean },
): FastifyReply {
  const { say, client, paths, language } = flow;
  const title =
    page.isAgain === true
      ? say('again')
      : client
        ? say('signInTo', { client: client.clientName ?? client.clientId })
        : say('signIn');
  const body = html`${drawFault(page.fault)}
    ${drawFlowForm(
      flow,
      paths.enter,
      html`${emailField(flow, page.email)}
        ${drawField({
          name: 'password',
          label: say('password'),
          type: 'password',
          autocomplete: 'current-password',
          maxLength: 1000,
          autofocus: page.email !== '',
        })} <button type="submit">${say('signIn')}</button>`,
    )}
    ${drawCancel(flow)}
    <p class="small"><a href="${paths.recover}?lang=${language}">${say('forgotten')}</a></p>
    <p class="small">${say('newHere')} <a href="${paths.signUp}?lang=${language}">${say('signUp')}</a></p>`;
  return send(flow, { title, body, path: paths.enter, ...(page.status && { status: page.status }) });
}

export function sendSecondFactor(flow: Flow, proof: string, fault?: string): FastifyReply {
  const { say, paths } = flow;
  return send(flow, {
    title: say('secondFactor'),
    status: fault === undefined ? 200 : 401,
    body: html`${drawFault(fault)}
      <p>${say('secondFactorText')}</p>
      ${drawFlowForm(
        flow,
        paths.enter,
        html`${drawHidden('proof', proof)}
          ${drawField({
            name: 'totp',
            label: say('code'),
            isCode: true,
            maxLength: 40,
            autocomplete: 'one-time-code',
            autofocus: true,
          })} <button type="submit">${say('goOn')}</button>`,
      )}
      ${drawCancel(flow)}`,
  });
}

const newPasswordField = ({ say }: Flow, label: 'password' | 'newPassword', fault?: string): Html =>
  drawField({
    name: 'password',
    label: say(label),
    type: 'password',
    autocomplete: 'new-password',
    minLength: 8,
    maxLength: 256,
    hint: say('passwordHint'),
    fault,
  });

export function sendNewPassword(flow: Flow, fault?: string): FastifyReply {
  const { say, paths } = flow;
  return send(flow, {
    title: say('newPassword'),
    status: fault === undefined ? 200 : 422,
    body: html`<p>${say('newPasswordText')}</p>
      ${drawFlowForm(
        flow,
        paths.newPassword,
        html`${newPasswordField(flow, 'newPassword', fault)}
          <button type="submit">${say('setPassword')}</button>`,
      )}`,
  });
}

export function sendSignedIn(flow: Flow, email: string): FastifyReply {
  const { say, paths } = flow;
  return send(flow, {
    title: say('signedIn'),
    path: paths.start,
    body: html`<p class="wrap">${say('signedInAs', { email })}</p>
      ${drawFlowForm(flow, '/accounts/sign-out', html`<button type="submit">${say('signOut')}</button>`)}`,
  });
}

export interface SignUpFields {
  firstName: string;
  lastName: string;
  email: string;
}

export function sendSignUp(flow: Flow, given: SignUpFields, fault?: string): FastifyReply {
  const { say, paths, language } = flow;
  return send(flow, {
    title: say('signUp'),
    path: paths.signUp,
    status: fault === undefined ? 200 : 422,
    body: html`${drawFault(fault)}
      ${drawFlowForm(
        flow,
        paths.signUp,
        html`${drawField({
            name: 'first_name',
            label: say('firstName'),
            value: given.firstName,
            autocomplete: 'given-name',
            maxLength: 100,
            autofocus: fault === undefined,
          })}
          ${drawField({
            name: 'last_name',
            label: say('lastName'),
            value: given.lastName,
            autocomplete: 'family-name',
            maxLength: 100,
          })}
          ${drawField({
            name: 'email',
            label: say('email'),
            type: 'email',
            value: given.email,
            autocomplete: 'username',
          })}
          ${newPasswordField(flow, 'password')} <button type="submit">${say('signUp')}</button>`,
      )}
      ${drawCancel(flow)}
      <p class="small">
        ${say('haveAccount')} <a href="${paths.enter}?lang=${language}">${say('signIn')}</a>
      </p>`,
  });
}

export function sendRecover(flow: Flow, email: string, fault?: string): FastifyReply {
  const { say, paths, language } = flow;
  return send(flow, {
    title: say('recover'),
    path: paths.recover,
    status: fault === undefined ? 200 : 422,
    body: html`${drawFault(fault)}
      <p>${say('recoverText')}</p>
      ${drawFlowForm(
        flow,
        paths.recover,
        html`${emailField(flow, email)} <button type="submit">${say('sendMail')}</button>`,
      )}
      <p class="small"><a href="${paths.enter}?lang=${language}">${say('signIn')}</a></p>`,
  });
}

/** Tells the person to open a mail, and to come back here. */
export function sendMailed(flow: Flow, text: string): FastifyReply {
  const { say, paths, language } = flow;
  return send(flow, {
    title: say('checkMail'),
    body: html`<p class="wrap">${text}</p>
      <p><a class="button" href="${paths.enter}?lang=${language}">${say('goOn')}</a></p>`,
  });
}
