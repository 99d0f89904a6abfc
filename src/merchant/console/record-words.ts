import type { Words } from '../../platform/console/organisations.ts';
import { words } from './parts/define-texts.ts';

/** What lines of the audit record tell of an act, by the names that they have there for good. */
export const recordWords: Readonly<Record<string, Words>> = {
  coin: words('Coin', 'Moeda', 'Coin'),
  pair: words('Pair', 'Par', 'Paar'),
  amount: words('Amount', 'Valor', 'Betrag'),
  ceiling: words('Ceiling', 'Teto', 'Obergrenze'),
  rate: words('Fee rate', 'Taxa por unidade', 'Gebührensatz'),
  address: words('Address', 'Endereço', 'Adresse'),
  to: words('To', 'Para', 'An'),
  reference: words('Reference', 'Referência', 'Referenz'),
  client: words('Client id', 'Id de cliente', 'Client-Id'),
  scopes: words('May', 'Pode', 'Darf'),
  networks: words('Allowed networks', 'Redes permitidas', 'Erlaubte Netze'),
  endpoint: words('Endpoint', 'Destino', 'Empfänger'),
  delivery: words('Delivery', 'Entrega', 'Zustellung'),
  enabled: words('On', 'Ligado', 'Eingeschaltet'),
  payment_reference: words('Reference', 'Referência', 'Referenz'),
  payment_amount: words('Amount in euros', 'Valor em euros', 'Betrag in Euro'),
  total_refund_amount: words('Amount in euros', 'Valor em euros', 'Betrag in Euro'),
  refund_address: words('Address', 'Endereço', 'Adresse'),
  refund_id: words('Refund', 'Reembolso', 'Erstattung'),
  blocks: words('Blocks', 'Blocos', 'Blöcke'),
  depth: words('Blocks', 'Blocos', 'Blöcke'),
  one_amount: words('One payout', 'Uma saída', 'Eine Auszahlung'),
  day_amount: words('24 hours', '24 horas', '24 Stunden'),
  approval_amount: words('Approval above', 'Aprovação acima de', 'Freigabe ab'),
};
