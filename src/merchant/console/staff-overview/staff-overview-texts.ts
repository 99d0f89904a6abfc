import { defineTexts } from '../parts/define-texts.ts';

export const staffOverviewTexts = defineTexts({
  today: ['Today', 'Hoje', 'Heute'],
  weekAgo: ['Same weekday last week', 'Mesmo dia da semana passada', 'Gleicher Wochentag der Vorwoche'],
  compared: [
    'Days in UTC. Last week is counted until {time}.',
    'Dias em UTC. A semana passada é contada até {time}.',
    'Tage in UTC. Die Vorwoche ist bis {time} gezählt.',
  ],
  figure: ['Figure', 'Número', 'Zahl'],
  turnover: ['Turnover', 'Movimento', 'Umsatz'],
  turnoverRule: [
    'Euros credited for payments, less reversals and refunds, by the time of booking.',
    'Euros creditados por pagamentos, menos estornos e reembolsos, pelo horário do lançamento.',
    'Für Zahlungen gutgeschriebene Euro, abzüglich Rücknahmen und Erstattungen, nach Buchungszeit.',
  ],
  payments: ['Payments started', 'Pagamentos iniciados', 'Begonnene Zahlungen'],
  paid: ['Of these paid', 'Destes, pagos', 'Davon bezahlt'],
  orders: ['Orders', 'Ordens', 'Aufträge'],
  payouts: ['Payouts', 'Saídas', 'Auszahlungen'],
  open: ['Open', 'Abrir', 'Öffnen'],
  payoutTask: ['Payout of {amount}', 'Saída de {amount}', 'Auszahlung von {amount}'],
  heldTask: ['Held coins of {reference}', 'Moedas retidas de {reference}', 'Gehaltene Coins von {reference}'],
  screeningTask: [
    '{amount} held by screening',
    '{amount} retidos pela triagem',
    '{amount} von der Prüfung gehalten',
  ],
  unassignedTask: [
    '{amount} belong to no payment',
    '{amount} não pertencem a nenhum pagamento',
    '{amount} gehören zu keiner Zahlung',
  ],
  askedBy: ['asked by {who}', 'pedido por {who}', 'angefragt von {who}'],
});

/** Names of the sources of tasks, shown if their database does not answer. */
export const sourceWords = {
  payouts: { en: 'Payouts', pt: 'Saídas', de: 'Auszahlungen' },
  held: { en: 'Held coins', pt: 'Moedas retidas', de: 'Gehaltene Coins' },
  unassigned: { en: 'Unassigned coins', pt: 'Moedas sem dono', de: 'Nicht zugeordnete Coins' },
  alerts: { en: 'Alerts', pt: 'Alertas', de: 'Alarme' },
} as const;
