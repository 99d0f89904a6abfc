import type { Words } from '../../../platform/http/language.ts';
import { refundLinkTexts } from './refund-link-texts.ts';

/** Texts of the forms that create and refund a payment, and of their refusals. */
export const formTexts = {
  newLead: {
    en: 'The customer gets a page to choose a coin and pay. The next page shows its link and QR code.',
    pt: 'O cliente recebe uma página para escolher a moeda e pagar. A próxima página mostra o link e o código QR.',
    de: 'Der Kunde bekommt eine Seite, auf der er einen Coin wählt und zahlt. Link und Code kommen gleich danach.',
  },
  amountInEuros: { en: 'Amount in euros', pt: 'Valor em euros', de: 'Betrag in Euro' },
  reference: { en: 'Your reference', pt: 'Sua referência', de: 'Ihre Referenz' },
  referenceHint: {
    en: 'Your order or invoice number, to find the payment later. If it is empty, we make one.',
    pt: 'O número do seu pedido ou da sua fatura, para encontrar o pagamento depois. Se ficar vazio, criamos um.',
    de: 'Die Nummer der Bestellung oder Rechnung, an der Sie sie wiederfinden. Bleibt sie leer, vergeben wir eine.',
  },
  purpose: { en: 'Purpose', pt: 'Finalidade', de: 'Wofür' },
  more: {
    en: 'Reference, shop and customer',
    pt: 'Referência, loja e cliente',
    de: 'Referenz, Laden und Kunde',
  },
  shownToCustomer: { en: 'Shown to the customer.', pt: 'O cliente vê isto.', de: 'Der Kunde sieht das.' },
  shopName: { en: 'Name of the shop', pt: 'Nome da loja', de: 'Name des Ladens' },
  shopNameHint: {
    en: 'Shown to the customer. If it is empty: {name}.',
    pt: 'O cliente vê isto. Se ficar vazio: {name}.',
    de: 'Der Kunde sieht das. Bleibt es leer: {name}.',
  },
  customerReference: { en: 'Customer number', pt: 'Número do cliente', de: 'Kundennummer' },
  customerReferenceHint: {
    en: 'Your own reference for the customer. If it is empty, the reference of the payment is used.',
    pt: 'A sua própria referência para o cliente. Se ficar vazia, vale a referência do pagamento.',
    de: 'Wie der Kunde bei Ihnen heißt. Bleibt sie leer, gilt die Referenz der Zahlung.',
  },
  firstName: { en: 'First name', pt: 'Nome', de: 'Vorname' },
  lastName: { en: 'Last name', pt: 'Sobrenome', de: 'Nachname' },
  email: { en: 'E-mail address', pt: 'Endereço de e-mail', de: 'E-Mail-Adresse' },
  create: { en: 'Create payment', pt: 'Criar pagamento', de: 'Zahlung anlegen' },

  refundTitle: { en: 'Refund {reference}', pt: 'Reembolsar {reference}', de: '{reference} erstatten' },
  refundWholeLead: {
    en: 'The payment was never accepted: all received coins are returned, less the network fee.',
    pt: 'O pagamento nunca foi aceito: todas as moedas recebidas são devolvidas, menos a taxa da rede.',
    de: 'Was kam, wurde nie angenommen: Alles geht zurück, wie es kam, abzüglich der Netzwerkgebühr.',
  },
  refundPaidLead: {
    en: 'Overpaid coins are returned first. The rest is bought at the current price with euros from your balance.',
    pt: 'As moedas pagas a mais são devolvidas primeiro. O resto é comprado ao preço atual com euros do seu saldo.',
    de: 'Was zu viel kam, geht zuerst zurück; für den Rest werden zum jetzigen Preis mit Euro Ihres Guthabens Coins gekauft.',
  },
  amountUpTo: {
    en: 'Amount in euros, {amount} at most',
    pt: 'Valor em euros, no máximo {amount}',
    de: 'Betrag in Euro, höchstens {amount}',
  },
  workOut: { en: 'Calculate', pt: 'Calcular', de: 'Ausrechnen' },
  amountChanged: {
    en: 'You changed the amount, so nothing was refunded yet. Check the new figures and confirm again.',
    pt: 'Você mudou o valor, por isso nada foi reembolsado ainda. Confira os novos números e confirme de novo.',
    de: 'Sie haben den Betrag geändert, deshalb wurde noch nichts erstattet. Prüfen Sie die neuen Zahlen und bestätigen Sie noch einmal.',
  },
  whatHappens: { en: 'Summary', pt: 'Resumo', de: 'Was geschehen wird' },
  customerGets: { en: 'The customer gets', pt: 'O cliente recebe', de: 'Der Kunde bekommt' },
  about: { en: 'about {amount}', pt: 'cerca de {amount}', de: 'etwa {amount}' },
  youPay: { en: 'From your balance', pt: 'Do seu saldo', de: 'Aus Ihrem Guthaben' },
  fromHeld: { en: 'From held coins', pt: 'Das moedas retidas', de: 'Aus dem Gehaltenen' },
  networkFee: { en: 'Network fee', pt: 'Taxa da rede', de: 'Netzwerkgebühr' },
  feeFromCoins: {
    en: '{amount}, taken from the coins',
    pt: '{amount}, descontados das moedas',
    de: '{amount}, von den Coins abgezogen',
  },
  feeFromBalance: {
    en: 'about {amount}, from your balance',
    pt: 'cerca de {amount}, do seu saldo',
    de: 'etwa {amount}, aus Ihrem Guthaben',
  },
  feeByProvider: { en: 'paid for you', pt: 'paga por nós', de: 'wird für Sie bezahlt' },
  inAll: { en: 'Total cost', pt: 'Custo total', de: 'Kostet Sie insgesamt' },
  nothing: { en: 'nothing', pt: 'nada', de: 'nichts' },
  movesUntilDone: {
    en: 'Prices and fees are current and may change until you confirm.',
    pt: 'Preços e taxas são os deste momento e podem mudar até você confirmar.',
    de: 'Preise und Gebühren sind die dieses Augenblicks und ändern sich, bis Sie zustimmen.',
  },
  refundAddress: {
    en: 'The customer’s {coin} address',
    pt: 'Endereço {coin} do cliente',
    de: '{coin}-Adresse des Kunden',
  },
  refundAddressHint: {
    en: 'Ask the customer. The sending address often belongs to an exchange, and coins sent there are lost.',
    pt: 'Pergunte ao cliente. O endereço de envio muitas vezes é de uma corretora, e moedas enviadas para lá se perdem.',
    de: 'Fragen Sie den Kunden. Die Adresse, von der es kam, ist oft die einer Börse, und was dorthin geht, ist verloren.',
  },
  refundAddressStated: {
    en: 'The refund address of this payment.',
    pt: 'O endereço de reembolso deste pagamento.',
    de: 'Wie für diese Zahlung angegeben.',
  },
  tag: {
    en: 'Destination tag, if there is one',
    pt: 'Tag de destino, se houver',
    de: 'Destination-Tag, falls es eines gibt',
  },
  refundAmountLabel: { en: 'Amount', pt: 'Valor', de: 'Betrag' },
  refundAddressLabel: { en: 'Address', pt: 'Endereço', de: 'Adresse' },
  tagLabel: { en: 'Destination tag', pt: 'Tag de destino', de: 'Destination-Tag' },
  refundReason: { en: 'Why', pt: 'Por quê', de: 'Warum' },
  refundReasonHint: {
    en: 'For your own record; the customer does not see it.',
    pt: 'Para o seu registro; o cliente não vê.',
    de: 'Für Ihre Unterlagen; der Kunde sieht es nicht.',
  },
  refundAmount: { en: 'Refund {amount}', pt: 'Reembolsar {amount}', de: '{amount} erstatten' },
  backToPayment: { en: 'Back to the payment', pt: 'Voltar ao pagamento', de: 'Zurück zur Zahlung' },
  cannotRefund: {
    en: 'Cannot be refunded now',
    pt: 'Não pode ser reembolsado agora',
    de: 'Jetzt nicht erstattbar',
  },
} as const satisfies Record<string, Words>;

/** Labels of the acts, for confirmations and the audit record. */
export const paymentActWords = {
  'payment.created': { en: 'Payment created', pt: 'Pagamento criado', de: 'Zahlung angelegt' },
  'payment.accepted': { en: 'Payment accepted', pt: 'Pagamento aceito', de: 'Zahlung angenommen' },
  'payment.cancelled': { en: 'Payment cancelled', pt: 'Pagamento cancelado', de: 'Zahlung abgebrochen' },
  'payment.refund_quoted': {
    en: 'Refund calculated',
    pt: 'Reembolso calculado',
    de: 'Erstattung ausgerechnet',
  },
  'payment.refunded': { en: 'Refund on its way', pt: 'Reembolso a caminho', de: 'Erstattung unterwegs' },
} as const satisfies Record<string, Words>;

export const paymentRefusals: Readonly<Record<string, Words>> = {
  rate_unavailable: {
    en: 'There is no fresh price at the moment. Try again in a minute.',
    pt: 'Não há preço atual no momento. Tente de novo em um minuto.',
    de: 'Im Augenblick gibt es keinen frischen Preis. Versuchen Sie es in einer Minute wieder.',
  },
  node_unavailable: {
    en: 'The network of this coin is not available at the moment. Try again in a minute.',
    pt: 'A rede desta moeda não está disponível no momento. Tente de novo em um minuto.',
    de: 'Das Netzwerk dieses Coins ist im Augenblick nicht zu lesen. Versuchen Sie es in einer Minute wieder.',
  },
  insufficient_funds: {
    en: 'Your balance in euros does not cover this.',
    pt: 'Seu saldo em euros não cobre isto.',
    de: 'Ihr Guthaben in Euro reicht dafür nicht.',
  },
  payment_reference_used: {
    en: 'A payment with this reference already exists.',
    pt: 'Já existe um pagamento com esta referência.',
    de: 'Es gibt schon eine Zahlung mit dieser Referenz.',
  },
  payment_expired: {
    en: 'This payment has ended already.',
    pt: 'Este pagamento já terminou.',
    de: 'Diese Zahlung ist schon beendet.',
  },
  payment_in_progress: {
    en: 'Coins were already sent for this payment, so it can no longer be cancelled.',
    pt: 'Já foram enviadas moedas para este pagamento, por isso ele não pode mais ser cancelado.',
    de: 'Für diese Zahlung wurden schon Coins geschickt: Sie kann nicht mehr abgebrochen werden.',
  },
  payment_confirming: {
    en: 'Coins of this payment still wait for their confirmations. Try again after the next block.',
    pt: 'Moedas deste pagamento ainda esperam confirmações. Tente de novo após o próximo bloco.',
    de: 'Coins dieser Zahlung warten noch auf Bestätigungen. Versuchen Sie es nach dem nächsten Block wieder.',
  },
  payment_not_acceptable: {
    en: 'This payment can no longer be accepted.',
    pt: 'Este pagamento não pode mais ser aceito.',
    de: 'In dieser Zahlung gibt es nichts mehr anzunehmen.',
  },
  payment_not_refundable: {
    en: 'This cannot be refunded: nothing is left, an open refund link keeps it, or the network fee is higher than the amount.',
    pt: 'Isto não pode ser reembolsado: não sobrou nada, um link de reembolso aberto o reserva, ou a taxa da rede é maior que o valor.',
    de: 'Das kann nicht erstattet werden: Es ist nichts davon übrig, ein offener Erstattungslink hält es zurück, oder das Netzwerk nimmt mehr, als es wert ist.',
  },
  refund_link_ended: refundLinkTexts.ended,
  payout_too_small: {
    en: 'The amount is too small for the network.',
    pt: 'O valor é pequeno demais para a rede.',
    de: 'Einen so kleinen Betrag gibt das Netzwerk nicht weiter.',
  },
  payout_limit_exceeded: {
    en: 'This exceeds your limit. Ask your provider to raise it.',
    pt: 'Isto passa do seu limite. Peça ao seu provedor para aumentá-lo.',
    de: 'Das ist mehr, als Sie schicken dürfen. Bitten Sie Ihren Anbieter, die Grenze anzuheben.',
  },
  idempotency_key_reused: {
    en: 'This form was already sent with other values. Open it again.',
    pt: 'Este formulário já foi enviado com outros valores. Abra-o de novo.',
    de: 'Dieses Formular wurde schon mit anderen Angaben geschickt. Öffnen Sie es neu.',
  },
};
