import { defineTexts, words } from '../parts/define-texts.ts';

export const customerTexts = defineTexts({
  title: ['Customers', 'Clientes', 'Kunden'],
  lead: [
    'All customers of payments, orders and deposit addresses.',
    'Todos os que um pagamento, uma ordem ou um endereço de depósito menciona.',
    'Alle, die eine Zahlung, ein Auftrag oder eine Einzahlungsadresse nennt.',
  ],
  searchLabel: [
    'Reference, order, payment, e-mail address or deposit address',
    'Referência, ordem, pagamento, seu e-mail ou endereço de depósito',
    'Referenz, Auftrag, Zahlung, deren E-Mail-Adresse oder Einzahlungsadresse',
  ],
  none: ['No customers yet', 'Nenhum cliente ainda', 'Noch keine Kunden'],
  noneText: [
    'Your first payment, order or deposit address adds the first customer.',
    'O primeiro pagamento, ordem ou endereço de depósito traz o primeiro.',
    'Die erste Zahlung, der erste Auftrag oder die erste Einzahlungsadresse bringt den ersten.',
  ],
  name: ['Name', 'Nome', 'Name'],
  reference: ['Reference', 'Referência', 'Referenz'],
  email: ['E-mail address', 'Endereço de e-mail', 'E-Mail-Adresse'],
  network: ['Network address', 'Endereço de rede', 'Netzwerkadresse'],
  firstSeen: ['First seen', 'Visto primeiro', 'Zuerst gesehen'],
  lastSeen: ['Last seen', 'Visto por último', 'Zuletzt gesehen'],
  totals: ['Total', 'No total', 'Insgesamt'],
  paid: ['Paid payments', 'Pagamentos pagos', 'Bezahlte Zahlungen'],
  countOfAll: ['{count} of {all} · {euros}', '{count} de {all} · {euros}', '{count} von {all} · {euros}'],
  refunded: ['Refunded', 'Reembolsado', 'Erstattet'],
  trades: ['Trades', 'Negociações', 'Käufe und Verkäufe'],
  withdrawn: ['Withdrawals', 'Saques', 'Abhebungen'],
  deposited: ['Deposits', 'Depósitos', 'Einzahlungen'],
  countAndEuros: ['{count} · {euros}', '{count} · {euros}', '{count} · {euros}'],
  payments: ['Payments', 'Pagamentos', 'Zahlungen'],
  orders: ['Orders', 'Ordens', 'Aufträge'],
  newestTen: ['The newest {count}', 'Os {count} mais recentes', 'Die neuesten {count}'],
  depositAddresses: ['Deposit addresses', 'Endereços de depósito', 'Einzahlungsadressen'],
  noAddresses: ['None.', 'Nenhum.', 'Keine.'],
  noPayments: ['No payments.', 'Nenhum pagamento.', 'Keine Zahlungen.'],
  noOrders: ['No orders.', 'Nenhuma ordem.', 'Keine Aufträge.'],
  erase: ['Erase personal data', 'Apagar dados pessoais', 'Personendaten löschen'],
  eraseTitle: [
    'Erase the personal data of {name}?',
    'Apagar o que se sabe de {name}?',
    'Löschen, was über {name} bekannt ist?',
  ],
  eraseText: [
    'Names, e-mail and network addresses, descriptions, return addresses and metadata of all payments ({payments}) and orders are deleted permanently, including from webhooks. Amounts, ids, the reference and data on a chain are kept. Deposit addresses are still monitored.',
    'Nomes, e-mail e endereço de rede, descrições, endereços de retorno e metadados de todos os pagamentos ({payments}) e ordens somem para sempre, também dos webhooks. Valores, ids, a referência e o que está na blockchain ficam. Endereços de depósito continuam observados.',
    'Namen, E-Mail- und Netzwerkadresse, Beschreibungen, Rücksprungadressen und Metadaten aller Zahlungen ({payments}) und Aufträge sind für immer fort, auch aus Webhooks. Beträge, Ids, die Referenz und was auf einer Blockchain steht, bleiben. Einzahlungsadressen werden weiter beobachtet.',
  ],
  eraseButton: ['Erase for good', 'Apagar para sempre', 'Für immer löschen'],
  payment: ['Payment', 'Pagamento', 'Zahlung'],
});

export const customerMenu = {
  label: words('Customers', 'Clientes', 'Kunden'),
  hint: words(
    'Customers and their data.',
    'Quem pagou e o que você sabe deles.',
    'Wer bezahlt hat und was Sie von ihnen wissen.',
  ),
  search: words(customerTexts.en.searchLabel, customerTexts.pt.searchLabel, customerTexts.de.searchLabel),
} as const;
