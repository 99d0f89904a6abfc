import type { DetailWords } from '../../platform/http/details/translate-detail.ts';
import { addressDetails } from './address-details.ts';
import { payoutDetails } from './payout-details.ts';
import { problemDetails } from './problem-details.ts';

/**
 * What merchant refuses, in the other languages, for whoever works in the console; its API speaks English. The keys are
 * what the code says; a test finds those that are missing.
 */
export const merchantDetails: DetailWords = {
  ...addressDetails,
  ...payoutDetails,
  ...problemDetails,
  'Settlement of payment {1}': { pt: 'Repasse do pagamento {1}', de: 'Auszahlung zu Zahlung {1}' },
  'Settlement of order {1}': { pt: 'Repasse da ordem {1}', de: 'Auszahlung zu Auftrag {1}' },
  'Settlement of {1}': { pt: 'Repasse de {1}', de: 'Auszahlung vom {1}' },
  'Settlement of {1}, the running week': {
    pt: 'Repasse de {1}, semana em curso',
    de: 'Auszahlung vom {1}, laufende Woche',
  },
  'must be more than 0': { pt: 'deve ser mais de 0', de: 'muss mehr als 0 sein' },
  'must be a decimal number such as 25.00': {
    pt: 'deve ser um número decimal como 25.00',
    de: 'muss eine Dezimalzahl wie 25.00 sein',
  },
  'must have at most {1} digits before the point': {
    pt: 'deve ter no máximo {1} dígitos antes do ponto',
    de: 'darf höchstens {1} Ziffern vor dem Punkt haben',
  },
  'must have at most {1} decimals': {
    pt: 'deve ter no máximo {1} casas decimais',
    de: 'darf höchstens {1} Nachkommastellen haben',
  },
  'must be at least {1}': { pt: 'deve ser no mínimo {1}', de: 'muss mindestens {1} sein' },
  'must be at most {1}': { pt: 'deve ser no máximo {1}', de: 'darf höchstens {1} sein' },
  'must come to at least {1}': {
    pt: 'deve chegar a pelo menos {1}',
    de: 'muss mindestens {1} ergeben',
  },
  'must come to at most {1}': { pt: 'não pode passar de {1}', de: 'darf höchstens {1} ergeben' },
  'must come to at least 0.01 EUR': {
    pt: 'deve chegar a pelo menos 0.01 EUR',
    de: 'muss mindestens 0.01 EUR ergeben',
  },
  'must be one of the list': { pt: 'deve ser um da lista', de: 'muss aus der Liste sein' },
  'is needed, or money_amount: exactly one of the two': {
    pt: 'é necessário, ou money_amount: exatamente um dos dois',
    de: 'ist nötig, oder money_amount: genau eines von beiden',
  },
  'must be of a quote with transaction_type WITHDRAW': {
    pt: 'deve ser de uma cotação com transaction_type WITHDRAW',
    de: 'muss von einem Angebot mit transaction_type WITHDRAW sein',
  },
  'must be {1} or left out: what was not accepted is refunded whole': {
    pt: 'deve ser {1} ou ficar vazio: o que não foi aceito é reembolsado por inteiro',
    de: 'muss {1} sein oder leer bleiben: Was nicht angenommen wurde, wird ganz erstattet',
  },
  'is not offered for this amount, which {1}': {
    pt: 'não é oferecida para este valor, que {1}',
    de: 'wird für diesen Betrag nicht angeboten, er {1}',
  },
  'is not offered for this amount, which is less than its network passes on': {
    pt: 'não é oferecida para este valor, menor do que a rede transmite',
    de: 'wird für diesen Betrag nicht angeboten: Ihr Netzwerk gibt so wenig nicht weiter',
  },
  'must be an address that begins with https://': {
    pt: 'deve ser um endereço que comece com https://',
    de: 'muss eine Adresse sein, die mit https:// beginnt',
  },
  'must be an address that begins with https:// or http://': {
    pt: 'deve ser um endereço que comece com https:// ou http://',
    de: 'muss eine Adresse sein, die mit https:// oder http:// beginnt',
  },
  'must not have a user name or a password': {
    pt: 'não pode ter nome de usuário nem senha',
    de: 'darf keinen Benutzernamen und kein Passwort haben',
  },
  'must not hold a user name or password': {
    pt: 'não pode conter nome de usuário nem senha',
    de: 'darf keinen Benutzernamen und kein Passwort enthalten',
  },
  'must lead to a public address': {
    pt: 'deve levar a um endereço público',
    de: 'muss zu einer öffentlichen Adresse führen',
  },
  'must be networks such as 203.0.113.0/24 or 2001:db8::/32': {
    pt: 'devem ser redes como 203.0.113.0/24 ou 2001:db8::/32',
    de: 'müssen Netzwerke wie 203.0.113.0/24 oder 2001:db8::/32 sein',
  },
  'must be before to': { pt: 'deve ser antes de to', de: 'muss vor to liegen' },
  'must be less than {1} days before to': {
    pt: 'deve ser menos de {1} dias antes de to',
    de: 'muss weniger als {1} Tage vor to liegen',
  },
  'must be a day, such as 2027-03-01': {
    pt: 'deve ser um dia, como 2027-03-01',
    de: 'muss ein Tag sein, wie 2027-03-01',
  },
  'is too small: from and to are apart by {1}': {
    pt: 'é pequeno demais: entre from e to há {1}',
    de: 'ist zu klein: Zwischen from und to liegen {1}',
  },
  'must be given once': { pt: 'deve ser dado uma vez', de: 'muss einmal angegeben sein' },
  'must be less than the height {1}': {
    pt: 'deve ser menos que a altura {1}',
    de: 'muss weniger als die Höhe {1} sein',
  },
  'reaches below the blocks that are kept': {
    pt: 'vai além dos blocos que são guardados',
    de: 'reicht unter die Blöcke, die aufbewahrt werden',
  },
  'is not a transaction of the blocks that are replaced': {
    pt: 'não é uma transação dos blocos que são substituídos',
    de: 'ist keine Transaktion der Blöcke, die ersetzt werden',
  },
  'is refused: {1}': { pt: 'foi recusado: {1}', de: 'wird abgelehnt: {1}' },
  'is not a transaction of this chain': {
    pt: 'não é uma transação desta blockchain',
    de: 'ist keine Transaktion dieser Blockchain',
  },
  'is in block {1} and cannot be replaced any more': {
    pt: 'está no bloco {1} e não pode mais ser substituída',
    de: 'ist in Block {1} und kann nicht mehr ersetzt werden',
  },
  'cannot be replaced any more: its fee has reached {1}, and none is higher': {
    pt: 'não pode mais ser substituída: sua taxa chegou a {1}, e não há maior',
    de: 'kann nicht mehr ersetzt werden: Ihre Gebühr hat {1} erreicht, und keine ist höher',
  },
  'The payment is {1}.': { pt: 'O pagamento está {1}.', de: 'Die Zahlung ist {1}.' },
  '{1} was already sent for it.': {
    pt: '{1} já foi enviado para ele.',
    de: '{1} wurde schon dafür gesendet.',
  },
  'Payment {1} has this payment_reference already.': {
    pt: 'O pagamento {1} já tem esta payment_reference.',
    de: 'Zahlung {1} hat diese payment_reference schon.',
  },
  'The payment was accepted at the same moment. Ask again to refund it as a paid one.': {
    pt: 'O pagamento foi aceito no mesmo momento. Peça de novo para reembolsá-lo como pago.',
    de: 'Die Zahlung wurde im selben Moment angenommen. Fragen Sie noch einmal, um sie als bezahlte zu erstatten.',
  },
  'After the fee less would be left than the network passes on.': {
    pt: 'Depois da taxa sobraria menos do que a rede transmite.',
    de: 'Nach der Gebühr bliebe weniger, als das Netzwerk weitergibt.',
  },
  'The network takes more for sending it than it is worth.': {
    pt: 'A rede cobra mais pelo envio do que isso vale.',
    de: 'Das Netzwerk nimmt für das Senden mehr, als es wert ist.',
  },
  'The {1} network passes on {2} {3} or more to this address.': {
    pt: 'A rede {1} transmite {2} {3} ou mais para este endereço.',
    de: 'Das {1}-Netzwerk gibt an diese Adresse {2} {3} oder mehr weiter.',
  },
  'The {1} network cannot be read at the moment.': {
    pt: 'A rede {1} não pode ser lida no momento.',
    de: 'Das {1}-Netzwerk ist im Augenblick nicht zu lesen.',
  },
  'Too few markets agree on a price for {1} at the moment.': {
    pt: 'No momento, poucos mercados concordam em um preço para {1}.',
    de: 'Im Moment stimmen zu wenige Märkte bei einem Preis für {1} überein.',
  },
  'No market gives a fresh price for {1} at the moment.': {
    pt: 'Nenhum mercado dá um preço atual para {1} no momento.',
    de: 'Im Augenblick gibt kein Markt einen frischen Preis für {1}.',
  },
  'Your open quotes and unpaid payments may come to {1} EUR at most; {2} EUR are left.': {
    pt: 'Suas cotações abertas e pagamentos não pagos podem somar no máximo {1} EUR; restam {2} EUR.',
    de: 'Ihre offenen Angebote und unbezahlten Zahlungen dürfen höchstens {1} EUR ergeben; es bleiben {2} EUR.',
  },
  'All open quotes and unpaid payments in {1} may come to {2} EUR at most.': {
    pt: 'Todas as cotações abertas e os pagamentos não pagos em {1} podem somar no máximo {2} EUR.',
    de: 'Alle offenen Angebote und unbezahlten Zahlungen in {1} dürfen höchstens {2} EUR ergeben.',
  },
  'All open quotes and unpaid payments may come to {1} EUR at most.': {
    pt: 'Todas as cotações abertas e os pagamentos não pagos podem somar no máximo {1} EUR.',
    de: 'Alle offenen Angebote und unbezahlten Zahlungen dürfen höchstens {1} EUR ergeben.',
  },
  'The balance in {1} does not cover this.': {
    pt: 'O saldo em {1} não cobre isto.',
    de: 'Das Guthaben in {1} deckt das nicht.',
  },
  'One payout may be {1} at most.': {
    pt: 'Uma saída pode ser de no máximo {1}.',
    de: 'Eine Auszahlung darf höchstens {1} betragen.',
  },
  'Of what may be sent within 24 hours {1} are left.': {
    pt: 'Do que pode ser enviado em 24 horas restam {1}.',
    de: 'Von dem, was binnen 24 Stunden gesendet werden darf, sind {1} übrig.',
  },
  'There is no such payment.': { pt: 'Este pagamento não existe.', de: 'Diese Zahlung gibt es nicht.' },
  'The refund address was stated for another coin.': {
    pt: 'O endereço de reembolso foi informado para outra moeda.',
    de: 'Die Erstattungsadresse wurde für eine andere Münze angegeben.',
  },
  'There is no such refund.': { pt: 'Este reembolso não existe.', de: 'Diese Erstattung gibt es nicht.' },
  'There is no such order.': { pt: 'Esta ordem não existe.', de: 'Diesen Auftrag gibt es nicht.' },
  'There is no such customer.': { pt: 'Este cliente não existe.', de: 'Diesen Kunden gibt es nicht.' },
  'There is no such coin.': { pt: 'Esta moeda não existe.', de: 'Diesen Coin gibt es nicht.' },
  'There is no such simulated coin.': {
    pt: 'Esta moeda simulada não existe.',
    de: 'Diesen simulierten Coin gibt es nicht.',
  },
  'There is no such currency pair.': {
    pt: 'Este par de moedas não existe.',
    de: 'Dieses Währungspaar gibt es nicht.',
  },
  'The order cannot become {1}.': {
    pt: 'A ordem não pode passar a {1}.',
    de: 'Der Auftrag kann nicht {1} werden.',
  },
  'A payment or an order of this customer is not over yet. Accept, refund or cancel it first.': {
    pt: 'Um pagamento ou uma ordem deste cliente ainda não terminou. Aceite, reembolse ou cancele antes.',
    de: 'Eine Zahlung oder ein Auftrag dieses Kunden ist noch nicht beendet. Nehmen Sie ihn erst an, erstatten Sie oder brechen Sie ab.',
  },
  'There are {1} endpoints. Delete one first.': {
    pt: 'Há {1} destinos. Exclua um primeiro.',
    de: 'Es gibt {1} Empfänger. Löschen Sie erst einen.',
  },
  'It answered 410, or was switched off. Switch it on again first.': {
    pt: 'Ele respondeu 410, ou foi desligado. Ligue-o de novo primeiro.',
    de: 'Er antwortete 410 oder wurde ausgeschaltet. Schalten Sie ihn erst wieder ein.',
  },
  'The endpoint was deleted, was switched off, or answered 410 and takes nothing any more.': {
    pt: 'O destino foi excluído, desligado, ou respondeu 410 e não aceita mais nada.',
    de: 'Der Empfänger wurde gelöscht, ausgeschaltet oder antwortete 410 und nimmt nichts mehr an.',
  },
  '{1} is not among the coins that are on.': {
    pt: '{1} não está entre as moedas ligadas.',
    de: '{1} ist nicht unter den Coins, die eingeschaltet sind.',
  },
  'The address is one of this service: coins sent there stay in the hot wallet.': {
    pt: 'O endereço é deste serviço: moedas enviadas para lá ficam na carteira quente.',
    de: 'Die Adresse gehört diesem Dienst: Coins, die dorthin gehen, bleiben in der Hot Wallet.',
  },
  'The address is one of this service, which it cannot send to.': {
    pt: 'O endereço é deste serviço, que não pode enviar a si mesmo.',
    de: 'Die Adresse gehört diesem Dienst, der nicht an sich selbst senden kann.',
  },
  'The payment is still open: which of its coins count is decided when its time is over.': {
    pt: 'O pagamento ainda está aberto: quais moedas contam se decide quando o prazo acabar.',
    de: 'Die Zahlung ist noch offen: Welche ihrer Coins zählen, entscheidet sich, wenn ihre Zeit um ist.',
  },
  'A refund of this payment is on its way; try again when it has ended.': {
    pt: 'Há um reembolso deste pagamento a caminho; tente de novo quando terminar.',
    de: 'Eine Erstattung dieser Zahlung ist unterwegs; versuchen Sie es wieder, wenn sie beendet ist.',
  },
  'The coins do not lie deep enough in their chain yet.': {
    pt: 'As moedas ainda não têm confirmações suficientes na rede.',
    de: 'Die Coins liegen noch nicht tief genug in ihrer Blockchain.',
  },
  'No {1} are held for this payment that staff could release.': {
    pt: 'Não há {1} retidos deste pagamento que a equipe possa liberar.',
    de: 'Für diese Zahlung werden keine {1} gehalten, die freigegeben werden könnten.',
  },
  "The network's fee, {1} {2}, would take all of it.": {
    pt: 'A taxa da rede, {1} {2}, levaria tudo.',
    de: 'Die Netzwerkgebühr, {1} {2}, nähme alles.',
  },
};
