import type { Telling, ToldLine } from '../../platform/console/console-page.ts';
import type { Words } from '../../platform/http/language.ts';
import { formatAmount, formatEuros, formatMoney } from '../../platform/pages/figures.page.ts';
import { drawShortened } from '../../platform/pages/parts.page.ts';
import { coinOf, findAsset, findPair } from '../assets/asset.rules.ts';
import { words } from './parts/define-texts.ts';
import { staffPspTexts } from './staff-psps/staff-psp-texts.ts';

/** Labels of details in the audit record. The keys are stored, so they never change. */
export const recordWords: Readonly<Record<string, Words>> = {
  coin: words('Coin', 'Moeda', 'Coin'),
  pair: words('Pair', 'Par', 'Paar'),
  amount: words('Amount', 'Valor', 'Betrag'),
  ceiling: words('Ceiling', 'Teto', 'Obergrenze'),
  rate: words('Fee rate', 'Taxa por unidade', 'Gebührensatz'),
  address: words('Address', 'Endereço', 'Adresse'),
  to: words('To', 'Para', 'An'),
  reference: words('Reference', 'Referência', 'Referenz'),
  client: words('Client id', 'Client id', 'Client-ID'),
  scopes: words('May', 'Pode', 'Darf'),
  networks: words('Allowed networks', 'Redes permitidas', 'Erlaubte Netzwerke'),
  endpoint: words('Endpoint', 'Destino', 'Empfänger'),
  delivery: words('Delivery', 'Entrega', 'Zustellung'),
  enabled: words('On', 'Ligado', 'Eingeschaltet'),
  payment_reference: words('Reference', 'Referência', 'Referenz'),
  payment_amount: words('Amount', 'Valor', 'Betrag'),
  payment_total: words('Amount', 'Valor', 'Betrag'),
  total_refund_amount: words('Amount', 'Valor', 'Betrag'),
  refund_address: words('Address', 'Endereço', 'Adresse'),
  refund_link: words('Refund link', 'Link de reembolso', 'Erstattungslink'),
  support_address: words('Support address', 'Endereço do suporte', 'Adresse des Supports'),
  shop_url: words('Shop', 'Loja', 'Shop'),
  refund_id: words('Refund', 'Reembolso', 'Erstattung'),
  blocks: words('Blocks', 'Blocos', 'Blöcke'),
  depth: words('Blocks', 'Blocos', 'Blöcke'),
  one_amount: words('One payout', 'Uma saída', 'Eine Auszahlung'),
  day_amount: words('24 hours', '24 horas', '24 Stunden'),
  approval_amount: words('Approval above', 'Aprovação acima de', 'Freigabe oberhalb'),
};

const decimal = /^-?\d+(?:\.\d+)?$/;

/** Formats euros with two decimals. */
const inEuros: Telling = (value, { language }) =>
  typeof value === 'string' && decimal.test(value) ? formatEuros(value, language) : undefined;

/** Formats an amount such as `0.5 BTC`, or a number whose coin is another detail or the subject. */
const inItsAsset: Telling = (value, { subject, detail, language }) => {
  if (typeof value !== 'string') return undefined;
  const [amount = '', named = ''] = value.split(' ');
  const asset = findAsset(named) ?? findAsset(String(detail['coin'])) ?? findAsset(subject);
  return asset !== undefined && decimal.test(amount) ? formatMoney(amount, asset, language) : undefined;
};

const limit: Telling = (value, line) =>
  value === null ? staffPspTexts[line.language].noLimit : inItsAsset(value, line);

const depositMode: Telling = (value, { language }) =>
  value === 'sell' || value === 'hold' ? staffPspTexts[language][value] : undefined;

const linked =
  (page: string): Telling =>
  (value, { link }: ToldLine) =>
    typeof value === 'string' ? link(page, value) : undefined;

const shortened: Telling = (value) =>
  typeof value === 'string' && value !== '' ? drawShortened(value) : undefined;

/** Renderers for details that are not shown as plain text. */
export const recordTellings: Readonly<Record<string, Telling>> = {
  payment_amount: inEuros,
  payment_total: inEuros,
  total_refund_amount: inEuros,
  amount: inItsAsset,
  ceiling: inItsAsset,
  one_amount: limit,
  day_amount: limit,
  approval_amount: limit,
  before: depositMode,
  after: depositMode,
  address: shortened,
  refund_address: shortened,
  to: (value, line) =>
    value === 'merchant'
      ? line.say(words('the payment provider', 'o provedor de pagamento', 'den Zahlungsanbieter'))
      : shortened(value, line),
  pair: (value) => {
    const pair = findPair(String(value));
    return pair && `${coinOf(pair)}/EUR`;
  },
  // A value such as `12.5 sat/vB`.
  rate: (value, { language }) => {
    const [rate = '', unit = ''] = String(value).split(' ');
    return decimal.test(rate) ? `${formatAmount(rate, language)} ${unit}` : undefined;
  },
  endpoint: linked('/webhooks/endpoints/:id'),
  delivery: linked('/webhooks/deliveries/:id'),
};
