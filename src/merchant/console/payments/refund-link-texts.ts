import type { Words } from '../../../platform/http/language.ts';
import type { RefundLinkStatus } from '../../payments/refund-links/refund-link.rules.ts';

/** Texts of the refund links of a payment. */
export const refundLinkTexts = {
  title: { en: 'Refund links', pt: 'Links de reembolso', de: 'Erstattungslinks' },
  none: {
    en: 'If you do not know the customer’s address, send a link on which the customer states it.',
    pt: 'Se você não sabe o endereço do cliente, envie um link no qual o cliente o informa.',
    de: 'Wenn Sie die Adresse des Kunden nicht kennen, senden Sie einen Link, auf dem der Kunde sie angibt.',
  },
  newLink: { en: 'New refund link', pt: 'Novo link de reembolso', de: 'Neuer Erstattungslink' },
  newTitle: {
    en: 'Refund link for {reference}',
    pt: 'Link de reembolso para {reference}',
    de: 'Erstattungslink für {reference}',
  },
  paidLead: {
    en: 'The euros are reserved now. The coins are bought, and the network fee is paid, when the customer states an address.',
    pt: 'Os euros são reservados agora. As moedas são compradas, e a taxa da rede é paga, quando o cliente informa um endereço.',
    de: 'Die Euro werden jetzt zurückgelegt. Gekauft werden die Coins, und die Netzwerkgebühr wird bezahlt, wenn der Kunde eine Adresse angibt.',
  },
  unresolvedLead: {
    en: 'The customer gets the received coins back, minus the network fee. Until the link is used or revoked, the payment can be neither accepted nor refunded otherwise.',
    pt: 'O cliente recebe de volta as moedas recebidas, menos a taxa da rede. Até o link ser usado ou revogado, o pagamento não pode ser aceito nem reembolsado de outra forma.',
    de: 'Der Kunde bekommt die eingegangenen Coins zurück, abzüglich der Netzwerkgebühr. Bis der Link benutzt oder widerrufen ist, kann die Zahlung weder angenommen noch anders erstattet werden.',
  },
  create: { en: 'Make the link', pt: 'Criar o link', de: 'Link anlegen' },
  madeTitle: { en: 'Send this link', pt: 'Envie este link', de: 'Senden Sie diesen Link' },
  madeText: {
    en: 'Copy it now and send it to the customer only. It is not shown again. Until {date}, a person who has it can claim the refund once.',
    pt: 'Copie-o agora e envie-o só ao cliente. Ele não será mostrado de novo. Até {date}, uma pessoa que o tenha pode pedir o reembolso uma vez.',
    de: 'Kopieren Sie ihn jetzt, und senden Sie ihn nur dem Kunden. Er wird nicht noch einmal gezeigt. Bis zum {date} kann eine Person, die ihn hat, die Erstattung einmal abrufen.',
  },
  link: { en: 'Link', pt: 'Link', de: 'Link' },
  created: { en: 'Created', pt: 'Criado', de: 'Angelegt' },
  amount: { en: 'Amount', pt: 'Valor', de: 'Betrag' },
  allCoins: { en: 'all coins', pt: 'todas as moedas', de: 'alle Coins' },
  status: { en: 'Status', pt: 'Situação', de: 'Status' },
  expires: { en: 'Valid until', pt: 'Válido até', de: 'Gilt bis' },
  acts: { en: 'Acts', pt: 'Ações', de: 'Aktionen' },
  revoke: { en: 'Revoke', pt: 'Revogar', de: 'Widerrufen' },
  revokeTitle: { en: 'Revoke this link?', pt: 'Revogar este link?', de: 'Diesen Link widerrufen?' },
  revokeText: {
    en: 'The customer can no longer use it. Reserved euros return to your balance.',
    pt: 'O cliente não poderá mais usá-lo. Os euros reservados voltam ao seu saldo.',
    de: 'Der Kunde kann ihn nicht mehr benutzen. Zurückgelegte Euro kommen wieder in Ihr Guthaben.',
  },
  keep: { en: 'Keep it', pt: 'Manter', de: 'Behalten' },
  acted: { en: 'Refund link created', pt: 'Link de reembolso criado', de: 'Erstattungslink angelegt' },
  revoked: {
    en: 'Refund link revoked',
    pt: 'Link de reembolso revogado',
    de: 'Erstattungslink widerrufen',
  },
  ended: {
    en: 'This link was used or has expired already.',
    pt: 'Este link já foi usado ou já expirou.',
    de: 'Dieser Link wurde schon benutzt oder ist abgelaufen.',
  },
} as const satisfies Record<string, Words>;

export const linkStatusWords: Readonly<Record<RefundLinkStatus, Words>> = {
  OPEN: { en: 'Open', pt: 'Aberto', de: 'Offen' },
  CLAIMED: { en: 'Used', pt: 'Usado', de: 'Benutzt' },
  REVOKED: { en: 'Revoked', pt: 'Revogado', de: 'Widerrufen' },
  EXPIRED: { en: 'Expired', pt: 'Expirado', de: 'Abgelaufen' },
};
