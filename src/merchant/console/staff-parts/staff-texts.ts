import { words, defineTexts } from '../parts/define-texts.ts';

/** Sections of the staff's menu. */
export const staffSections = {
  money: words('Money', 'Dinheiro', 'Geld'),
  operations: words('Operations', 'Operação', 'Betrieb'),
};

/** Texts that several staff pages share, so that each thing has one name. */
export const staffTexts = defineTexts({
  psp: ['Payment provider', 'Provedor de pagamento', 'Zahlungsanbieter'],
  psps: ['Payment providers', 'Provedores de pagamento', 'Zahlungsanbieter'],
  provider: ['The operator', 'A casa', 'Das Haus'],
  number: ['Number', 'Número', 'Nummer'],
  name: ['Name', 'Nome', 'Name'],
  since: ['Since', 'Desde', 'Seit'],
  status: ['Status', 'Situação', 'Status'],
  asset: ['Asset', 'Ativo', 'Währung'],
  coin: ['Coin', 'Moeda', 'Coin'],
  amount: ['Amount', 'Valor', 'Betrag'],
  euros: ['In euros', 'Em euros', 'In Euro'],
  address: ['Address', 'Endereço', 'Adresse'],
  tag: ['Destination tag', 'Tag de destino', 'Destination-Tag'],
  transaction: ['Transaction', 'Transação', 'Transaktion'],
  reason: ['Reason', 'Motivo', 'Grund'],
  reasonHint: ['Stored in the audit record.', 'Vai para o registro.', 'Kommt ins Protokoll.'],
  age: ['Age', 'Idade', 'Alter'],
  acts: ['Acts', 'Ações', 'Aktionen'],
  cancel: ['Cancel', 'Cancelar', 'Abbrechen'],
  copy: ['Copy', 'Copiar', 'Kopieren'],
  search: ['Search', 'Buscar', 'Suchen'],
  next: ['Next', 'Próximos', 'Nächste'],
  first: ['From the beginning', 'Do início', 'Von vorn'],
  asTable: ['The same as a table', 'Os mesmos dados em tabela', 'Dasselbe als Tabelle'],
  facts: ['Facts', 'Dados', 'Angaben'],
  none: ['None', 'Nenhum', 'Keine'],
  approve: ['Approve', 'Aprovar', 'Freigeben'],
  reject: ['Reject', 'Rejeitar', 'Ablehnen'],
  faultAmount: [
    'The amount must be a number such as 25.00, with no more decimals than the asset has.',
    'O valor deve ser um número como 25.00, sem mais casas decimais do que o ativo tem.',
    'Der Betrag muss eine Zahl wie 25.00 sein, mit höchstens so vielen Nachkommastellen, wie die Währung hat.',
  ],
  faultReason: ['Enter a reason.', 'Diga por quê.', 'Sagen Sie, warum.'],
  faultGone: ['This no longer exists.', 'Isso não existe mais.', 'Das gibt es nicht mehr.'],
});

export type StaffTextKey = keyof (typeof staffTexts)['en'];
