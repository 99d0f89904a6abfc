import type { Words } from '../../platform/http/language.ts';

/** Reasons why a payout waits or its fee is not raised. Each text is the end of a sentence. */
export const payoutWords = {
  recipientCostUnknown: {
    en: 'the node does not say what the recipient takes',
    pt: 'o nó não informa quanto o destinatário consome',
    de: 'der Knoten sagt nicht, was der Empfänger braucht',
  },
  foreignTransactionWaits: {
    en: 'a transaction with number {number} that this database did not sign waits at the node; compare what it paid once it is in a block',
    pt: 'uma transação com o número {number}, que este banco de dados não assinou, espera no nó; compare o que ela pagou quando estiver em um bloco',
    de: 'eine Transaktion mit der Nummer {number}, die diese Datenbank nicht signiert hat, wartet beim Knoten; vergleichen Sie, was sie gezahlt hat, sobald sie in einem Block steht',
  },
  walletLacks: {
    en: 'the wallet lacks {amount} {coin}',
    pt: 'faltam {amount} {coin} na carteira',
    de: 'der Wallet fehlen {amount} {coin}',
  },
  cannotBeSigned: {
    en: 'it cannot be signed: {reason}',
    pt: 'não pode ser assinada: {reason}',
    de: 'sie lässt sich nicht signieren: {reason}',
  },
  recipientCannotBePaid: {
    en: 'the recipient cannot be paid: {reason}',
    pt: 'o destinatário não pode ser pago: {reason}',
    de: 'an den Empfänger kann nicht gezahlt werden: {reason}',
  },
  refusedByNode: {
    en: 'the node refused it: {reason}',
    pt: 'o nó a recusou: {reason}',
    de: 'der Knoten hat sie abgelehnt: {reason}',
  },
  noFeeRateForLong: {
    en: 'the node has named no fee rate for ten minutes',
    pt: 'o nó não informa uma taxa há dez minutos',
    de: 'der Knoten nennt seit zehn Minuten keinen Gebührensatz',
  },
  numberTaken: {
    en: 'its number was given to another payout meanwhile; cancel it',
    pt: 'nesse meio-tempo seu número foi dado a outra saída; cancele-a',
    de: 'ihre Nummer bekam inzwischen eine andere Auszahlung; geben Sie sie auf',
  },
  unknownWalletTransaction: {
    en: 'the chain has a transaction of the wallet that is not known here',
    pt: 'a blockchain tem uma transação da carteira que não é conhecida aqui',
    de: 'die Blockchain hat eine Transaktion der Wallet, die hier nicht bekannt ist',
  },
  feeNotCovered: {
    en: 'the network takes {amount} EUR now, which the merchant does not have',
    pt: 'a rede cobra agora {amount} EUR, que o provedor não tem',
    de: 'das Netzwerk nimmt jetzt {amount} EUR, die der Zahlungsanbieter nicht hat',
  },
  noPriceForFee: {
    en: 'there is no fresh price for the network’s fee',
    pt: 'não há preço atual para a taxa da rede',
    de: 'es gibt keinen frischen Preis für die Netzwerkgebühr',
  },
  troubleOfPayout: {
    en: 'for payout {payout} of PSP {psp} {trouble}',
    pt: 'para a saída {payout} do provedor {psp}: {trouble}',
    de: 'für Auszahlung {payout} von Zahlungsanbieter {psp}: {trouble}',
  },
  unknownSigner: {
    en: 'it was signed by an account that this process does not know',
    pt: 'foi assinada por uma conta que este processo não conhece',
    de: 'sie wurde von einem Konto signiert, das dieser Prozess nicht kennt',
  },
  noChangeToPay: {
    en: 'it has no change at the node that could pay for it',
    pt: 'ela não tem no nó um troco que possa pagar por isso',
    de: 'sie hat beim Knoten kein Wechselgeld, das dafür aufkommen könnte',
  },
  neverMined: {
    en: 'it can never be mined any more; what becomes of it waits for "praca payout thaw"',
    pt: 'não pode mais ser minerada; o que será dela aguarda "praca payout thaw"',
    de: 'sie kann nie mehr geschürft werden; was aus ihr wird, wartet auf das Auftauen',
  },
  highestFeeRate: {
    en: 'no fee rate above {highest} is paid',
    pt: 'não se paga taxa acima de {highest}',
    de: 'mehr als {highest} wird nicht gezahlt',
  },
  nextFeeRate: {
    en: 'its fee rate is {rate}, and the next is at least {next}',
    pt: 'sua taxa é de {rate}, e a próxima é de pelo menos {next}',
    de: 'ihr Gebührensatz ist {rate}, und der nächste ist mindestens {next}',
  },
  feeRateAtMost: {
    en: 'its fee rate is {rate}, and {most} is the most',
    pt: 'sua taxa é de {rate}, e o máximo é {most}',
    de: 'ihr Gebührensatz ist {rate}, und {most} ist das Höchste',
  },
  noFeeRate: {
    en: 'the node names no fee rate',
    pt: 'o nó não informa uma taxa',
    de: 'der Knoten nennt keinen Gebührensatz',
  },
  signedAgainLater: {
    en: 'it is signed again once its last block has passed',
    pt: 'é assinada de novo quando passar o último bloco',
    de: 'sie wird neu signiert, sobald ihr letzter Block vorüber ist',
  },
  fundsUsed: {
    en: 'another transaction has used its funds',
    pt: 'outra transação usou seus fundos',
    de: 'eine andere Transaktion hat ihr Geld verwendet',
  },
  newestNotTaken: {
    en: 'the node keeps the transaction before, and does not take the newest',
    pt: 'o nó fica com a transação anterior e não aceita a mais nova',
    de: 'der Knoten behält die Transaktion davor und nimmt die neueste nicht',
  },
  foreignNumbers: {
    en: 'the account has used {count} numbers that this database did not give out, from {first} on; compare what they paid, then "praca payout number {coin} {next}"',
    pt: 'a conta usou {count} números que este banco de dados não deu, a partir de {first}; compare o que pagaram, depois "praca payout number {coin} {next}"',
    de: 'das Konto hat {count} Nummern verwendet, die diese Datenbank nicht vergeben hat, von {first} an; vergleichen Sie, was damit gezahlt wurde, dann "praca payout number {coin} {next}"',
  },
  restoredFromCopy: {
    en: 'this database was restored from a copy, which does not know what was paid since',
    pt: 'este banco de dados foi restaurado de uma cópia, que não sabe o que foi pago desde então',
    de: 'diese Datenbank wurde aus einer Kopie wiederhergestellt, die nicht weiß, was seither gezahlt wurde',
  },
  foreignSpend: {
    en: "the wallet's coins were spent by {transaction}, which this database did not sign",
    pt: 'as moedas da carteira foram gastas por {transaction}, que este banco de dados não assinou',
    de: 'die Coins der Wallet wurden von {transaction} ausgegeben, was diese Datenbank nicht signiert hat',
  },
  noAnswer: { en: 'no answer: {reason}', pt: 'sem resposta: {reason}', de: 'keine Antwort: {reason}' },
  higherFeeLacks: {
    en: 'for a higher fee the wallet lacks {amount} {coin}',
    pt: 'para uma taxa maior faltam {amount} {coin} na carteira',
    de: 'für eine höhere Gebühr fehlen der Wallet {amount} {coin}',
  },
  numberInNewBlock: {
    en: 'a block that is not read yet has used its number',
    pt: 'um bloco ainda não lido usou o seu número',
    de: 'ein noch nicht gelesener Block hat ihre Nummer verwendet',
  },
} as const satisfies Record<string, Words>;
