import { html, type Html } from '../../http/page.ts';
import { describeDevice, deviceKindOf } from '../../identity/device-kind.ts';
import { drawField, drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { fill } from '../../pages/fill-text.ts';
import { drawBadge, drawNotice, drawTable, drawTimeline } from '../../pages/parts.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import type { ActRow } from '../audit/act.store.ts';
import { drawId } from '../audit-pages/audit-line.page.ts';
import type { View } from '../console-page.ts';
import type { ListedPasskey } from '../factors/passkey.store.ts';
import type { Reader } from '../frame/reader.routes.ts';
import { drawNewPassword } from '../invitations/invitation.routes.ts';
import type { ListedSession } from '../sessions/console-session.store.ts';
import type { Words } from '../../http/language.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';

export interface Account {
  readonly session: ConsoleSession;
  readonly hasPassword: boolean;
  readonly passkeys: readonly ListedPasskey[];
  readonly recoveryCodesLeft: number;
  readonly sessions: readonly ListedSession[];
  readonly acts: readonly ActRow[];
  /** Labels of the acts. */
  readonly words: ReadonlyMap<string, Words>;
}

export interface MeRefusal {
  readonly password?: string;
  readonly notice?: string;
}

export function drawMe(reader: Reader, account: Account, refusal: MeRefusal = {}): View {
  const { texts } = reader;
  const { person } = account.session;
  return {
    title: texts.myAccount,
    lead: `${person.name} · ${person.email}`,
    ...(refusal.password !== undefined || refusal.notice !== undefined ? { status: 409 } : {}),
    body: html`${refusal.notice !== undefined && drawNotice(refusal.notice, 'bad')}
      <div class="story">
        <div class="stack">
          ${drawFactors(reader, account)} ${drawSessions(reader, account)}
          ${account.hasPassword && drawPassword(reader, refusal)}
        </div>
        <section class="card" aria-labelledby="recent-title">
          <h2 id="recent-title">${texts.recentActs}</h2>
          ${drawTimeline(
            account.acts.map((act) => ({
              time: drawTime(act.at, reader.language, reader.nowMs),
              title: account.words.get(act.act)?.[reader.language] ?? act.act,
              detail: html`${drawId(act.subject)}${act.subject !== '' && act.address !== '' && ' · '}${act.address}${
                typeof act.detail['times'] === 'number' &&
                act.detail['times'] > 1 &&
                ` · ${act.detail['times']} ×`
              }`,
              tone: act.act.endsWith('failed') ? 'warn' : 'plain',
            })),
          )}
        </section>
      </div>`,
  };
}

const post = (reader: Reader, action: string, fields: Html): Html =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="form_token" value="${reader.formToken}" />
    ${fields}
  </form>`;

function drawFactors(reader: Reader, { session, passkeys, recoveryCodesLeft }: Account): Html {
  const { texts, language, nowMs } = reader;
  const hasAny = session.hasTotp || passkeys.length > 0;
  const rows = [
    ...(session.hasTotp
      ? [
          [
            texts.authenticator,
            '–',
            post(
              reader,
              '/console/me/totp/remove',
              html`<button type="submit" class="plain slim">${texts.turnOff}</button>`,
            ),
          ],
        ]
      : []),
    ...passkeys.map((passkey) => [
      html`<span>${passkey.name}</span>`,
      passkey.last_used_at ? drawTime(passkey.last_used_at, language, nowMs) : texts.never,
      post(
        reader,
        '/console/me/passkeys/remove',
        html`${drawHidden('id', passkey.credential_id.toString('base64url'))}
          <button type="submit" class="plain slim" aria-label="${texts.remove}: ${passkey.name}">
            ${texts.remove}
          </button>`,
      ),
    ]),
  ];
  return html`<section class="card" aria-labelledby="factors-title">
    <div class="row apart">
      <h2 id="factors-title">${texts.secondFactor}</h2>
      ${hasAny ? drawBadge(texts.factorOn, 'good') : drawBadge(texts.factorOff, 'warn')}
    </div>
    <p class="soft">${texts.factorText}</p>
    ${
      rows.length > 0 &&
      drawTable({
        caption: texts.secondFactor,
        columns: [
          { label: texts.factor, kind: 'name' },
          { label: texts.lastUsed },
          { label: texts.acts, kind: 'acts' },
        ],
        rows,
        empty: html``,
      })
    }
    <div class="row">
      <a class="button ${hasAny ? 'plain' : ''}" href="/console/second-factor/set-up?to=/console/me"
        >${hasAny ? texts.addFactor : texts.setUpTitle}</a
      >
      ${
        hasAny &&
        post(
          reader,
          '/console/me/recovery-codes',
          html`<button type="submit" class="plain">${texts.renewCodes}</button>`,
        )
      }
      ${hasAny && html`<span class="soft small">${fill(texts.codesLeft, { count: recoveryCodesLeft })}</span>`}
    </div>
  </section>`;
}

function drawSessions(reader: Reader, { session, sessions }: Account): Html {
  const { texts, language, nowMs } = reader;
  return html`<section class="card" aria-labelledby="sessions-title">
    <h2 id="sessions-title">${texts.sessions}</h2>
    ${drawTable({
      caption: texts.sessions,
      columns: [
        { label: texts.device, kind: 'name' },
        { label: texts.address },
        { label: texts.lastSeen },
        { label: texts.acts, kind: 'acts' },
      ],
      rows: sessions.map((listed) => [
        html`<span
          >${describeDevice(deviceKindOf(listed.user_agent), language)}
          ${listed.id === session.id && drawBadge(texts.thisOne, 'good')}</span
        >`,
        html`<span class="figure">${listed.address}</span>`,
        drawTime(listed.seen_at, language, nowMs),
        listed.id === session.id
          ? ''
          : post(
              reader,
              '/console/me/sessions/end',
              html`${drawHidden('id', listed.id)}
                <button type="submit" class="plain slim">${texts.end}</button>`,
            ),
      ]),
      empty: html``,
    })}
    ${
      sessions.length > 1 &&
      post(
        reader,
        '/console/me/sessions/end-others',
        html`<button type="submit" class="plain">${texts.endOthers}</button>`,
      )
    }
  </section>`;
}

function drawPassword(reader: Reader, { password: fault }: MeRefusal): Html {
  const { texts } = reader;
  return html`<section class="card" aria-labelledby="password-title">
    <h2 id="password-title">${texts.changePassword}</h2>
    ${drawForm({
      action: '/console/me/password',
      token: reader.formToken,
      fields: html`${drawField({
          name: 'current_password',
          label: texts.currentPassword,
          type: 'password',
          autocomplete: 'current-password',
          maxLength: 1000,
          fault: fault === 'wrong' ? texts.wrongCurrent : undefined,
        })}
        ${drawNewPassword(reader, fault)}
        <button type="submit" class="plain">${texts.changePassword}</button>`,
    })}
  </section>`;
}
