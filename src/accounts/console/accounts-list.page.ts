import type { ConsolePage, View, Visit } from '../../platform/console/console-page.ts';
import type { Grant } from '../../platform/console/people/roles.rules.ts';
import { html, type Html } from '../../platform/http/page.ts';
import { isId } from '../../platform/ids.ts';
import { drawForm, drawHidden, drawSearch } from '../../platform/pages/form-parts.page.ts';
import { linkQuery } from '../../platform/pages/link-query.ts';
import { drawBadge, drawEmpty, drawPages, drawTable } from '../../platform/pages/parts.page.ts';
import { drawTime } from '../../platform/pages/times.page.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { listWaitingRegistrations } from '../entry/sign-up/resend-confirmation.ts';
import { findAccount, listAccounts, type ListedAccount } from './support/find-account.ts';
import { accountTexts as texts } from './account-texts.ts';

export const accountReaders: Grant = { staff: ['admin', 'support', 'viewer'] };
export const listPath = '/accounts/people';

type Waiting = Awaited<ReturnType<typeof listWaitingRegistrations>>;

export const accountListPage = (context: AccountsContext): ConsolePage => ({
  path: listPath,
  grant: accountReaders,
  menu: {
    label: texts.accounts,
    hint: texts.accountsHint,
    icon: 'person',
    section: texts.section,
    search: texts.searchAccounts,
  },
  async show(visit): Promise<View> {
    const { say } = visit;
    const text = visit.query('q').trim().slice(0, 254);
    const before = isId(visit.query('before')) ? visit.query('before') : undefined;
    const { accounts, waiting, next } = await find(context, text, before);
    const link = linkQuery(visit.address(listPath), { q: text });
    return {
      title: say(texts.accounts),
      lead: say(texts.accountsHint),
      body: html`<div class="filters">
          ${drawSearch({
            action: visit.address(listPath),
            label: say(texts.searchAccounts),
            button: say(texts.search),
            value: text,
          })}
        </div>
        ${drawTable({
          caption: say(texts.accounts),
          columns: [
            { label: say(texts.email), kind: 'name' },
            { label: say(texts.name), kind: 'name' },
            { label: say(texts.state) },
            { label: say(texts.secondFactor) },
            { label: say(texts.created) },
          ],
          rows: accounts.map((account) => [
            html`<a href="${visit.address(`${listPath}/${account.id}`)}"
              >${account.email === '' ? account.id : account.email}</a
            >`,
            html`<span>${account.first_name} ${account.last_name}</span>`,
            drawAccountState(visit, account),
            account.totp_enabled ? drawBadge(say(texts.on), 'good') : drawBadge(say(texts.off)),
            drawTime(account.created_at, visit.language, visit.nowMs),
          ]),
          empty:
            text === ''
              ? drawEmpty(say(texts.noAccounts), say(texts.noAccountsText))
              : drawEmpty(say(texts.nobody), say(texts.nobodyText)),
        })}
        ${waiting.length > 0 && drawWaiting(visit, waiting, text)}
        ${drawPages({
          newest: before !== undefined && { label: say(texts.newest), href: link() },
          older: next !== undefined && { label: say(texts.older), href: link({ before: next }) },
        })}`,
    };
  },
});

async function find(
  context: AccountsContext,
  text: string,
  before: string | undefined,
): Promise<{ accounts: readonly ListedAccount[]; waiting: Waiting; next: string | undefined }> {
  if (text === '') return { ...(await listAccounts(context, before)), waiting: [] };
  const account = await findAccount(context, text).catch((error: unknown) => {
    // The text is neither an address nor a uid, so it matches no account.
    if (error instanceof ProblemError) return undefined;
    throw error;
  });
  return {
    accounts: account ? [account] : [],
    waiting: await listWaitingRegistrations(context, text),
    next: undefined,
  };
}

export function drawAccountState({ say }: Visit, account: ListedAccount): Html {
  return html`<span class="row tight"
    >${
      !account.owns_email
        ? drawBadge(say(texts.onlyStated), 'warn')
        : account.email_confirmed_at === null
          ? drawBadge(say(texts.unconfirmed), 'warn')
          : drawBadge(say(texts.confirmed), 'good')
    }${account.erase_at !== null && drawBadge(say(texts.toBeErased), 'bad')}</span
  >`;
}

function drawWaiting(visit: Visit, waiting: Waiting, text: string): Html {
  const { say, language, nowMs } = visit;
  const mayResend = visit.may('POST', `${listPath}/resend`);
  const action = `${visit.address(`${listPath}/resend`)}?q=${encodeURIComponent(text)}`;
  return html`<h2>${say(texts.waiting)}</h2>
    ${drawTable({
      caption: say(texts.waiting),
      columns: [
        { label: say(texts.email), kind: 'name' },
        { label: say(texts.name), kind: 'name' },
        { label: say(texts.created) },
        { label: say(texts.linkUntil) },
        ...(mayResend ? [{ label: say(texts.acts), kind: 'acts' } as const] : []),
      ],
      rows: waiting.map((registration) => [
        registration.email,
        html`<span>${registration.first_name} ${registration.last_name}</span>`,
        drawTime(registration.created_at, language, nowMs),
        drawTime(registration.expires_at, language, nowMs),
        ...(mayResend
          ? [
              drawForm({
                action,
                token: visit.formToken,
                fields: html`${drawHidden('registration', registration.id)}
                  <button type="submit" class="plain slim">${say(texts.resend)}</button>`,
              }),
            ]
          : []),
      ]),
      empty: html``,
    })}`;
}
