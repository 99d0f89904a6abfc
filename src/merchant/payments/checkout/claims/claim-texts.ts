import type { Words } from '../../../../platform/http/language.ts';

/**
 * Texts of the claim page. Placeholders in braces: {merchant}; {coin}, {euros} and {amount} of the refund; {date} of
 * the end of the link.
 */
export const claimTexts = {
  title: {
    en: 'Your refund from {merchant}',
    pt: 'O seu reembolso de {merchant}',
    de: 'Ihre Erstattung von {merchant}',
  },
  paidText: {
    en: 'State the {coin} address of a wallet that you control. {merchant} refunds {euros} in {coin}.',
    pt: 'Informe um endereço de {coin} de uma carteira sua. {merchant} reembolsa {euros} em {coin}.',
    de: 'Geben Sie eine {coin}-Adresse Ihrer eigenen Wallet an. {merchant} erstattet {euros} in {coin}.',
  },
  unresolvedText: {
    en: 'State the {coin} address of a wallet that you control. {merchant} sends back what you paid, minus the network’s fee.',
    pt: 'Informe um endereço de {coin} de uma carteira sua. {merchant} devolve o que você pagou, menos a taxa da rede.',
    de: 'Geben Sie eine {coin}-Adresse Ihrer eigenen Wallet an. {merchant} sendet zurück, was Sie gezahlt haben, abzüglich der Netzwerkgebühr.',
  },
  about: {
    en: 'About {amount} at the present price. The amount is fixed when you confirm.',
    pt: 'Cerca de {amount} ao preço atual. O valor é fixado quando você confirma.',
    de: 'Etwa {amount} zum jetzigen Preis. Die Menge steht fest, sobald Sie bestätigen.',
  },
  aboutCoins: {
    en: 'About {amount} at the present network fee.',
    pt: 'Cerca de {amount} com a taxa atual da rede.',
    de: 'Etwa {amount} bei der jetzigen Netzwerkgebühr.',
  },
  amount: { en: 'You receive about', pt: 'Você recebe cerca de', de: 'Sie erhalten etwa' },
  amountSent: { en: 'Amount', pt: 'Valor', de: 'Betrag' },
  address: { en: 'Address', pt: 'Endereço', de: 'Adresse' },
  addressLabel: { en: 'Your {coin} address', pt: 'O seu endereço de {coin}', de: 'Ihre {coin}-Adresse' },
  tagLabel: {
    en: 'Destination tag, if your wallet or exchange gave you one',
    pt: 'Tag de destino, se a sua carteira ou corretora lhe deu uma',
    de: 'Destination-Tag, falls Ihre Wallet oder Börse Ihnen eines gegeben hat',
  },
  tag: { en: 'Destination tag', pt: 'Tag de destino', de: 'Destination-Tag' },
  proceed: { en: 'Continue', pt: 'Continuar', de: 'Weiter' },
  validUntil: {
    en: 'This link can be used once, until {date}. Do not pass it on.',
    pt: 'Este link pode ser usado uma vez, até {date}. Não o passe adiante.',
    de: 'Dieser Link gilt einmal, bis zum {date}. Geben Sie ihn nicht weiter.',
  },
  reviewTitle: { en: 'Is this right?', pt: 'Está certo?', de: 'Stimmt das so?' },
  reviewText: {
    en: 'Coins that were sent to a wrong address cannot be brought back. Compare the address with that of your wallet.',
    pt: 'Moedas enviadas a um endereço errado não voltam. Compare o endereço com o da sua carteira.',
    de: 'Was an eine falsche Adresse geht, lässt sich nicht zurückholen. Vergleichen Sie die Adresse mit der Ihrer Wallet.',
  },
  confirm: { en: 'Send my refund', pt: 'Enviar o meu reembolso', de: 'Meine Erstattung senden' },
  change: { en: 'Change the address', pt: 'Mudar o endereço', de: 'Adresse ändern' },
  preparingTitle: {
    en: 'Your refund is being prepared',
    pt: 'O seu reembolso está sendo preparado',
    de: 'Ihre Erstattung wird vorbereitet',
  },
  preparingText: {
    en: 'It is checked and then sent. There is nothing more for you to do.',
    pt: 'Ele é conferido e depois enviado. Você não precisa fazer mais nada.',
    de: 'Sie wird geprüft und dann gesendet. Sie brauchen nichts weiter zu tun.',
  },
  sentTitle: {
    en: 'Your refund is on its way',
    pt: 'O seu reembolso está a caminho',
    de: 'Ihre Erstattung ist unterwegs',
  },
  sentText: {
    en: 'It was sent. The network now has to confirm it.',
    pt: 'Ele foi enviado. Agora a rede precisa confirmar.',
    de: 'Sie wurde gesendet. Nun muss das Netzwerk sie bestätigen.',
  },
  doneTitle: { en: 'Refunded', pt: 'Reembolsado', de: 'Erstattet' },
  doneText: {
    en: 'The network has confirmed your refund.',
    pt: 'A rede confirmou o seu reembolso.',
    de: 'Das Netzwerk hat Ihre Erstattung bestätigt.',
  },
  failedTitle: {
    en: 'The refund could not be sent',
    pt: 'O reembolso não pôde ser enviado',
    de: 'Die Erstattung konnte nicht gesendet werden',
  },
  failedText: {
    en: 'The money is with {merchant} again. Please get in touch with {merchant}.',
    pt: 'O dinheiro está de novo com {merchant}. Entre em contato com {merchant}.',
    de: 'Das Geld ist wieder bei {merchant}. Bitte wenden Sie sich an {merchant}.',
  },
  transaction: { en: 'Transaction', pt: 'Transação', de: 'Transaktion' },
  refresh: { en: 'Refresh', pt: 'Atualizar', de: 'Aktualisieren' },
  revokedTitle: {
    en: 'This refund link was withdrawn',
    pt: 'Este link de reembolso foi cancelado',
    de: 'Dieser Erstattungslink wurde zurückgezogen',
  },
  expiredTitle: {
    en: 'This refund link has expired',
    pt: 'Este link de reembolso expirou',
    de: 'Dieser Erstattungslink ist abgelaufen',
  },
  endedText: {
    en: 'It was not used, and nothing was sent. Please get in touch with {merchant}.',
    pt: 'Ele não foi usado, e nada foi enviado. Entre em contato com {merchant}.',
    de: 'Er wurde nicht benutzt, und es wurde nichts gesendet. Bitte wenden Sie sich an {merchant}.',
  },
  unknownTitle: {
    en: 'There is no such refund link',
    pt: 'Este link de reembolso não existe',
    de: 'Diesen Erstattungslink gibt es nicht',
  },
  unknownText: {
    en: 'Please check the link, or get in touch with the shop that sent it to you.',
    pt: 'Confira o link, ou entre em contato com a loja que o enviou.',
    de: 'Bitte prüfen Sie den Link, oder wenden Sie sich an den Shop, der ihn Ihnen gesendet hat.',
  },
  faultAddress: {
    en: 'This is not a {coin} address, or it has a typing mistake. Please check it.',
    pt: 'Este não é um endereço de {coin}, ou tem um erro de digitação. Verifique-o, por favor.',
    de: 'Das ist keine {coin}-Adresse, oder sie enthält einen Tippfehler. Bitte prüfen Sie sie.',
  },
  faultLater: {
    en: 'There is no current price or no connection to the network at the moment. Nothing was sent. Please try again in a few minutes.',
    pt: 'No momento não há preço atual ou conexão com a rede. Nada foi enviado. Tente de novo em alguns minutos.',
    de: 'Im Moment gibt es keinen aktuellen Preis oder keine Verbindung zum Netzwerk. Es wurde nichts gesendet. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  },
  faultNow: {
    en: 'This refund cannot be sent at the moment. Nothing was sent, and the link stays valid. Please try again later, or get in touch with {merchant}.',
    pt: 'Este reembolso não pode ser enviado no momento. Nada foi enviado, e o link continua válido. Tente de novo mais tarde, ou entre em contato com {merchant}.',
    de: 'Diese Erstattung kann im Moment nicht gesendet werden. Es wurde nichts gesendet, und der Link gilt weiter. Bitte versuchen Sie es später noch einmal, oder wenden Sie sich an {merchant}.',
  },
} as const satisfies Record<string, Words>;
