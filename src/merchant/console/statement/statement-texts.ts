import type { Words } from '../../../platform/http/language.ts';
import { defineTexts, words } from '../parts/define-texts.ts';
import type { MovementGroup } from './movement-groups.rules.ts';

export const statementTexts = defineTexts({
  title: ['Statement', 'Extrato', 'Kontoauszug'],
  lead: [
    'Every movement on your accounts, to the last unit.',
    'Cada movimento em suas contas, até a última unidade.',
    'Jede Bewegung auf Ihren Konten, bis auf die letzte Einheit.',
  ],
  asset: ['Currency', 'Moeda', 'Währung'],
  month: ['Month', 'Mês', 'Monat'],
  totals: ['{month} in sums', '{month} em somas', '{month} in Summen'],
  opening: ['At the beginning', 'No início', 'Am Anfang'],
  came: ['Came', 'Entrou', 'Eingang'],
  went: ['Went', 'Saiu', 'Ausgang'],
  closing: ['At the end', 'No fim', 'Am Ende'],
  byKind: ['By kind', 'Por tipo', 'Nach Art'],
  count: ['Movements', 'Movimentos', 'Bewegungen'],
  movement: ['Movement', 'Movimento', 'Bewegung'],
  balanceAfter: ['Balance after it', 'Saldo depois', 'Saldo danach'],
  none: ['Nothing has moved yet', 'Nada se moveu ainda', 'Noch hat sich nichts bewegt'],
  noneText: [
    'Every change of a balance is listed here.',
    'Tudo o que mudar um saldo aparecerá aqui.',
    'Was ein Guthaben ändert, steht von da an hier.',
  ],
  emptyMonth: [
    'Nothing moved in this month.',
    'Nada se moveu neste mês.',
    'In diesem Monat hat sich nichts bewegt.',
  ],
  goOn: [
    'No match among the searched entries. Continue with older ones.',
    'Nada entre os lançamentos vistos. Continue com os mais antigos.',
    'Nichts unter den durchgesehenen Buchungen. Suchen Sie bei älteren weiter.',
  ],
});

export const groupWords: Record<MovementGroup, Words> = {
  payments: words('Payments', 'Pagamentos', 'Zahlungen'),
  refunds: words('Refunds', 'Reembolsos', 'Erstattungen'),
  trades: words('Trades', 'Negociações', 'Käufe und Verkäufe'),
  withdrawals: words('Withdrawals', 'Saques', 'Abhebungen'),
  deposits: words('Deposits', 'Depósitos', 'Einzahlungen'),
  fees: words('Network fees', 'Taxas da rede', 'Netzwerkgebühren'),
  claims: words('Claims', 'Cobranças', 'Forderungen'),
  other: words('Other', 'Outros', 'Sonstiges'),
};

export const movementWords: Record<string, Words> = {
  payment: words('Payment', 'Pagamento', 'Zahlung'),
  payment_reversed: words('Payment reversed', 'Pagamento revertido', 'Zahlung rückgängig gemacht'),
  payment_returned: words(
    'Coins of a reversed payment came back',
    'Moedas de um pagamento revertido voltaram',
    'Coins einer rückgängig gemachten Zahlung kamen zurück',
  ),
  payment_loss: words('Loss on a payment', 'Perda em um pagamento', 'Verlust an einer Zahlung'),
  refund: words('Refund', 'Reembolso', 'Erstattung'),
  refund_failed: words('Refund failed', 'Reembolso falhou', 'Erstattung fehlgeschlagen'),
  refund_link: words(
    'Reserved for a refund link',
    'Reservado para um link de reembolso',
    'Für einen Erstattungslink zurückgelegt',
  ),
  refund_link_ended: words(
    'Reserve of a refund link released',
    'Reserva de um link de reembolso liberada',
    'Rücklage eines Erstattungslinks freigegeben',
  ),
  release: words('Release', 'Liberação', 'Freigabe'),
  release_failed: words('Release failed', 'Liberação falhou', 'Freigabe fehlgeschlagen'),
  order: words('Trade', 'Negociação', 'Kauf oder Verkauf'),
  withdrawal: words('Withdrawal', 'Saque', 'Abhebung'),
  withdrawal_failed: words('Withdrawal failed', 'Saque falhou', 'Abhebung fehlgeschlagen'),
  withdrawal_reversed: words('Withdrawal reversed', 'Saque revertido', 'Abhebung rückgängig gemacht'),
  deposit: words('Deposit', 'Depósito', 'Einzahlung'),
  deposit_reversed: words('Deposit reversed', 'Depósito revertido', 'Einzahlung rückgängig gemacht'),
  network_fee: words('Network fee reserved', 'Taxa da rede reservada', 'Netzwerkgebühr zurückgelegt'),
  network_fee_charged: words('Network fee', 'Taxa da rede', 'Netzwerkgebühr'),
  network_fee_returned: words('Network fee returned', 'Taxa da rede devolvida', 'Netzwerkgebühr zurück'),
  claim: words(
    'Owed for reversed coins',
    'Devido por moedas tomadas de volta',
    'Offen für zurückgenommene Coins',
  ),
  claim_settled: words('Claim settled', 'Cobrança paga', 'Forderung beglichen'),
  adjustment: words('Adjustment', 'Ajuste', 'Berichtigung'),
  sandbox_money: words('Test money', 'Dinheiro de teste', 'Testgeld'),
};
