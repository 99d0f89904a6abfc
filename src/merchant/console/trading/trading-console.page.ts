import type { ConsoleAct, ConsolePage } from '../../../platform/console/console-page.ts';
import type { IconName } from '../../../platform/pages/icons.page.ts';
import type { Words } from '../../../platform/http/language.ts';
import { memberActor } from '../../access/audit/audit.rules.ts';
import { askRecipient } from '../../chains/recipients/ask-recipient.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { createOrder } from '../../orders/create-order.ts';
import { payoutsChannel } from '../../payouts/request-payout.ts';
import { createWithdrawal, estimateWithdrawalFee } from '../../payouts/withdrawals/create-withdrawal.ts';
import { actOnce } from '../../../platform/console/act-once.ts';
import { words } from '../parts/define-texts.ts';
import { nameFields } from '../parts/name-fields.ts';
import { grants } from '../member-grants.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { pspOf, type Topic } from '../parts/topic.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { showOrder } from './order-detail.page.ts';
import { showOrders, type OrderScene } from './order-list.page.ts';
import { quoteTrade, readCustomer, readWallet, tagOf, tradeFields, tradeInputs } from './trade-input.page.ts';
import { showOffer, showTradeForm, type TradeForm } from './trade-form.page.ts';
import { tradingTexts } from './trading-texts.ts';

/** Pages of orders, withdrawals and deposits, and two forms that trade by a quote. */
export function tradingConsole(context: MerchantContext): Topic {
  return {
    pages: [
      ...listPages(context, { path: '/orders' }, 'list', orderHint),
      ...listPages(context, { path: '/withdrawals', kind: 'withdrawal' }, 'money', withdrawalHint),
      ...listPages(context, { path: '/deposits', kind: 'deposit' }, 'flag', depositHint),
      ...(['order', 'withdrawal'] as const).map((form): ConsolePage => ({
        path: `/${form}s/new`,
        grant: grants.moveMoney,
        show: async (visit) => showTradeForm(context, visit, form),
      })),
    ],
    acts: [
      quoteAct(context, 'order'),
      editAct(context, 'order'),
      orderAct(context),
      quoteAct(context, 'withdrawal'),
      editAct(context, 'withdrawal'),
      withdrawalAct(context),
    ],
    refusals: tradingRefusals,
  };
}

const orderHint = words(
  'Trades, and everything else that moved coins.',
  'Negociações e tudo o mais que movimentou moedas.',
  'Käufe, Verkäufe und alles andere, was Coins bewegt hat.',
);
const withdrawalHint = words(
  'Send coins to a wallet and follow their progress.',
  'Envie moedas a uma carteira e veja onde estão.',
  'Coins an eine Wallet senden und sehen, wie weit sie sind.',
);
const depositHint = words(
  'Coins that customers sent you.',
  'O que os clientes enviaram a você.',
  'Was Kunden Ihnen gesendet haben.',
);

function listPages(context: MerchantContext, scene: OrderScene, icon: IconName, hint: Words): ConsolePage[] {
  const name = scene.path.slice(1) as 'orders' | 'withdrawals' | 'deposits';
  const label = words(tradingTexts.en[name], tradingTexts.pt[name], tradingTexts.de[name]);
  return [
    {
      path: scene.path,
      grant: grants.see,
      menu: { label, hint, icon, section: menuSections.business },
      show: (visit) => showOrders(context, visit, scene),
    },
    { path: `${scene.path}/:id`, grant: grants.see, show: (visit) => showOrder(context, visit, scene.kind) },
  ];
}

/** Requests a quote and moves no money. The response is the page with the confirmation. */
const quoteAct = (context: MerchantContext, form: TradeForm): ConsoleAct => ({
  path: `/${form}s/quote`,
  grant: grants.moveMoney,
  fresh: false,
  name: `${form}.quoted`,
  label: words('Price requested', 'Preço solicitado', 'Preis angefragt'),
  isQuestion: true,
  page: `/${form}s/new`,
  inputs: tradeInputs,
  async perform(visit, fields) {
    const customer = await readCustomer(context, visit, fields);
    const to = form === 'withdrawal' ? await readWallet(context, visit, fields) : undefined;
    const feeCents = to && (await estimateWithdrawalFee(context, fields('coin'), to));
    const quote = await quoteTrade(context, visit, fields);
    const offer = { quote, feeCents, customer, ...(to ? { to } : {}) };
    return { view: await showOffer(context, visit, fields, form, offer) };
  },
});

/** Returns to the form with the input. A POST, because personal data must not be in an address. */
const editAct = (context: MerchantContext, form: TradeForm): ConsoleAct => ({
  path: `/${form}s/edit`,
  grant: grants.moveMoney,
  fresh: false,
  name: `${form}.edited`,
  label: words('Form opened again', 'Formulário reaberto', 'Formular wieder geöffnet'),
  isQuestion: true,
  page: `/${form}s/new`,
  perform: async (visit, fields) => ({
    view: { ...showTradeForm(context, { ...visit, given: fields }, form), status: 200 },
  }),
});

const orderAct = (context: MerchantContext): ConsoleAct => ({
  path: '/orders/create',
  grant: grants.moveMoney,
  fresh: true,
  name: 'order.created',
  label: words('Order placed', 'Ordem criada', 'Auftrag erteilt'),
  page: '/orders/new',
  subjectPage: '/orders/:id',
  inputs: tradeInputs,
  async perform(visit, fields) {
    const customer = await readCustomer(context, visit, fields);
    const conversionToken = fields('conversion_token');
    const asked = [conversionToken, ...tradeFields.map((name) => fields(name))];
    const { answer: id, isReplayed } = await actOnce(context, visit, fields, asked, async (tx) => {
      const order = await createOrder(tx, context, { pspId: pspOf(visit), conversionToken, customer });
      await visit.record(tx, { subject: order.id, detail: { pair: order.currency_pair } });
      return order.id;
    });
    return { to: `/orders/${id}`, isRepeated: isReplayed };
  },
});

const withdrawalAct = (context: MerchantContext): ConsoleAct => ({
  path: '/withdrawals/create',
  grant: grants.moveMoney,
  fresh: true,
  name: 'withdrawal.created',
  label: words('Withdrawal started', 'Saque iniciado', 'Abhebung begonnen'),
  page: '/withdrawals/new',
  subjectPage: '/withdrawals/:id',
  inputs: tradeInputs,
  async perform(visit, fields) {
    const customer = await readCustomer(context, visit, fields);
    const to = await readWallet(context, visit, fields);
    const asked = await askRecipient(context, to.address, to.destinationTag);
    const conversionToken = fields('conversion_token');
    const labels = {
      customer_wallet_address: tradingTexts[visit.language].wallet,
      destination_tag: sharedTexts[visit.language].destinationTag,
    };
    const form = [conversionToken, ...tradeFields.map((name) => fields(name))];
    const { answer: id, isReplayed } = await nameFields(labels, () =>
      actOnce(context, visit, fields, form, async (tx) => {
        const order = await createWithdrawal(tx, context, {
          pspId: pspOf(visit),
          requestedBy: memberActor(visit.person.email),
          conversionToken,
          address: fields('wallet').trim(),
          destinationTag: tagOf(fields),
          customer,
          asked,
        });
        await visit.record(tx, { subject: order.id, detail: { to: to.address } });
        return order.id;
      }),
    );
    context.signals.publish(payoutsChannel);
    return { to: `/withdrawals/${id}`, isRepeated: isReplayed };
  },
});

const tradingRefusals: Record<string, Words> = {
  conversion_token_expired: words(
    'The price has expired. Nothing was done. Request a new one.',
    'O preço expirou. Nada foi feito; peça um novo.',
    'Der Preis gilt nicht mehr. Nichts wurde getan; fragen Sie nach einem neuen.',
  ),
  conversion_token_used: words(
    'This price was already used. Check your list before you request a new one.',
    'Este preço já foi usado. Veja sua lista antes de pedir um novo.',
    'Dieser Preis wurde schon genutzt. Sehen Sie in Ihre Liste, bevor Sie nach einem neuen fragen.',
  ),
  conversion_token_not_found: words(
    'This price does not exist. Request a new one.',
    'Este preço não existe. Peça um novo.',
    'Diesen Preis gibt es nicht. Fragen Sie nach einem neuen.',
  ),
  idempotency_in_progress: words(
    'This is already being processed. Check your list.',
    'Isto já está sendo feito. Veja sua lista.',
    'Das wird gerade schon getan. Sehen Sie in Ihre Liste.',
  ),
};
