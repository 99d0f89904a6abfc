import type { DetailWords } from '../../platform/http/details/translate-detail.ts';

/** What the codes of merchant's problems mean. */
export const problemDetails: DetailWords = {
  'There is no fresh price at the moment.': {
    pt: 'Não há preço atual no momento.',
    de: 'Im Moment gibt es keinen frischen Preis.',
  },
  'The network of this coin cannot be read at the moment.': {
    pt: 'A rede desta moeda não pode ser lida no momento.',
    de: 'Das Netzwerk dieses Coins kann im Moment nicht gelesen werden.',
  },
  'There are as many webhook endpoints as there may be.': {
    pt: 'Já há tantos destinos de webhook quantos pode haver.',
    de: 'Es gibt schon so viele Webhook-Empfänger, wie es geben darf.',
  },
  'The webhook endpoint takes nothing any more.': {
    pt: 'O destino do webhook não aceita mais nada.',
    de: 'Der Webhook-Empfänger nimmt nichts mehr an.',
  },
  'Too much is promised at open prices at the moment.': {
    pt: 'No momento, há promessas demais a preços em aberto.',
    de: 'Im Moment ist zu viel zu offenen Preisen zugesagt.',
  },
  'The balance does not cover this.': {
    pt: 'O saldo não é suficiente para isto.',
    de: 'Das Guthaben reicht dafür nicht.',
  },
  'More than this PSP may send.': {
    pt: 'Mais do que este PSP pode enviar.',
    de: 'Mehr, als dieser PSP senden darf.',
  },
  'The network does not pass on so small an amount.': {
    pt: 'A rede não repassa um valor tão pequeno.',
    de: 'Das Netzwerk leitet einen so kleinen Betrag nicht weiter.',
  },
  'There is no such conversion token.': {
    pt: 'Este token de conversão não existe.',
    de: 'Dieses Umrechnungstoken gibt es nicht.',
  },
  'The conversion token has expired.': {
    pt: 'O token de conversão expirou.',
    de: 'Das Umrechnungstoken ist abgelaufen.',
  },
  'The conversion token was used already.': {
    pt: 'O token de conversão já foi usado.',
    de: 'Das Umrechnungstoken wurde schon benutzt.',
  },
  'There is a payment with this reference already.': {
    pt: 'Já existe um pagamento com esta referência.',
    de: 'Es gibt schon eine Zahlung mit dieser Referenz.',
  },
  'Something of this customer is still open.': {
    pt: 'Ainda há algo em aberto deste cliente.',
    de: 'Von diesem Kunden ist noch etwas offen.',
  },
  'The time to choose or pay is over.': {
    pt: 'O tempo para escolher ou pagar acabou.',
    de: 'Die Zeit zum Auswählen oder Zahlen ist vorbei.',
  },
  'The coin of this payment cannot be chosen any more.': {
    pt: 'A moeda deste pagamento não pode mais ser escolhida.',
    de: 'Der Coin dieser Zahlung kann nicht mehr gewählt werden.',
  },
  'A coin was chosen as often for this payment as there may be.': {
    pt: 'Para este pagamento já se escolheu moeda tantas vezes quantas é possível.',
    de: 'Für diese Zahlung wurde so oft ein Coin gewählt, wie es geht.',
  },
  'Coins of this payment still wait for their confirmations.': {
    pt: 'Moedas deste pagamento ainda aguardam confirmações.',
    de: 'Coins dieser Zahlung warten noch auf ihre Bestätigungen.',
  },
  'There is nothing to accept in this payment.': {
    pt: 'Neste pagamento não há nada a aceitar.',
    de: 'An dieser Zahlung gibt es nichts anzunehmen.',
  },
  'There is nothing to refund in this payment.': {
    pt: 'Neste pagamento não há nada a reembolsar.',
    de: 'An dieser Zahlung gibt es nichts zu erstatten.',
  },
  'The order is not in a state that allows this.': {
    pt: 'A situação da ordem não permite isto.',
    de: 'Der Status des Auftrags lässt das nicht zu.',
  },
};
