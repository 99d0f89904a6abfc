import type { Words } from '../../platform/http/language.ts';

/** Texts for the details of the merchant service's problems. */
export const merchantWords = {
  cursorOfLink: {
    en: 'must come from a Link header',
    pt: 'deve vir de um cabeçalho Link',
    de: 'muss aus einem Link-Header stammen',
  },
  moreThanZero: { en: 'must be more than 0', pt: 'deve ser maior que 0', de: 'muss mehr als 0 sein' },
  decimalNumber: {
    en: 'must be a decimal number such as 25.00',
    pt: 'deve ser um número decimal como 25.00',
    de: 'muss eine Dezimalzahl wie 25.00 sein',
  },
  mostDigits: {
    en: 'must have at most {most} digits before the point',
    pt: 'deve ter no máximo {most} dígitos antes do ponto',
    de: 'darf höchstens {most} Ziffern vor dem Punkt haben',
  },
  mostDecimals: {
    en: 'must have at most {most} decimals',
    pt: 'deve ter no máximo {most} casas decimais',
    de: 'darf höchstens {most} Nachkommastellen haben',
  },
  atLeast: {
    en: 'must be at least {least}',
    pt: 'deve ser no mínimo {least}',
    de: 'muss mindestens {least} sein',
  },
  atMost: { en: 'must be at most {most}', pt: 'deve ser no máximo {most}', de: 'darf höchstens {most} sein' },
  comeToAtLeast: {
    en: 'must come to at least {least}',
    pt: 'deve somar pelo menos {least}',
    de: 'muss mindestens {least} ergeben',
  },
  comeToAtMost: {
    en: 'must come to at most {most}',
    pt: 'não pode passar de {most}',
    de: 'darf höchstens {most} ergeben',
  },
  comeToOneCent: {
    en: 'must come to at least 0.01 EUR',
    pt: 'deve somar pelo menos 0.01 EUR',
    de: 'muss mindestens 0.01 EUR ergeben',
  },
  oneOfList: {
    en: 'must be one of the list',
    pt: 'deve ser um dos valores da lista',
    de: 'muss aus der Liste sein',
  },
  oneAmount: {
    en: 'is needed, or money_amount: exactly one of the two',
    pt: 'é necessário, ou money_amount: exatamente um dos dois',
    de: 'ist nötig, oder money_amount: genau eines von beiden',
  },
  withdrawalQuote: {
    en: 'must be of a quote with transaction_type WITHDRAW',
    pt: 'deve ser de uma cotação com transaction_type WITHDRAW',
    de: 'muss von einem Angebot mit transaction_type WITHDRAW sein',
  },
  refundedWhole: {
    en: 'must be {amount} or omitted: a payment that was not accepted is refunded in full',
    pt: 'deve ser {amount} ou ser omitido: um pagamento que não foi aceito é reembolsado por inteiro',
    de: 'muss {amount} sein oder leer bleiben: Was nicht angenommen wurde, wird ganz erstattet',
  },
  coinNotOffered: {
    en: 'is not offered for this amount, which {fault}',
    pt: 'não é oferecida para este valor, que {fault}',
    de: 'wird für diesen Betrag nicht angeboten, er {fault}',
  },
  coinNotOfferedForDust: {
    en: 'is not offered for this amount, which is less than its network relays',
    pt: 'não é oferecida para este valor, menor do que a rede transmite',
    de: 'wird für diesen Betrag nicht angeboten: Ihr Netzwerk gibt so wenig nicht weiter',
  },
  httpsAddress: {
    en: 'must be an address that begins with https://',
    pt: 'deve ser um endereço que comece com https://',
    de: 'muss eine Adresse sein, die mit https:// beginnt',
  },
  httpAddress: {
    en: 'must be an address that begins with https:// or http://',
    pt: 'deve ser um endereço que comece com https:// ou http://',
    de: 'muss eine Adresse sein, die mit https:// oder http:// beginnt',
  },
  noCredentials: {
    en: 'must not contain a user name or password',
    pt: 'não pode ter nome de usuário nem senha',
    de: 'darf keinen Benutzernamen und kein Passwort haben',
  },
  holdsCredentials: {
    en: 'must not hold a user name or password',
    pt: 'não pode conter nome de usuário nem senha',
    de: 'darf keinen Benutzernamen und kein Passwort enthalten',
  },
  publicAddress: {
    en: 'must lead to a public address',
    pt: 'deve levar a um endereço público',
    de: 'muss zu einer öffentlichen Adresse führen',
  },
  networks: {
    en: 'must be networks such as 203.0.113.0/24 or 2001:db8::/32',
    pt: 'devem ser redes como 203.0.113.0/24 ou 2001:db8::/32',
    de: 'müssen Netzwerke wie 203.0.113.0/24 oder 2001:db8::/32 sein',
  },
  beforeTo: { en: 'must be before to', pt: 'deve ser antes de to', de: 'muss vor to liegen' },
  lessThanDaysBefore: {
    en: 'must be less than {days} days before to',
    pt: 'deve ser menos de {days} dias antes de to',
    de: 'muss weniger als {days} Tage vor to liegen',
  },
  day: {
    en: 'must be a day, such as 2027-03-01',
    pt: 'deve ser um dia, como 2027-03-01',
    de: 'muss ein Tag sein, wie 2027-03-01',
  },
  stepTooSmall: {
    en: 'is too small: from and to are {apart} apart',
    pt: 'é pequeno demais: entre from e to há {apart}',
    de: 'ist zu klein: Zwischen from und to liegen {apart}',
  },
  givenOnce: { en: 'must be given once', pt: 'deve aparecer uma só vez', de: 'muss einmal angegeben sein' },
  lessThanHeight: {
    en: 'must be less than the height {height}',
    pt: 'deve ser menos que a altura {height}',
    de: 'muss weniger als die Höhe {height} sein',
  },
  belowKeptBlocks: {
    en: 'reaches below the oldest stored block',
    pt: 'vai além do bloco mais antigo guardado',
    de: 'reicht unter den ältesten gespeicherten Block',
  },
  notInReplacedBlocks: {
    en: 'is not a transaction of the replaced blocks',
    pt: 'não é uma transação dos blocos substituídos',
    de: 'ist keine Transaktion der Blöcke, die ersetzt werden',
  },
  refusedBy: { en: 'is refused: {reason}', pt: 'foi recusado: {reason}', de: 'wird abgelehnt: {reason}' },
  unknownTransaction: {
    en: 'is not a transaction of this chain',
    pt: 'não é uma transação desta blockchain',
    de: 'ist keine Transaktion dieser Blockchain',
  },
  inBlock: {
    en: 'is in block {block} and can no longer be replaced',
    pt: 'está no bloco {block} e não pode mais ser substituída',
    de: 'ist in Block {block} und kann nicht mehr ersetzt werden',
  },
  highestFeeReached: {
    en: 'can no longer be replaced: its fee has reached the maximum {highest}',
    pt: 'não pode mais ser substituída: sua taxa chegou ao máximo, {highest}',
    de: 'kann nicht mehr ersetzt werden: Ihre Gebühr hat das Maximum {highest} erreicht',
  },
  paymentIs: {
    en: 'The payment is {status}.',
    pt: 'O pagamento está {status}.',
    de: 'Die Zahlung ist {status}.',
  },
  coinAlreadySent: {
    en: '{coin} was already sent for it.',
    pt: '{coin} já foi enviado para ele.',
    de: '{coin} wurde schon dafür gesendet.',
  },
  referenceTaken: {
    en: 'Payment {payment} has this payment_reference already.',
    pt: 'O pagamento {payment} já tem esta payment_reference.',
    de: 'Zahlung {payment} hat diese payment_reference schon.',
  },
  acceptedMeanwhile: {
    en: 'The payment was accepted at the same moment. Ask again to refund it as a paid one.',
    pt: 'O pagamento foi aceito no mesmo momento. Peça de novo para reembolsá-lo como pago.',
    de: 'Die Zahlung wurde im selben Moment angenommen. Fragen Sie noch einmal, um sie als bezahlte zu erstatten.',
  },
  dustAfterFee: {
    en: 'The amount left after the fee is less than the network relays.',
    pt: 'Depois da taxa sobraria menos do que a rede transmite.',
    de: 'Nach der Gebühr bliebe weniger, als das Netzwerk weitergibt.',
  },
  feeAboveWorth: {
    en: 'The network’s fee is higher than the value of the coins.',
    pt: 'A taxa da rede é maior que o valor das moedas.',
    de: 'Die Netzwerkgebühr ist höher als der Wert der Coins.',
  },
  leastPassedOn: {
    en: 'The {network} network relays only amounts of {least} {coin} or more to this address.',
    pt: 'A rede {network} transmite {least} {coin} ou mais para este endereço.',
    de: 'Das {network}-Netzwerk gibt an diese Adresse nur Beträge ab {least} {coin} weiter.',
  },
  networkUnreadable: {
    en: 'The {network} network cannot be read at the moment.',
    pt: 'A rede {network} não pode ser lida no momento.',
    de: 'Das {network}-Netzwerk ist im Augenblick nicht zu lesen.',
  },
  marketsDisagree: {
    en: 'Too few markets agree on a price for {pair} at the moment.',
    pt: 'No momento, não há mercados suficientes de acordo sobre um preço para {pair}.',
    de: 'Im Moment stimmen zu wenige Märkte bei einem Preis für {pair} überein.',
  },
  noFreshPrice: {
    en: 'No market gives a fresh price for {pair} at the moment.',
    pt: 'Nenhum mercado dá um preço atual para {pair} no momento.',
    de: 'Im Augenblick gibt kein Markt einen aktuellen Preis für {pair}.',
  },
  openLimitOfPsp: {
    en: 'Your open quotes and unpaid payments may come to {limit} EUR at most; {left} EUR are left.',
    pt: 'Suas cotações abertas e pagamentos não pagos podem somar no máximo {limit} EUR; restam {left} EUR.',
    de: 'Ihre offenen Angebote und unbezahlten Zahlungen dürfen höchstens {limit} EUR ergeben; es bleiben {left} EUR.',
  },
  openLimitOfCoin: {
    en: 'All open quotes and unpaid payments in {coin} may come to {limit} EUR at most.',
    pt: 'Todas as cotações abertas e os pagamentos não pagos em {coin} podem somar no máximo {limit} EUR.',
    de: 'Alle offenen Angebote und unbezahlten Zahlungen in {coin} dürfen höchstens {limit} EUR ergeben.',
  },
  openLimitOfHouse: {
    en: 'All open quotes and unpaid payments may come to {limit} EUR at most.',
    pt: 'Todas as cotações abertas e os pagamentos não pagos podem somar no máximo {limit} EUR.',
    de: 'Alle offenen Angebote und unbezahlten Zahlungen dürfen höchstens {limit} EUR ergeben.',
  },
  owedForCoins: {
    en: '{amounts} is owed for coins that a chain took back; what is received settles this first.',
    pt: 'Há uma dívida de {amounts} por moedas que uma blockchain tomou de volta; o que for recebido paga isso primeiro.',
    de: '{amounts} ist für Coins offen, die eine Blockchain zurückgenommen hat; Eingänge begleichen das zuerst.',
  },
  balanceTooSmall: {
    en: 'The balance in {assets} does not cover this.',
    pt: 'O saldo em {assets} não cobre isto.',
    de: 'Das Guthaben in {assets} deckt das nicht.',
  },
  payoutAtMost: {
    en: 'One payout may be {left} at most.',
    pt: 'Uma saída pode ser de no máximo {left}.',
    de: 'Eine Auszahlung darf höchstens {left} betragen.',
  },
  leftOfDay: {
    en: 'Of the 24-hour limit {left} are left.',
    pt: 'Do limite de 24 horas restam {left}.',
    de: 'Vom 24-Stunden-Limit sind {left} übrig.',
  },
  noSuchPayment: {
    en: 'There is no such payment.',
    pt: 'Este pagamento não existe.',
    de: 'Diese Zahlung gibt es nicht.',
  },
  refundAddressOfAnotherCoin: {
    en: 'The refund address was stated for another coin.',
    pt: 'O endereço de reembolso foi informado para outra moeda.',
    de: 'Die Erstattungsadresse wurde für einen anderen Coin angegeben.',
  },
  noSuchRefund: {
    en: 'There is no such refund.',
    pt: 'Este reembolso não existe.',
    de: 'Diese Erstattung gibt es nicht.',
  },
  noSuchOrder: {
    en: 'There is no such order.',
    pt: 'Esta ordem não existe.',
    de: 'Diesen Auftrag gibt es nicht.',
  },
  noSuchCustomer: {
    en: 'There is no such customer.',
    pt: 'Este cliente não existe.',
    de: 'Diesen Kunden gibt es nicht.',
  },
  noSuchCoin: {
    en: 'There is no such coin.',
    pt: 'Esta moeda não existe.',
    de: 'Diesen Coin gibt es nicht.',
  },
  noSuchSimulatedCoin: {
    en: 'There is no such simulated coin.',
    pt: 'Esta moeda simulada não existe.',
    de: 'Diesen simulierten Coin gibt es nicht.',
  },
  noSuchCurrencyPair: {
    en: 'There is no such currency pair.',
    pt: 'Este par de moedas não existe.',
    de: 'Dieses Währungspaar gibt es nicht.',
  },
  orderCannotBecome: {
    en: 'The order cannot become {status}.',
    pt: 'A ordem não pode passar a {status}.',
    de: 'Der Auftrag kann nicht {status} werden.',
  },
  customerHasOpen: {
    en: 'A payment or an order of this customer is not over yet. Accept, refund or cancel it first.',
    pt: 'Um pagamento ou uma ordem deste cliente ainda não terminou. Aceite, reembolse ou cancele antes.',
    de: 'Eine Zahlung oder ein Auftrag dieses Kunden ist noch nicht beendet. Nehmen Sie ihn erst an, erstatten Sie oder brechen Sie ab.',
  },
  mostEndpoints: {
    en: 'There are {most} endpoints. Delete one first.',
    pt: 'Há {most} destinos. Exclua um primeiro.',
    de: 'Es gibt {most} Empfänger. Löschen Sie erst einen.',
  },
  endpointOff: {
    en: 'It answered 410, or was switched off. Switch it on again first.',
    pt: 'Ele respondeu 410, ou foi desligado. Ligue-o de novo primeiro.',
    de: 'Er antwortete 410 oder wurde ausgeschaltet. Schalten Sie ihn erst wieder ein.',
  },
  endpointGone: {
    en: 'The endpoint was deleted, switched off, or disabled after it answered 410.',
    pt: 'O destino foi apagado, desligado, ou desativado depois de responder 410.',
    de: 'Der Empfänger wurde gelöscht, ausgeschaltet oder nach einer Antwort 410 deaktiviert.',
  },
  coinOff: {
    en: '{coin} is not enabled.',
    pt: '{coin} não está entre as moedas ligadas.',
    de: '{coin} ist nicht eingeschaltet.',
  },
  hotWalletAddress: {
    en: 'The address is one of this service: coins sent there stay in the hot wallet.',
    pt: 'O endereço é deste serviço: moedas enviadas para lá ficam na carteira quente.',
    de: 'Die Adresse gehört diesem Dienst: Coins, die dorthin gehen, bleiben in der Hot Wallet.',
  },
  addressOfService: {
    en: 'The address is one of this service, which it cannot send to.',
    pt: 'O endereço é deste serviço, que não pode enviar a si mesmo.',
    de: 'Die Adresse gehört diesem Dienst, der nicht an sich selbst senden kann.',
  },
  paymentStillOpen: {
    en: 'The payment is still open. Which of its coins count is decided after its deadline.',
    pt: 'O pagamento ainda está aberto. Só depois do prazo se decide quais moedas contam.',
    de: 'Die Zahlung ist noch offen: Welche ihrer Coins zählen, entscheidet sich, wenn ihre Zeit um ist.',
  },
  refundOnItsWay: {
    en: 'A refund of this payment is on its way; try again when it has ended.',
    pt: 'Há um reembolso deste pagamento a caminho; tente de novo quando terminar.',
    de: 'Eine Erstattung dieser Zahlung ist unterwegs; versuchen Sie es wieder, wenn sie beendet ist.',
  },
  coinsNotDeep: {
    en: 'The coins do not have enough confirmations yet.',
    pt: 'As moedas ainda não têm confirmações suficientes na rede.',
    de: 'Die Coins haben noch nicht genug Bestätigungen.',
  },
  noneHeld: {
    en: 'This payment has no held {coin} that staff can release.',
    pt: 'Não há {coin} retidos deste pagamento que a equipe possa liberar.',
    de: 'Für diese Zahlung werden keine {coin} gehalten, die freigegeben werden könnten.',
  },
  noSuchCoins: {
    en: 'There are no such coins.',
    pt: 'Estas moedas não existem.',
    de: 'Diese Coins gibt es nicht.',
  },
  coinsAssigned: {
    en: 'These coins are assigned or returned already, or a proposal for that is open.',
    pt: 'Estas moedas já foram atribuídas ou devolvidas, ou há uma proposta aberta para isso.',
    de: 'Diese Coins sind schon zugeordnet oder zurückgesendet, oder ein Vorschlag dafür ist offen.',
  },
  coinsSpent: {
    en: 'These coins were spent by transaction {transaction}.',
    pt: 'Estas moedas foram gastas pela transação {transaction}.',
    de: 'Diese Coins hat die Transaktion {transaction} ausgegeben.',
  },
  coinsNotFinal: {
    en: 'These coins are not final in their chain yet.',
    pt: 'Estas moedas ainda não são definitivas na blockchain.',
    de: 'Diese Coins sind in ihrer Blockchain noch nicht endgültig.',
  },
  coinNeverChosen: {
    en: '{coin} was never chosen for this payment.',
    pt: '{coin} nunca foi escolhido para este pagamento.',
    de: '{coin} wurde für diese Zahlung nie gewählt.',
  },
  noDepositAddress: {
    en: 'This customer has no address for deposits of {coin}.',
    pt: 'Este cliente não tem endereço para depósitos de {coin}.',
    de: 'Dieser Kunde hat keine Adresse für Einzahlungen von {coin}.',
  },
  noSenderOfCoin: {
    en: '{coin} has no sender to return to: assign the coins instead.',
    pt: '{coin} não tem um remetente a quem devolver: atribua as moedas.',
    de: '{coin} hat keinen Absender, an den sie zurückgehen könnten: Ordnen Sie die Coins zu.',
  },
  senderUnknown: {
    en: 'These coins did not come by a payment: their sender is not known.',
    pt: 'Estas moedas não vieram por um pagamento: o remetente é desconhecido.',
    de: 'Diese Coins kamen nicht durch eine Zahlung: Ihr Absender ist nicht bekannt.',
  },
  feeTakesAll: {
    en: "The network's fee, {fee} {coin}, would take all of it.",
    pt: 'A taxa da rede, {fee} {coin}, levaria tudo.',
    de: 'Die Netzwerkgebühr, {fee} {coin}, würde den ganzen Betrag aufbrauchen.',
  },
  coinOfPath: {
    en: 'must be {coin}, as in the path',
    pt: 'deve ser {coin}, como no caminho',
    de: 'muss {coin} sein, wie im Pfad',
  },
} as const satisfies Record<string, Words>;
