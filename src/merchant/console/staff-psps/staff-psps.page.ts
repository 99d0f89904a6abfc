import { actOnce, onceName } from '../../../platform/console/act-once.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import type {
  ActingVisit,
  ConsoleAct,
  ConsolePage,
  ConsolePart,
  Fields,
  View,
  Visit,
} from '../../../platform/console/console-page.ts';
import type { Words } from '../../../platform/http/language.ts';
import { problem } from '../../../platform/problem.ts';
import { html } from '../../../platform/http/page.ts';
import { isId } from '../../../platform/ids.ts';
import { parseAmount } from '../../../platform/money.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawCopyable, drawFacts, drawNotice } from '../../../platform/pages/parts.page.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { decideAdjustment } from '../../books/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '../../books/adjustments/propose-adjustment.ts';
import {
  decimalsOf,
  euroDecimals,
  findAsset,
  findCoin,
  formatAsset,
  type CoinCode,
} from '../../assets/asset.rules.ts';
import {
  addCredentialWithin,
  createPspWithin,
  endCredential,
  resumePsp,
  suspendPsp,
  type IssuedCredential,
} from '../../access/credentials/manage-credentials.ts';
import { changeDepositMode } from '../../orders/deposits/change-deposit-mode.ts';
import { depositModes } from '../../orders/deposits/deposit.rules.ts';
import type { PayoutLimits } from '../../payouts/limits/limit.rules.ts';
import { changeLimits } from '../../payouts/limits/manage-limits.ts';
import { changeOpenLimit } from '../../market/open-promises/manage-open-limit.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { refusal, requireAmount } from '../staff-parts/staff-fields.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { staffAdjustmentsPage } from './staff-adjustments.page.ts';
import { getPspRow, readPspStory, type PspRow } from './read-staff-psps.ts';
import { drawPspActs, drawPspCredentials, drawPspFacts } from './staff-psp-facts.page.ts';
import { staffPspList } from './staff-psp-list.page.ts';
import {
  drawPspAdjustments,
  drawPspBalances,
  drawPspLimits,
  limitFields,
  seenLimits,
} from './staff-psp-money.page.ts';
import { adjustmentFaults, pspFaults, staffPspTexts } from './staff-psp-texts.ts';

const base = '/psps/:id';

export const staffPspsConsole = (
  context: MerchantContext,
): Pick<ConsolePart, 'pages' | 'acts' | 'refusals'> => ({
  pages: [staffPspList(context), pspPage(context), staffAdjustmentsPage(context)],
  acts: [createAct(context), ...pspActs(context)],
  refusals: {
    insufficient_funds: words(
      'The balance does not cover this.',
      'O saldo não cobre isto.',
      'Das Guthaben deckt das nicht.',
    ),
  },
});

const pspPage = (context: MerchantContext): ConsolePage => ({
  path: base,
  grant: staffGrants.see,
  async show(visit) {
    const story = await readPspStory(context, visit.parameters('id'));
    const texts = staffPspTexts[visit.language];
    return {
      title: story.psp.name,
      lead: `${staffTexts[visit.language].psp} ${story.psp.id}`,
      acts: drawPspActs(visit, story),
      body: html`${story.psp.suspended_at && drawNotice(texts.isSuspended, 'warn')}
        <div class="story">${drawPspBalances(visit, story)} ${drawPspFacts(visit, story)}</div>
        ${drawPspAdjustments(visit, story)} ${drawPspLimits(visit, story)} ${drawPspCredentials(visit, story)}`,
    };
  },
});

/** Shows a new secret in the response itself. It is not shown again. */
function showSecret(visit: Visit, psp: Pick<PspRow, 'id' | 'name'>, issued: IssuedCredential): View {
  const texts = { ...staffTexts[visit.language], ...staffPspTexts[visit.language] };
  return {
    title: fill(texts.created, { name: psp.name, id: psp.id }),
    status: 200,
    body: html`${drawNotice(texts.shownOnce, 'warn')}
      <section class="card">
        ${drawFacts([
          [texts.clientId, drawCopyable(issued.clientId, texts.copy)],
          [
            texts.clientSecret,
            html`<span class="copyable"
              ><code class="wrap">${issued.clientSecret}</code
              ><button type="button" class="plain" data-copy="${issued.clientSecret}">
                ${texts.copy}
              </button></span
            >`,
          ],
        ])}
      </section>
      <p class="row">
        <a class="button plain" href="${visit.address(`/psps/${psp.id}`)}">${texts.toPsp}</a>
        ${
          visit.may('POST', '/organisations/:kind/:id/invite') &&
          html`<a class="button plain" href="${visit.address(`/organisations/psp/${psp.id}`)}"
            >${texts.inviteOwner}</a
          >`
        }
      </p>`,
  };
}

const createAct = (context: MerchantContext): ConsoleAct => ({
  path: '/psps/create',
  grant: staffGrants.admit,
  fresh: true,
  name: 'psp.created',
  label: words('Payment provider created', 'Provedor de pagamento criado', 'Zahlungsanbieter angelegt'),
  page: '/psps',
  async perform(visit, fields) {
    const name = fields('name').trim();
    if (name === '' || name.length > 200) throw refusal(pspFaults.name);
    const { answer } = await actOnce(context, visit, fields, ['create', name], async (tx) => {
      const created = await createPspWithin(tx, context, name, staffActor(visit.person.email));
      await visit.record(tx, { subject: name, place: placeOf(created.pspId) });
      return created;
    });
    return { view: showSecret(visit, { id: answer.pspId, name }, answer) };
  },
});

const placeOf = (id: number) => ({ kind: 'psp', organisation: String(id) });

function pspActs(context: MerchantContext): ConsoleAct[] {
  const act = (
    path: string,
    grant: ConsoleAct['grant'],
    name: string,
    label: Words,
    perform: (visit: ActingVisit, psp: PspRow, fields: Fields) => Promise<View | 'repeated' | undefined>,
  ): ConsoleAct => ({
    path: `${base}/${path}`,
    grant,
    fresh: true,
    name,
    label,
    page: base,
    async perform(visit, fields) {
      const psp = await getPspRow(context, visit.parameters('id'));
      const result = await perform(visit, psp, fields);
      if (typeof result === 'object') return { view: result };
      return { to: `/psps/${psp.id}`, isRepeated: result === 'repeated' };
    },
  });
  const record = (psp: PspRow, detail: Record<string, string | null> = {}) =>
    ({ subject: psp.name, detail, place: placeOf(psp.id) }) satisfies Parameters<ActingVisit['record']>[1];
  const decide =
    (decision: 'confirm' | 'reject') => async (visit: ActingVisit, psp: PspRow, fields: Fields) => {
      const input = { id: fields('proposal'), decision, by: visit.person.email };
      const outcome = await decideAdjustment(context, input, async (tx, proposal) => {
        // The proposal belongs to another PSP, which no form of this page offers.
        if (proposal.psp_id !== psp.id) throw problem('not_found');
        const { asset, amount, reference } = proposal;
        await visit.record(tx, record(psp, { amount: `${formatAsset(asset, amount)} ${asset}`, reference }));
      });
      if (outcome === 'unknown') throw problem('not_found');
      if (outcome !== 'done' && outcome !== 'already') throw refusal(adjustmentFaults[outcome]);
      return outcome === 'already' ? 'repeated' : undefined;
    };
  const { admit, moveMoney } = staffGrants;
  return [
    act(
      'suspend',
      admit,
      'psp.suspended',
      words('Payment provider suspended', 'Provedor de pagamento suspenso', 'Zahlungsanbieter gesperrt'),
      async (visit, psp) => {
        const isDone = await suspendPsp(context, psp.id, (tx) => visit.record(tx, record(psp)));
        return isDone ? undefined : 'repeated';
      },
    ),
    act(
      'resume',
      admit,
      'psp.resumed',
      words(
        'Payment provider resumed',
        'Provedor de pagamento pode trabalhar de novo',
        'Zahlungsanbieter darf wieder arbeiten',
      ),
      async (visit, psp) => {
        const isDone = await resumePsp(context, psp.id, (tx) => visit.record(tx, record(psp)));
        return isDone ? undefined : 'repeated';
      },
    ),
    act(
      'deposit-mode',
      moveMoney,
      'psp.deposit_mode_changed',
      words('Deposit mode changed', 'Destino dos depósitos alterado', 'Umgang mit Einzahlungen geändert'),
      async (visit, psp, fields) => {
        const mode = depositModes.find((candidate) => candidate === fields('mode'));
        if (!mode) throw problem('invalid_input');
        await changeDepositMode(context, psp.id, mode, (tx) =>
          visit.record(tx, record(psp, { before: psp.deposit_mode, after: mode })),
        );
        return undefined;
      },
    ),
    act(
      'limits',
      moveMoney,
      'psp.limits_changed',
      words('Payout limits changed', 'Limites de saída alterados', 'Auszahlungsgrenzen geändert'),
      async (visit, psp, fields) => {
        const coin = findCoin(fields('coin'));
        if (!coin) throw problem('invalid_input');
        const limits = readLimits(visit, fields, coin);
        if (Object.keys(limits).length === 0) return 'repeated';
        const by = visit.person.email;
        const shown = Object.entries(limits).map(([name, minor]): [string, string | null] => [
          name,
          minor === null ? null : formatAsset(coin, minor),
        ]);
        await changeLimits(context, { pspId: psp.id, coin, limits, by, reason: null }, (tx) =>
          visit.record(tx, record(psp, { coin, ...Object.fromEntries(shown) })),
        );
        return undefined;
      },
    ),
    act(
      'open-limit',
      moveMoney,
      'psp.open_limit_changed',
      words(
        'Limit on open promises changed',
        'Limite de promessas abertas alterado',
        'Grenze für offene Zusagen geändert',
      ),
      async (visit, psp, fields) => {
        const typed = readTypedAmount(fields('open_limit'), visit.language, euroDecimals);
        const parsed = parseAmount(typed, euroDecimals);
        if (typed !== '' && 'error' in parsed) throw refusal(pspFaults.limit);
        const cents = 'error' in parsed ? null : parsed.minor;
        if (cents === psp.open_limit) return 'repeated';
        const show = (limit: bigint | null) => (limit === null ? null : formatAsset('EUR', limit));
        const change = { pspId: psp.id, cents, by: visit.person.email, reason: null };
        await changeOpenLimit(context, change, (tx) =>
          visit.record(tx, record(psp, { before: show(psp.open_limit), after: show(cents) })),
        );
        return undefined;
      },
    ),
    act(
      'propose',
      moveMoney,
      'psp.adjustment_proposed',
      words(
        'Credit or debit proposed: another person confirms it',
        'Crédito ou débito proposto: outra pessoa confirma',
        'Gutschrift oder Belastung vorgeschlagen: Jemand anderes bestätigt sie',
      ),
      async (visit, psp, fields) => {
        const asset = findAsset(fields('asset'));
        if (!asset || !isId(fields(onceName))) throw problem('invalid_input');
        const size = requireAmount(visit, fields, 'amount', asset);
        const amountMinor = fields('direction') === 'debit' ? -size : size;
        const reference = fields('reference');
        const wanted = {
          id: fields(onceName),
          pspId: psp.id,
          asset,
          amountMinor,
          reference,
          by: visit.person.email,
        };
        const outcome = await proposeAdjustment(context, wanted, (tx) =>
          visit.record(tx, record(psp, { amount: `${formatAsset(asset, amountMinor)} ${asset}`, reference })),
        );
        if (outcome === 'unknown_psp') throw problem('not_found');
        if (typeof outcome === 'string' && outcome !== 'already') {
          throw refusal(adjustmentFaults[outcome]);
        }
        return outcome === 'already' ? 'repeated' : undefined;
      },
    ),
    act(
      'confirm',
      moveMoney,
      'psp.adjustment_confirmed',
      words('Credit or debit booked', 'Crédito ou débito lançado', 'Gutschrift oder Belastung gebucht'),
      decide('confirm'),
    ),
    act(
      'reject',
      moveMoney,
      'psp.adjustment_rejected',
      words('Credit or debit rejected', 'Crédito ou débito rejeitado', 'Gutschrift oder Belastung abgelehnt'),
      decide('reject'),
    ),
    act(
      'credential',
      admit,
      'psp.credential_added',
      words('Credential added by Praça', 'Credencial adicionada pela Praça', 'Zugang von Praça hinzugefügt'),
      async (visit, psp, fields) => {
        const { answer } = await actOnce(context, visit, fields, ['credential', psp.id], async (tx) => {
          const issued = await addCredentialWithin(tx, context, psp.id, staffActor(visit.person.email));
          if (!issued) throw problem('not_found');
          await visit.record(tx, record(psp, { client: issued.clientId }));
          return issued;
        });
        return showSecret(visit, psp, answer);
      },
    ),
    act(
      'revoke',
      admit,
      'psp.credential_revoked',
      words('Credential revoked by Praça', 'Credencial revogada pela Praça', 'Zugang von Praça widerrufen'),
      async (visit, psp, fields) => {
        const client = fields('client');
        const { credentials } = await readPspStory(context, String(psp.id));
        if (!credentials.some(({ client_id: own }) => own === client)) throw problem('not_found');
        const isEnded = await endCredential(context, client, (tx) =>
          visit.record(tx, record(psp, { client })),
        );
        return isEnded ? undefined : 'repeated';
      },
    ),
  ];
}

/**
 * Returns only the limits that differ from the rendered values, so that a colleague's concurrent changes are kept.
 * Empty means no limit.
 */
function readLimits(visit: Visit, fields: Fields, coin: CoinCode): Partial<PayoutLimits> {
  const seen = fields(seenLimits) === '' ? [] : fields(seenLimits).split('|');
  const changed = limitFields.flatMap((name, index): [string, bigint | null][] => {
    const typed = readTypedAmount(fields(name), visit.language, decimalsOf(coin));
    if (typed === seen[index]) return [];
    if (typed === '') return [[`${name}_amount`, null]];
    const parsed = parseAmount(typed, decimalsOf(coin));
    if ('error' in parsed) throw refusal(pspFaults.limit);
    return [[`${name}_amount`, parsed.minor]];
  });
  return Object.fromEntries(changed);
}
