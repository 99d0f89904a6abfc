import type { Words } from '../../../platform/http/language.ts';
import type { OrderKind } from '../../orders/order.rules.ts';
import type { Figure } from '../../orders/reports/ledger-report.rules.ts';
import { defineTexts, words } from '../parts/define-texts.ts';

export const reportTexts = defineTexts({
  title: ['Daily report', 'Relatório diário', 'Tagesbericht'],
  bookedLead: [
    'Bookings of each day (UTC), as in the statement. Past days do not change.',
    'O que cada dia (UTC) lançou, como no extrato. Um dia encerrado não muda.',
    'Was jeder Tag (UTC) gebucht hat, wie im Kontoauszug. Ein vergangener Tag ändert sich nicht.',
  ],
  createdLead: [
    'Orders by the day (UTC) on which they were created. A day changes when its orders end.',
    'Ordens pelo dia (UTC) em que foram criadas. Um dia muda quando suas ordens terminam.',
    'Aufträge nach dem Tag (UTC), an dem sie angelegt wurden. Ein Tag ändert sich, wenn seine Aufträge enden.',
  ],
  countedBy: ['Days', 'Dias', 'Tage'],
  booking: ['By booking', 'Por lançamento', 'Nach Buchung'],
  creation: ['By creation', 'Por criação', 'Nach Anlage'],
  balance: ['Balance', 'Saldo', 'Guthaben'],
  held: ['Held', 'Retido', 'Einbehalten'],
  reserved: ['Reserved', 'Reservado', 'Zurückgelegt'],
  owed: ['Owed', 'Devido', 'Geschuldet'],
  whole: ['Total', 'Total', 'Gesamt'],
  none: ['Nothing in this month', 'Nada neste mês', 'Nichts in diesem Monat'],
  noneText: [
    'There was no balance and no movement in this currency.',
    'Não houve saldo nem movimento nesta moeda.',
    'Es gab kein Guthaben und keine Bewegung in dieser Währung.',
  ],
  noOrders: ['No orders were created.', 'Nenhuma ordem foi criada.', 'Es wurden keine Aufträge angelegt.'],
  orders: ['Orders', 'Ordens', 'Aufträge'],
  completed: ['Completed', 'Concluídas', 'Abgeschlossen'],
  failed: ['Failed', 'Falharam', 'Fehlgeschlagen'],
  reversed: ['Reversed', 'Revertidas', 'Rückgängig'],
  ofHeld: ['{coins} held', '{coins} retidos', '{coins} einbehalten'],
  ofBought: ['{coins} bought', '{coins} comprados', '{coins} gekauft'],
});

const opening = words('At the beginning', 'No início', 'Am Anfang');
const closing = words('At the end', 'No fim', 'Am Ende');
const other = words('Other', 'Outros', 'Sonstiges');
const links = words('Refund links', 'Links de reembolso', 'Erstattungslinks');
const fees = words('Network fees', 'Taxas da rede', 'Netzwerkgebühren');

export const figureWords: Record<Figure, Words> = {
  opening_balance: opening,
  payments: words('Payments', 'Pagamentos', 'Zahlungen'),
  payment_reversals: words('Payments reversed', 'Pagamentos revertidos', 'Zahlungen rückgängig gemacht'),
  buys: words('Bought', 'Comprado', 'Gekauft'),
  sells: words('Sold', 'Vendido', 'Verkauft'),
  deposits: words('Deposits', 'Depósitos', 'Einzahlungen'),
  deposit_reversals: words('Deposits reversed', 'Depósitos revertidos', 'Einzahlungen rückgängig gemacht'),
  withdrawals: words('Withdrawals', 'Saques', 'Abhebungen'),
  withdrawal_returns: words('Withdrawals returned', 'Saques devolvidos', 'Abhebungen zurück'),
  bought_refunds: words(
    'Refunds, coins bought',
    'Reembolsos, moedas compradas',
    'Erstattungen, Coins gekauft',
  ),
  bought_refund_returns: words('Refunds returned', 'Reembolsos devolvidos', 'Erstattungen zurück'),
  refund_links: links,
  releases: words('Releases', 'Liberações', 'Freigaben'),
  network_fees: fees,
  adjustments: words('Adjustments', 'Ajustes', 'Berichtigungen'),
  claims: words('Advanced for claims', 'Adiantado por dívidas', 'Für Forderungen vorgestreckt'),
  claim_settlements: words('Claims settled', 'Dívidas quitadas', 'Forderungen beglichen'),
  other,
  closing_balance: closing,
  held_opening_balance: opening,
  held_receipts: words('Received', 'Recebido', 'Eingegangen'),
  held_settlements: words('Credited', 'Creditado', 'Gutgeschrieben'),
  held_refunds: words(
    'Refunds, held coins',
    'Reembolsos, moedas retidas',
    'Erstattungen, einbehaltene Coins',
  ),
  held_refund_returns: words('Refunds returned', 'Reembolsos devolvidos', 'Erstattungen zurück'),
  held_releases: words('Releases', 'Liberações', 'Freigaben'),
  held_losses: words('Losses covered', 'Perdas cobertas', 'Gedeckte Verluste'),
  held_other: other,
  held_closing_balance: closing,
  reserved_opening_balance: opening,
  reserved_network_fees: fees,
  reserved_refund_links: links,
  reserved_other: other,
  reserved_closing_balance: closing,
  owed_opening_balance: opening,
  owed_claims: words('New claims', 'Novas dívidas', 'Neue Forderungen'),
  owed_settlements: words('Settled', 'Quitado', 'Beglichen'),
  owed_other: other,
  owed_closing_balance: closing,
};

export const orderKindWords: Record<OrderKind, Words> = {
  trade: words('Trade', 'Negociação', 'Kauf oder Verkauf'),
  withdrawal: words('Withdrawal', 'Saque', 'Abhebung'),
  deposit: words('Deposit', 'Depósito', 'Einzahlung'),
  payment: words('Payment', 'Pagamento', 'Zahlung'),
  refund: words('Refund', 'Reembolso', 'Erstattung'),
};
