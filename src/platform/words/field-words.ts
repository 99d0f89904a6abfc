import type { Words } from '../problem.ts';

/** Errors of fields, for all services. Each text continues after the name of the field. */
export const fieldWords = {
  missing: { en: 'is missing', pt: 'está faltando', de: 'fehlt' },
  notValid: { en: 'is not valid', pt: 'não é válido', de: 'ist nicht gültig' },
  wrongForm: {
    en: 'has the wrong format',
    pt: 'não tem a forma certa',
    de: 'hat nicht die richtige Form',
  },
  unstorableCharacter: {
    en: 'contains a character that cannot be stored',
    pt: 'contém um caractere que não pode ser guardado',
    de: 'enthält ein Zeichen, das nicht gespeichert werden kann',
  },
  mustBe: { en: 'must be {what}', pt: 'deve ser {what}', de: 'muss {what} sein' },
  validFormat: {
    en: 'must be a valid {format}',
    pt: 'deve ser um {format} válido',
    de: 'muss gültig sein, als {format}',
  },
  validEmail: {
    en: 'must be a valid email',
    pt: 'deve ser um endereço de e-mail válido',
    de: 'muss eine gültige E-Mail-Adresse sein',
  },
  validIp: {
    en: 'must be a valid ip',
    pt: 'deve ser um endereço IP válido',
    de: 'muss eine gültige IP-Adresse sein',
  },
  validUuid: { en: 'must be a valid uuid', pt: 'deve ser um id válido', de: 'muss eine gültige Id sein' },
  validUriReference: {
    en: 'must be a valid uri-reference',
    pt: 'deve ser um link válido',
    de: 'muss ein gültiger Link sein',
  },
  validDateTime: {
    en: 'must be a valid date-time',
    pt: 'deve ser uma data com hora válida',
    de: 'muss ein gültiges Datum mit Uhrzeit sein',
  },
  validDate: {
    en: 'must be a valid date',
    pt: 'deve ser uma data válida',
    de: 'muss ein gültiges Datum sein',
  },
  notAfterTo: {
    en: 'must not be after to',
    pt: 'não pode ser depois de to',
    de: 'darf nicht nach to liegen',
  },
  notEmpty: { en: 'must not be empty', pt: 'não pode ser vazio', de: 'darf nicht leer sein' },
  onlyWhiteSpace: {
    en: 'must not be only white space',
    pt: 'não pode ser só espaço em branco',
    de: 'darf nicht nur aus Leerraum bestehen',
  },
  mustNotHave: { en: 'must not have {what}', pt: 'não pode ter {what}', de: 'darf keine {what} haben' },
  emptyKey: {
    en: 'must not have an empty key',
    pt: 'não pode ter uma chave vazia',
    de: 'darf keinen leeren Schlüssel haben',
  },
  keyLength: {
    en: 'must have 1 to 255 characters',
    pt: 'deve ter de 1 a 255 caracteres',
    de: 'muss 1 bis 255 Zeichen haben',
  },
  leastCharacters: {
    en: 'must have at least {least} characters',
    pt: 'deve ter pelo menos {least} caracteres',
    de: 'muss mindestens {least} Zeichen haben',
  },
  mostCharacters: {
    en: 'must have at most {most} characters',
    pt: 'deve ter no máximo {most} caracteres',
    de: 'darf höchstens {most} Zeichen haben',
  },
  leastItems: {
    en: 'must have at least {least} items',
    pt: 'deve ter pelo menos {least} itens',
    de: 'muss mindestens {least} Einträge haben',
  },
  mostItems: {
    en: 'must have at most {most} items',
    pt: 'deve ter no máximo {most} itens',
    de: 'darf höchstens {most} Einträge haben',
  },
  mostKeys: {
    en: 'must have at most {most} keys',
    pt: 'deve ter no máximo {most} chaves',
    de: 'darf höchstens {most} Schlüssel haben',
  },
  tooDeep: {
    en: 'must not be nested more than {most} levels deep',
    pt: 'não pode ter mais de {most} níveis',
    de: 'darf nicht mehr als {most} Ebenen haben',
  },
  keyTooShort: {
    en: 'is a key of less than {least} characters',
    pt: 'é uma chave de menos de {least} caracteres',
    de: 'ist ein Schlüssel von weniger als {least} Zeichen',
  },
  keyTooLong: {
    en: 'is a key of more than {most} characters',
    pt: 'é uma chave de mais de {most} caracteres',
    de: 'ist ein Schlüssel von mehr als {most} Zeichen',
  },
  keyWith: { en: 'is a key with {what}', pt: 'é uma chave com {what}', de: 'ist ein Schlüssel mit {what}' },
  keyNotAllowed: {
    en: 'is a key that is not allowed',
    pt: 'é uma chave que não é permitida',
    de: 'ist ein Schlüssel, der nicht erlaubt ist',
  },
  hiddenCharacters: {
    en: 'characters that are invisible or change the direction of the text',
    pt: 'caracteres que não se veem ou que mudam a direção do texto',
    de: 'Zeichen, die man nicht sieht oder die die Richtung des Textes ändern',
  },
  controlCharacters: {
    en: 'control characters other than tabs and line ends',
    pt: 'caracteres de controle além de tabulações e fins de linha',
    de: 'Steuerzeichen außer Tabulatoren und Zeilenenden',
  },
  oneLine: {
    en: 'must be on one line, without tabs',
    pt: 'deve ficar em uma só linha, sem tabulações',
    de: 'muss in einer Zeile stehen, ohne Tabulatoren',
  },
  wholeNumber: { en: 'a whole number', pt: 'um número inteiro', de: 'eine ganze Zahl' },
  number: { en: 'a number', pt: 'um número', de: 'eine Zahl' },
  text: { en: 'a string', pt: 'um texto', de: 'ein Text' },
  object: { en: 'an object', pt: 'um objeto', de: 'ein Objekt' },
  list: { en: 'a list', pt: 'uma lista', de: 'eine Liste' },
  boolean: { en: 'true or false', pt: 'true ou false', de: 'true oder false' },
  emailAddress: {
    en: 'must be an e-mail address, like ana@example.com',
    pt: 'deve ser um e-mail, como ana@example.com',
    de: 'muss eine E-Mail-Adresse sein, wie ana@example.com',
  },
  mixedAlphabets: {
    en: 'mixes letters of different alphabets that look alike',
    pt: 'mistura letras parecidas de alfabetos diferentes',
    de: 'mischt ähnlich aussehende Buchstaben verschiedener Alphabete',
  },
  nameCharacters: {
    en: 'contains characters that a name cannot have',
    pt: 'contém caracteres que um nome não pode ter',
    de: 'enthält Zeichen, die ein Name nicht haben kann',
  },
  base64: {
    en: 'must be base64, with or without a data URL before it',
    pt: 'deve ser base64, com ou sem uma data URL antes',
    de: 'muss base64 sein, mit oder ohne Data-URL davor',
  },
  mostMebibytes: {
    en: 'must have at most {most} MiB',
    pt: 'deve ter no máximo {most} MiB',
    de: 'darf höchstens {most} MiB haben',
  },
  mostScans: {
    en: 'must have at most {most} scans, as a JPEG',
    pt: 'deve ter no máximo {most} varreduras, como JPEG',
    de: 'darf als JPEG höchstens {most} Durchgänge haben',
  },
  mostMegapixels: {
    en: 'must have at most {most} megapixels',
    pt: 'deve ter no máximo {most} megapixels',
    de: 'darf höchstens {most} Megapixel haben',
  },
  damagedPicture: {
    en: 'must be a whole, undamaged picture',
    pt: 'deve ser uma imagem inteira e sem danos',
    de: 'muss ein ganzes, unbeschädigtes Bild sein',
  },
  pictureType: {
    en: 'must be a JPEG, PNG or WebP picture',
    pt: 'deve ser uma imagem JPEG, PNG ou WebP',
    de: 'muss ein Bild in JPEG, PNG oder WebP sein',
  },
  somethingVisible: {
    en: 'must have a visible character',
    pt: 'deve ter algo que se possa ver',
    de: 'muss etwas haben, das man sehen kann',
  },
  /** A text that is passed on unchanged. */
  verbatim: { en: '{text}', pt: '{text}', de: '{text}' },
  atLeast: {
    en: 'must be at least {limit}',
    pt: 'deve ser no mínimo {limit}',
    de: 'muss mindestens {limit} sein',
  },
  atMost: {
    en: 'must be at most {limit}',
    pt: 'deve ser no máximo {limit}',
    de: 'muss höchstens {limit} sein',
  },
  moreThan: {
    en: 'must be more than {limit}',
    pt: 'deve ser mais de {limit}',
    de: 'muss mehr als {limit} sein',
  },
  lessThan: {
    en: 'must be less than {limit}',
    pt: 'deve ser menos de {limit}',
    de: 'muss weniger als {limit} sein',
  },
} as const satisfies Record<string, Words>;
