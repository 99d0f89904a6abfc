import { defineProblems } from '../platform/problem.ts';

export const merchantProblems = defineProblems({
  rate_unavailable: {
    status: 503,
    title: {
      en: 'There is no fresh price at the moment',
      pt: 'Não há preço atual no momento',
      de: 'Im Moment gibt es keinen frischen Preis',
    },
  },
  node_unavailable: {
    status: 503,
    title: {
      en: 'The network of this coin cannot be read at the moment',
      pt: 'A rede desta moeda não pode ser lida no momento',
      de: 'Das Netzwerk dieses Coins kann im Moment nicht gelesen werden',
    },
  },
  webhook_endpoint_limit: {
    status: 409,
    title: {
      en: 'The maximum number of webhook endpoints is reached',
      pt: 'O número máximo de destinos de webhook foi atingido',
      de: 'Es gibt schon so viele Webhook-Empfänger, wie es geben darf',
    },
  },
  webhook_endpoint_disabled: {
    status: 409,
    title: {
      en: 'The webhook endpoint no longer accepts events',
      pt: 'O destino do webhook não aceita mais eventos',
      de: 'Der Webhook-Empfänger nimmt nichts mehr an',
    },
  },
  open_limit_reached: {
    status: 422,
    title: {
      en: 'The limit of open quotes and unpaid payments is reached',
      pt: 'O limite de cotações abertas e pagamentos não pagos foi atingido',
      de: 'Im Moment ist zu viel zu offenen Preisen zugesagt',
    },
  },
  claim_open: {
    status: 409,
    title: {
      en: 'There is a debt for coins removed by a reorganisation',
      pt: 'Há uma dívida por moedas que uma reorganização removeu',
      de: 'Für Coins, die eine Blockchain zurückgenommen hat, ist noch etwas offen',
    },
  },
  insufficient_funds: {
    status: 422,
    title: {
      en: 'The balance does not cover this',
      pt: 'O saldo não é suficiente para isto',
      de: 'Das Guthaben reicht dafür nicht',
    },
  },
  payout_limit_exceeded: {
    status: 409,
    title: {
      en: 'The amount exceeds the limit of this PSP',
      pt: 'O valor passa do limite deste PSP',
      de: 'Mehr, als dieser PSP senden darf',
    },
  },
  payout_too_small: {
    status: 409,
    title: {
      en: 'The network does not pass on so small an amount',
      pt: 'A rede não repassa um valor tão pequeno',
      de: 'Das Netzwerk leitet einen so kleinen Betrag nicht weiter',
    },
  },
  conversion_token_not_found: {
    status: 404,
    title: {
      en: 'There is no such conversion token',
      pt: 'Este token de conversão não existe',
      de: 'Dieses Umrechnungstoken gibt es nicht',
    },
  },
  conversion_token_expired: {
    status: 409,
    title: {
      en: 'The conversion token has expired',
      pt: 'O token de conversão expirou',
      de: 'Das Umrechnungstoken ist abgelaufen',
    },
  },
  conversion_token_used: {
    status: 409,
    title: {
      en: 'The conversion token was used already',
      pt: 'O token de conversão já foi usado',
      de: 'Das Umrechnungstoken wurde schon benutzt',
    },
  },
  payment_reference_used: {
    status: 409,
    title: {
      en: 'There is a payment with this reference already',
      pt: 'Já existe um pagamento com esta referência',
      de: 'Es gibt schon eine Zahlung mit dieser Referenz',
    },
    members: { payment_reference_id: 'Id of that payment' },
  },
  customer_in_use: {
    status: 409,
    title: {
      en: 'This customer has an open payment or order',
      pt: 'Este cliente tem um pagamento ou uma ordem em aberto',
      de: 'Von diesem Kunden ist noch etwas offen',
    },
  },
  payment_expired: {
    status: 409,
    title: {
      en: 'The deadline to choose a coin or to pay has passed',
      pt: 'O tempo para escolher ou pagar acabou',
      de: 'Die Zeit zum Auswählen oder Zahlen ist vorbei',
    },
  },
  payment_in_progress: {
    status: 409,
    title: {
      en: 'The coin of this payment can no longer be chosen',
      pt: 'A moeda deste pagamento não pode mais ser escolhida',
      de: 'Der Coin dieser Zahlung kann nicht mehr gewählt werden',
    },
  },
  payment_choice_limit: {
    status: 409,
    title: {
      en: 'The maximum number of coin choices for this payment is reached',
      pt: 'Para este pagamento já se escolheu moeda tantas vezes quantas é possível',
      de: 'Für diese Zahlung wurde so oft ein Coin gewählt, wie es geht',
    },
  },
  payment_confirming: {
    status: 409,
    title: {
      en: 'Coins of this payment still wait for their confirmations',
      pt: 'Moedas deste pagamento ainda aguardam confirmações',
      de: 'Coins dieser Zahlung warten noch auf ihre Bestätigungen',
    },
  },
  payment_not_acceptable: {
    status: 409,
    title: {
      en: 'There is nothing to accept in this payment',
      pt: 'Neste pagamento não há nada a aceitar',
      de: 'An dieser Zahlung gibt es nichts anzunehmen',
    },
  },
  payment_not_refundable: {
    status: 409,
    title: {
      en: 'There is nothing to refund in this payment',
      pt: 'Neste pagamento não há nada a reembolsar',
      de: 'An dieser Zahlung gibt es nichts zu erstatten',
    },
  },
  refund_link_ended: {
    status: 409,
    title: {
      en: 'The refund link can no longer be used',
      pt: 'O link de reembolso não pode mais ser usado',
      de: 'Der Erstattungslink gilt nicht mehr',
    },
  },
  order_status_conflict: {
    status: 409,
    title: {
      en: 'The order is not in a state that allows this',
      pt: 'A situação da ordem não permite isto',
      de: 'Der Status des Auftrags lässt das nicht zu',
    },
  },
});
