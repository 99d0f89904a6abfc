import type { ActingVisit, ConsoleAct, ConsolePart, Fields } from '../../platform/console/console-page.ts';
import type { Grant } from '../../platform/console/people/roles.rules.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { requestErasureFor } from '../profile/erasure/request-erasure.ts';
import { resendConfirmation } from '../entry/sign-up/resend-confirmation.ts';
import { endAccountSessions } from './support/end-account-sessions.ts';
import { turnOffTotp } from '../credentials/totp/manage-totp.ts';
import { accountActs, accountTexts } from './account-texts.ts';
import { accountPage, accountPath, getAccount, showAccount } from './account.page.ts';
import { accountListPage, listPath } from './accounts-list.page.ts';

const supporters: Grant = { staff: ['admin', 'support'] };

/** Pages for staff. */
export const accountsConsole = (context: AccountsContext): ConsolePart => ({
  pages: [accountListPage(context), accountPage(context)],
  acts: accountActsOf(context),
});

function accountActsOf(context: AccountsContext): readonly ConsoleAct[] {
  /** `perform` returns false if there was nothing to do. */
  const act = (
    path: string,
    name: keyof typeof accountActs,
    perform: (visit: ActingVisit, userId: string, fields: Fields) => Promise<boolean>,
    { fresh = false, grant = supporters }: { fresh?: boolean; grant?: Grant } = {},
  ): ConsoleAct => ({
    path: `${accountPath}/${path}`,
    grant,
    fresh,
    name,
    label: accountActs[name],
    page: accountPath,
    subjectPage: accountPath,
    async perform(visit, fields) {
      const { id } = await getAccount(context, visit.parameters('id'));
      if (await perform(visit, id, fields)) return { to: `${listPath}/${id}` };
      const view = await showAccount(context, visit, visit.say(accountTexts.already));
      return { view: { ...view, status: 200 } };
    },
  });
  return [
    act('end-sessions', 'account.sessions_ended', async (visit, subject) => {
      const ended = await endAccountSessions(context, subject, {
        recorded: (tx, count) => visit.record(tx, { subject, detail: { ended: count } }),
      });
      return ended > 0;
    }),
    act('end-session', 'account.session_ended', async (visit, subject, fields) => {
      const ended = await endAccountSessions(context, subject, {
        sessionId: fields('session'),
        recorded: (tx) => visit.record(tx, { subject }),
      });
      return ended > 0;
    }),
    // Requires a recent second factor, because turning it off for the wrong person gives them the account.
    act(
      'totp-off',
      'account.totp_off',
      (visit, subject) => turnOffTotp(context, subject, (tx) => visit.record(tx, { subject })),
      { fresh: true },
    ),
    act(
      'erase',
      'account.erasure_requested',
      async (visit, subject) => {
        const { isNew } = await requestErasureFor(context, subject, (tx, eraseAt) =>
          visit.record(tx, { subject, detail: { at: eraseAt.toISOString() } }),
        );
        return isNew;
      },
      { fresh: true, grant: { staff: ['admin'] } },
    ),
    {
      path: `${listPath}/resend`,
      grant: supporters,
      fresh: false,
      name: 'account.confirmation_resent',
      label: accountActs['account.confirmation_resent'],
      page: listPath,
      async perform(visit, fields) {
        const registration = fields('registration');
        await resendConfirmation(context, registration, (tx) => visit.record(tx, { subject: registration }));
        return { to: `${listPath}?q=${encodeURIComponent(visit.query('q'))}` };
      },
    },
  ];
}
