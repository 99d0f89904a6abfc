import type { ConsolePage, View, Visit } from '../../platform/console/console-page.ts';
import { html, type Html } from '../../platform/http/page.ts';
import { isId } from '../../platform/ids.ts';
import { fill } from '../../platform/pages/fill-text.ts';
import { drawForm, drawHidden } from '../../platform/pages/form-parts.page.ts';
import { linkQuery } from '../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawFacts,
  drawNotice,
  drawPages,
  drawTable,
  drawTimeline,
} from '../../platform/pages/parts.page.ts';
import { describeDevice, deviceKindOf } from '../../platform/identity/device-kind.ts';
import { drawTime } from '../../platform/pages/times.page.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { readAudit, type AuditPage } from '../protection/audit/read-audit.ts';
import { findAccount, readAccess, type Account } from './support/find-account.ts';
import { accountTexts as texts } from './account-texts.ts';
import { accountReaders, drawAccountState, listPath } from './accounts-list.page.ts';
import { isTroubling, wordsOfEvent } from './event-words.ts';

export const accountPath = `${listPath}/:id`;
const auditSize = 50;

type Access = Awaited<ReturnType<typeof readAccess>>;

export const accountPage = (context: AccountsContext): ConsolePage => ({
  path: accountPath,
  grant: accountReaders,
  show: (visit) => showAccount(context, visit),
});

export async function getAccount(context: AccountsContext, id: string): Promise<Account> {
  const account = isId(id) ? await findAccount(context, id) : undefined;
  if (!account) throw problem('not_found');
  return account;
}

const nameOf = (account: Account): string =>
  `${account.first_name} ${account.last_name}`.trim() || account.email || account.id;

export async function showAccount(context: AccountsContext, visit: Visit, notice?: string): Promise<View> {
  const account = await getAccount(context, visit.parameters('id'));
  const before = isId(visit.query('before')) ? visit.query('before') : undefined;
  const [access, audit] = await Promise.all([
    readAccess(context, account.id),
    readAudit(context, account.id, { before, limit: auditSize }),
  ]);
  return {
    title: nameOf(account),
    acts: drawActs(context, visit, account, access),
    body: html`${notice !== undefined && drawNotice(notice)}
      <div class="story">
        <div class="stack">${drawSessions(visit, account, access)} ${drawAudit(visit, account, audit)}</div>
        <div class="stack">${drawWays(visit, account, access)} ${drawDevices(visit, access)}</div>
      </div>`,
  };
}

interface Act {
  readonly act: string;
  readonly opener: string;
  readonly title: string;
  readonly text: string;
}

function drawActs(context: AccountsContext, visit: Visit, account: Account, access: Access): Html {
  const { say } = visit;
  const name = nameOf(account);
  const sessions = access.sessions.length;
  const acts: (Act | false)[] = [
    sessions > 0 && {
      act: 'end-sessions',
      opener: say(texts.endSessions),
      title: fill(say(texts.endSessionsTitle), { name }),
      text: fill(say(texts.endSessionsText), { sessions }),
    },
    account.totp_enabled && {
      act: 'totp-off',
      opener: say(texts.totpOff),
      title: fill(say(texts.totpOffTitle), { name }),
      text: fill(say(texts.totpOffText), { sessions }),
    },
    account.erase_at === null && {
      act: 'erase',
      opener: say(texts.erase),
      title: fill(say(texts.eraseTitle), { name }),
      text: fill(say(texts.eraseText), { sessions, days: context.settings.ERASURE_DAYS }),
    },
  ];
  return html`${acts.map(
    (one) => one && visit.may('POST', `${accountPath}/${one.act}`) && drawAct(visit, account, one),
  )}`;
}

const drawAct = (visit: Visit, account: Account, { act, opener, title, text }: Act): Html =>
  drawDialogue({
    id: act,
    opener,
    openerClass: act === 'end-sessions' ? 'plain' : 'danger',
    title,
    body: html`<p class="wrap">${text}</p>
      ${drawForm({
        action: visit.address(`${listPath}/${account.id}/${act}`),
        token: visit.formToken,
        layout: 'wide',
        fields: html`<div class="row">
          ${drawDialogueClose(act, visit.say(texts.cancel))}
          <button type="submit" class="danger">${opener}</button>
        </div>`,
      })}`,
  });

function drawWays(visit: Visit, account: Account, { identities }: Access): Html {
  const { say, language, nowMs } = visit;
  const facts: (readonly [string, Html | string] | false)[] = [
    [say(texts.uid), drawCopyable(account.id, say(texts.copy))],
    [say(texts.email), html`<span>${account.email === '' ? '–' : account.email}</span>`],
    [say(texts.state), drawAccountState(visit, account)],
    [say(texts.password), say(account.has_password ? texts.yes : texts.no)],
    [
      say(texts.secondFactor),
      account.totp_enabled ? drawBadge(say(texts.on), 'good') : drawBadge(say(texts.off)),
    ],
    [
      say(texts.socialLogins),
      identities.length === 0
        ? say(texts.none)
        : html`${identities.map(
            ({ issuer, email }) => html`<span>${issuer}${email !== null && ` (${email})`}</span><br />`,
          )}`,
    ],
    account.new_email !== null && [say(texts.newAddress), html`<span>${account.new_email}</span>`],
    account.ways_back.length > 0 && [
      say(texts.wayBack),
      html`${account.ways_back.map(
        ({ email, until }) =>
          html`<span>${email}, ${drawTime(new Date(until), language, nowMs)}</span><br />`,
      )}`,
    ],
    [say(texts.created), drawTime(account.created_at, language, nowMs)],
    account.erase_at !== null && [say(texts.eraseAt), drawTime(account.erase_at, language, nowMs)],
  ];
  return html`<section class="card">
    <h2>${say(texts.facts)}</h2>
    ${drawFacts(facts.filter((fact) => fact !== false))}
  </section>`;
}

function drawSessions(visit: Visit, account: Account, { sessions }: Access): Html {
  const { say, language, nowMs } = visit;
  const mayEnd = visit.may('POST', `${accountPath}/end-session`);
  return html`<section class="stack">
    <h2>${say(texts.sessions)}</h2>
    ${drawTable({
      caption: say(texts.sessions),
      columns: [
        { label: say(texts.browser), kind: 'name' },
        { label: say(texts.network), kind: 'name' },
        { label: say(texts.began) },
        { label: say(texts.lastSeen) },
        ...(mayEnd ? [{ label: say(texts.acts), kind: 'acts' } as const] : []),
      ],
      rows: sessions.map((session) => [
        drawProgram(visit, session.user_agent),
        html`<span>${session.address}</span>`,
        drawTime(session.created_at, language, nowMs),
        drawTime(session.last_seen_at, language, nowMs),
        ...(mayEnd
          ? [
              drawForm({
                action: visit.address(`${listPath}/${account.id}/end-session`),
                token: visit.formToken,
                fields: html`${drawHidden('session', session.id)}
                  <button type="submit" class="plain slim">${say(texts.end)}</button>`,
              }),
            ]
          : []),
      ]),
      empty: html`<p class="soft">${say(texts.noSessions)}</p>`,
    })}
  </section>`;
}

/** Renders the name of the program, with its full user agent as a tooltip. */
const drawProgram = ({ language }: Visit, userAgent: string): Html =>
  userAgent === ''
    ? html`–`
    : html`<span title="${userAgent}">${describeDevice(deviceKindOf(userAgent), language)}</span>`;

function drawDevices(visit: Visit, { devices }: Access): Html {
  const { say, language, nowMs } = visit;
  return html`<section class="card">
    <h2>${say(texts.devices)}</h2>
    ${devices.length === 0 && html`<p class="soft">${say(texts.noDevices)}</p>`}
    ${drawFacts(
      devices.map((device) => [device.description, drawTime(device.last_used_at, language, nowMs)] as const),
    )}
  </section>`;
}

/** For counted refusals, lists how often each reason occurred and the time of the last one. */
function describeDetail(visit: Visit, detail: Record<string, unknown>): (Html | string)[] {
  const { reasons, times, last_at: lastAt } = detail;
  if (typeof reasons !== 'object' || typeof lastAt !== 'string') {
    const others = Object.entries(detail).filter(([name]) => name !== 'by');
    return others.map(([name, value]) => `${name}: ${String(value)}`);
  }
  const counts = Object.entries(reasons ?? {}).map(([reason, count]) => `${count} × ${reason}`);
  return times === 1
    ? Object.keys(reasons ?? {})
    : [...counts, html`${visit.say(texts.last)} ${drawTime(new Date(lastAt), visit.language, visit.nowMs)}`];
}

function drawAudit(visit: Visit, account: Account, { entries, next }: AuditPage): Html {
  const { say, language, nowMs } = visit;
  const link = linkQuery(visit.address(`${listPath}/${account.id}`), {});
  return html`<section class="card">
    <h2>${say(texts.story)}</h2>
    ${entries.length === 0 && html`<p class="soft">${say(texts.quiet)}</p>`}
    ${drawTimeline(
      entries.map((entry) => {
        const where = [
          entry.detail['by'] === 'operator' ? say(texts.byOperator) : '',
          entry.address,
          ...describeDetail(visit, entry.detail),
        ];
        const program = entry.user_agent === '' ? '' : drawProgram(visit, entry.user_agent);
        return {
          time: drawTime(entry.at, language, nowMs),
          title: say(wordsOfEvent(entry.event)),
          detail: html`<span class="soft"
            >${where.filter((part) => part !== '').map((part, index) => html`${index > 0 && ' · '}${part}`)}
            ${program}</span
          >`,
          ...(isTroubling(entry.event) ? { tone: 'warn' as const } : {}),
        };
      }),
    )}
    ${drawPages({
      newest: visit.query('before') !== '' && { label: say(texts.newest), href: link() },
      older: next !== undefined && { label: say(texts.older), href: link({ before: next }) },
    })}
  </section>`;
}
