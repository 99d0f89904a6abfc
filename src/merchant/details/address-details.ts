import type { DetailWords } from '../../platform/http/details/translate-detail.ts';

/** What is wrong with an address or its tag: it goes on from the name of the field. */
export const addressDetails: DetailWords = {
  'The address {1}.': { pt: 'O endereço {1}.', de: 'Die Adresse {1}.' },
  'The tag {1}.': { pt: 'A tag {1}.', de: 'Das Tag {1}.' },
  'is not an address of any coin that is known here': {
    pt: 'não é um endereço de nenhuma moeda conhecida aqui',
    de: 'ist keine Adresse eines Coins, der hier bekannt ist',
  },
  'is not a CashAddr': { pt: 'não é um CashAddr', de: 'ist keine CashAddr' },
  'is a CashAddr of a kind that cannot be paid': {
    pt: 'é um CashAddr de um tipo que não pode receber',
    de: 'ist eine CashAddr einer Art, an die nicht gezahlt werden kann',
  },
  'is needed: this account is shared, and only the tag says whose coins they are': {
    pt: 'é necessário: esta conta é compartilhada, e só a tag diz de quem são as moedas',
    de: 'ist nötig: Dieses Konto wird geteilt, und nur das Tag sagt, wessen Coins es sind',
  },
  'must be 0x and 40 hexadecimal digits': {
    pt: 'deve ser 0x e 40 dígitos hexadecimais',
    de: 'muss 0x und 40 hexadezimale Ziffern sein',
  },
  'is an address of {1}, not of {2}': {
    pt: 'é um endereço de {1}, não de {2}',
    de: 'ist eine Adresse von {1}, nicht von {2}',
  },
  'the main network': { pt: 'a rede principal', de: 'dem Hauptnetz' },
  'the test network': { pt: 'a rede de teste', de: 'dem Testnetz' },
  'a regression test network': { pt: 'uma rede de teste local', de: 'einem lokalen Testnetz' },
  'is only for XRP, not for {1}': { pt: 'é só para XRP, não para {1}', de: 'ist nur für XRP, nicht für {1}' },
  'must be a whole number from 0 to {1}, without zeros in front, or left out': {
    pt: 'deve ser um número inteiro de 0 a {1}, sem zeros à frente, ou ficar vazio',
    de: 'muss eine ganze Zahl von 0 bis {1} sein, ohne Nullen davor, oder leer bleiben',
  },
  'is not the tag that the X-address carries': {
    pt: 'não é a tag que o endereço X traz',
    de: 'ist nicht das Tag, das die X-Adresse enthält',
  },
  'has a wrong checksum: at least one character is not what it was': {
    pt: 'tem um dígito verificador errado: pelo menos um caractere foi trocado',
    de: 'hat eine falsche Prüfsumme: Mindestens ein Zeichen stimmt nicht',
  },
  'is nobody’s: what is sent there is lost': {
    pt: 'não é de ninguém: o que for enviado para lá se perde',
    de: 'gehört niemandem: Was dorthin geht, ist verloren',
  },
  'is not a segwit address': { pt: 'não é um endereço segwit', de: 'ist keine Segwit-Adresse' },
  'is of a segwit version that is not in use': {
    pt: 'é de uma versão segwit que não está em uso',
    de: 'gehört zu einer Segwit-Version, die nicht in Gebrauch ist',
  },
  'is not an account of the XRP Ledger': {
    pt: 'não é uma conta do XRP Ledger',
    de: 'ist kein Konto des XRP Ledger',
  },
  'is not an X-address of the XRP Ledger': {
    pt: 'não é um endereço X do XRP Ledger',
    de: 'ist keine X-Adresse des XRP Ledger',
  },
  'is of an account that does not take this payment': {
    pt: 'é de uma conta que não aceita este pagamento',
    de: 'gehört zu einem Konto, das diese Zahlung nicht annimmt',
  },
  'is needed: the account demands one': {
    pt: 'é necessário: a conta exige um',
    de: 'ist nötig: Das Konto verlangt eines',
  },
  'is of an account that does not exist yet: the {1} network makes it with {2} or more': {
    pt: 'é de uma conta que ainda não existe: a rede {1} a cria com {2} ou mais',
    de: 'gehört zu einem Konto, das es noch nicht gibt: Das {1}-Netzwerk legt es mit {2} oder mehr an',
  },
  'is an address of this service, which it cannot send to': {
    pt: 'é um endereço deste serviço, ao qual ele não pode enviar',
    de: 'ist eine Adresse dieses Dienstes, an die er nicht senden kann',
  },
  'is not among the addresses that this PSP may send to': {
    pt: 'não está entre os endereços aos quais este provedor pode enviar',
    de: 'ist nicht unter den Adressen, an die dieser Zahlungsanbieter senden darf',
  },
  'must be an address of the customer, not of this service': {
    pt: 'deve ser um endereço do cliente, não deste serviço',
    de: 'muss eine Adresse des Kunden sein, nicht dieses Dienstes',
  },
};
