import type { Words } from '../../platform/http/language.ts';

/** Faults of an address or tag. Each text continues a sentence that begins with the name of the field. */
export const addressWords = {
  theAddress: { en: 'The address {fault}.', pt: 'O endereço {fault}.', de: 'Die Adresse {fault}.' },
  theTag: { en: 'The tag {fault}.', pt: 'A tag {fault}.', de: 'Das Tag {fault}.' },
  unknownAddress: {
    en: 'is not an address of any coin that is known here',
    pt: 'não é um endereço de nenhuma moeda conhecida aqui',
    de: 'ist keine Adresse eines Coins, der hier bekannt ist',
  },
  notCashAddress: { en: 'is not a CashAddr', pt: 'não é um CashAddr', de: 'ist keine CashAddr' },
  unpayableCashAddress: {
    en: 'is a CashAddr of an unsupported type',
    pt: 'é um CashAddr de um tipo não aceito',
    de: 'ist eine CashAddr einer Art, an die nicht gezahlt werden kann',
  },
  tagOfSharedAccount: {
    en: 'is needed: this account is shared, and only the tag identifies the recipient',
    pt: 'é necessária: esta conta é compartilhada, e só a tag identifica o destinatário',
    de: 'ist nötig: Dieses Konto wird geteilt, und nur das Tag sagt, wessen Coins es sind',
  },
  ethereumAddress: {
    en: 'must be 0x and 40 hexadecimal digits',
    pt: 'deve ser 0x e 40 dígitos hexadecimais',
    de: 'muss 0x und 40 hexadezimale Ziffern sein',
  },
  addressOfAnother: {
    en: 'is an address of {found}, not of {wanted}',
    pt: 'é um endereço de {found}, não de {wanted}',
    de: 'ist eine Adresse von {found}, nicht von {wanted}',
  },
  mainNetwork: { en: 'the main network', pt: 'a rede principal', de: 'dem Hauptnetz' },
  testNetwork: { en: 'the test network', pt: 'a rede de teste', de: 'dem Testnetz' },
  regressionTestNetwork: {
    en: 'a regression test network',
    pt: 'uma rede de teste local',
    de: 'einem lokalen Testnetz',
  },
  onlyForXrp: {
    en: 'is only for XRP, not for {coin}',
    pt: 'é só para XRP, não para {coin}',
    de: 'ist nur für XRP, nicht für {coin}',
  },
  malformedTag: {
    en: 'must be a whole number from 0 to {most}, without zeros in front, or left out',
    pt: 'deve ser um número inteiro de 0 a {most}, sem zeros à frente, ou ficar vazio',
    de: 'muss eine ganze Zahl von 0 bis {most} sein, ohne Nullen davor, oder leer bleiben',
  },
  anotherTag: {
    en: 'is not the tag in the X-address',
    pt: 'não é a tag que o endereço X traz',
    de: 'ist nicht das Tag, das die X-Adresse enthält',
  },
  wrongChecksum: {
    en: 'has a wrong checksum: at least one character was changed',
    pt: 'tem um dígito verificador errado: pelo menos um caractere foi trocado',
    de: 'hat eine falsche Prüfsumme: Mindestens ein Zeichen stimmt nicht',
  },
  burnAddress: {
    en: 'has no owner: coins sent there are lost',
    pt: 'não pertence a ninguém: moedas enviadas para lá se perdem',
    de: 'gehört niemandem: Was dorthin geht, ist verloren',
  },
  notSegwitAddress: {
    en: 'is not a segwit address',
    pt: 'não é um endereço segwit',
    de: 'ist keine Segwit-Adresse',
  },
  unknownSegwitVersion: {
    en: 'is of a segwit version that is not in use',
    pt: 'é de uma versão segwit que não está em uso',
    de: 'gehört zu einer Segwit-Version, die nicht in Gebrauch ist',
  },
  notXrpAccount: {
    en: 'is not an account of the XRP Ledger',
    pt: 'não é uma conta do XRP Ledger',
    de: 'ist kein Konto des XRP Ledger',
  },
  notXAddress: {
    en: 'is not an X-address of the XRP Ledger',
    pt: 'não é um endereço X do XRP Ledger',
    de: 'ist keine X-Adresse des XRP Ledger',
  },
  refusingAccount: {
    en: 'is of an account that does not take this payment',
    pt: 'é de uma conta que não aceita este pagamento',
    de: 'gehört zu einem Konto, das diese Zahlung nicht annimmt',
  },
  tagDemanded: {
    en: 'is needed by this account',
    pt: 'é necessário: a conta exige um',
    de: 'ist nötig: Das Konto verlangt eines',
  },
  accountNotFunded: {
    en: 'is of an account that does not exist yet: the {coin} network makes it with {least} or more',
    pt: 'é de uma conta que ainda não existe: a rede {coin} a cria com {least} ou mais',
    de: 'gehört zu einem Konto, das es noch nicht gibt: Das {coin}-Netzwerk legt es mit {least} oder mehr an',
  },
  ownAddress: {
    en: 'is an address of this service, which it cannot send to',
    pt: 'é um endereço deste serviço, ao qual ele não pode enviar',
    de: 'ist eine Adresse dieses Dienstes, an die er nicht senden kann',
  },
  addressNotAllowed: {
    en: 'is not among the addresses that this PSP may send to',
    pt: 'não está entre os endereços aos quais este provedor pode enviar',
    de: 'ist nicht unter den Adressen, an die dieser Zahlungsanbieter senden darf',
  },
  notCustomerAddress: {
    en: 'must be an address of the customer, not of this service',
    pt: 'deve ser um endereço do cliente, não deste serviço',
    de: 'muss eine Adresse des Kunden sein, nicht dieses Dienstes',
  },
  legacyAddress: {
    en: 'is a legacy address, which could be one of Bitcoin: state the CashAddr form (bitcoincash:…)',
    pt: 'é um endereço antigo, que poderia ser de Bitcoin: informe a forma CashAddr (bitcoincash:…)',
    de: 'ist eine alte Adresse, die auch eine von Bitcoin sein könnte: Geben Sie die Form CashAddr an (bitcoincash:…)',
  },
} as const satisfies Record<string, Words>;
