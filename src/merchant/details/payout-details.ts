import type { DetailWords } from '../../platform/http/details/translate-detail.ts';

/** Why a payout waits, or why its fee is not raised: the end of a sentence, as the log has it. */
export const payoutDetails: DetailWords = {
  'the wallet lacks {1} {2}': { pt: 'faltam {1} {2} na carteira', de: 'der Wallet fehlen {1} {2}' },
  'it cannot be signed: {1}': { pt: 'não pode ser assinada: {1}', de: 'sie lässt sich nicht signieren: {1}' },
  'the recipient cannot be paid: {1}': {
    pt: 'o destinatário não pode ser pago: {1}',
    de: 'an den Empfänger kann nicht gezahlt werden: {1}',
  },
  'the node refused it: {1}': { pt: 'o nó a recusou: {1}', de: 'der Knoten hat sie abgelehnt: {1}' },
  'the node has named no fee rate for ten minutes': {
    pt: 'o nó não informa uma taxa há dez minutos',
    de: 'der Knoten nennt seit zehn Minuten keinen Gebührensatz',
  },
  'its number was given to another payout meanwhile; cancel it': {
    pt: 'seu número foi dado a outra saída; desista dela',
    de: 'ihre Nummer bekam inzwischen eine andere Auszahlung; geben Sie sie auf',
  },
  'the chain has a transaction of the wallet that is not known here': {
    pt: 'a blockchain tem uma transação da carteira que não é conhecida aqui',
    de: 'die Blockchain hat eine Transaktion der Wallet, die hier nicht bekannt ist',
  },
  'the network takes {1} EUR now, which the merchant does not have': {
    pt: 'a rede cobra agora {1} EUR, que o provedor não tem',
    de: 'das Netzwerk nimmt jetzt {1} EUR, die der Zahlungsanbieter nicht hat',
  },
  'there is no fresh price for the network’s fee': {
    pt: 'não há preço atual para a taxa da rede',
    de: 'es gibt keinen frischen Preis für die Netzwerkgebühr',
  },
  'for payout {1} of PSP {2} {3}': {
    pt: 'para a saída {1} do provedor {2}: {3}',
    de: 'für Auszahlung {1} von Zahlungsanbieter {2}: {3}',
  },
  'it was signed by an account that this process does not know': {
    pt: 'foi assinada por uma conta que este processo não conhece',
    de: 'sie wurde von einem Konto signiert, das dieser Prozess nicht kennt',
  },
  'it has no change at the node that could pay for it': {
    pt: 'ela não tem no nó um troco que pudesse pagar por isso',
    de: 'sie hat beim Knoten kein Wechselgeld, das dafür aufkommen könnte',
  },
  'it can never be mined any more; what becomes of it waits for "praca payout thaw"': {
    pt: 'nunca mais pode ser minerada; o que será dela espera o descongelamento',
    de: 'sie kann nie mehr geschürft werden; was aus ihr wird, wartet auf das Auftauen',
  },
  'no fee rate above {1} is paid': {
    pt: 'não se paga taxa acima de {1}',
    de: 'mehr als {1} wird nicht gezahlt',
  },
  'its fee rate is {1}, and the next is at least {2}': {
    pt: 'sua taxa é de {1}, e a próxima é de pelo menos {2}',
    de: 'ihr Gebührensatz ist {1}, und der nächste ist mindestens {2}',
  },
  'its fee rate is {1}, and {2} is the most': {
    pt: 'sua taxa é de {1}, e o máximo é {2}',
    de: 'ihr Gebührensatz ist {1}, und {2} ist das Höchste',
  },
  'the node names no fee rate': {
    pt: 'o nó não informa uma taxa',
    de: 'der Knoten nennt keinen Gebührensatz',
  },
  'it is signed anew once its last block has passed': {
    pt: 'é assinada de novo quando passar o último bloco',
    de: 'sie wird neu signiert, sobald ihr letzter Block vorüber ist',
  },
  'another transaction has used its funds': {
    pt: 'outra transação usou seus fundos',
    de: 'eine andere Transaktion hat ihr Geld verwendet',
  },
  'the node keeps the transaction before, and does not take the newest': {
    pt: 'o nó fica com a transação anterior e não aceita a mais nova',
    de: 'der Knoten behält die Transaktion davor und nimmt die neueste nicht',
  },
  'the account has used {1} numbers that this database did not give out, from {2} on; compare what they paid, then "praca payout number {3} {4}"':
    {
      pt: 'a conta usou {1} números que este banco de dados não deu, a partir de {2}; compare o que pagaram, depois "praca payout number {3} {4}"',
      de: 'das Konto hat {1} Nummern verwendet, die diese Datenbank nicht vergeben hat, von {2} an; vergleichen Sie, was damit gezahlt wurde, dann "praca payout number {3} {4}"',
    },
  'this database was restored from a copy, which does not know what was paid since': {
    pt: 'este banco de dados foi restaurado de uma cópia, que não sabe o que foi pago desde então',
    de: 'diese Datenbank wurde aus einer Kopie wiederhergestellt, die nicht weiß, was seither gezahlt wurde',
  },
  "the wallet's coins were spent by {1}, which this database did not sign": {
    pt: 'as moedas da carteira foram gastas por {1}, que este banco de dados não assinou',
    de: 'die Coins der Wallet wurden von {1} ausgegeben, was diese Datenbank nicht signiert hat',
  },
  'no answer: {1}': { pt: 'sem resposta: {1}', de: 'keine Antwort: {1}' },
};
