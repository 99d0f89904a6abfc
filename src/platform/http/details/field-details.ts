import type { DetailWords } from './translate-detail.ts';

/** What is wrong with a field, said of any service's: it goes on from the name of the field. */
export const fieldDetails: DetailWords = {
  'is missing': { pt: 'está faltando', de: 'fehlt' },
  'is not valid': { pt: 'não é válido', de: 'ist nicht gültig' },
  'is not of the right form': { pt: 'não tem a forma certa', de: 'hat nicht die richtige Form' },
  'contains a character that cannot be stored': {
    pt: 'contém um caractere que não pode ser guardado',
    de: 'enthält ein Zeichen, das nicht gespeichert werden kann',
  },
  'must be {1}': { pt: 'deve ser {1}', de: 'muss {1} sein' },
  'must be a valid {1}': { pt: 'deve ser um {1} válido', de: 'muss gültig sein, als {1}' },
  'must be a valid email': {
    pt: 'deve ser um endereço de e-mail válido',
    de: 'muss eine gültige E-Mail-Adresse sein',
  },
  'must be a valid ip': { pt: 'deve ser um endereço IP válido', de: 'muss eine gültige IP-Adresse sein' },
  'must be a valid uuid': { pt: 'deve ser um id válido', de: 'muss eine gültige Id sein' },
  'must be a valid uri-reference': { pt: 'deve ser um link válido', de: 'muss ein gültiger Link sein' },
  'must be a valid date-time': {
    pt: 'deve ser uma data com hora válida',
    de: 'muss ein gültiges Datum mit Uhrzeit sein',
  },
  'must be a valid date': { pt: 'deve ser uma data válida', de: 'muss ein gültiges Datum sein' },
  'must not be after to': { pt: 'não pode ser depois de to', de: 'darf nicht nach to liegen' },
  'must not be empty': { pt: 'não pode ser vazio', de: 'darf nicht leer sein' },
  'must not be only white space': {
    pt: 'não pode ser só espaço em branco',
    de: 'darf nicht nur aus Leerraum bestehen',
  },
  'must not have {1}': { pt: 'não pode ter {1}', de: 'darf keine {1} haben' },
  'must not have an empty key': {
    pt: 'não pode ter uma chave vazia',
    de: 'darf keinen leeren Schlüssel haben',
  },
  'must have 1 to 255 characters': {
    pt: 'deve ter de 1 a 255 caracteres',
    de: 'muss 1 bis 255 Zeichen haben',
  },
  'must have at least {1} characters': {
    pt: 'deve ter pelo menos {1} caracteres',
    de: 'muss mindestens {1} Zeichen haben',
  },
  'must have at most {1} characters': {
    pt: 'deve ter no máximo {1} caracteres',
    de: 'darf höchstens {1} Zeichen haben',
  },
  'must have at least {1} items': {
    pt: 'deve ter pelo menos {1} itens',
    de: 'muss mindestens {1} Einträge haben',
  },
  'must have at most {1} items': {
    pt: 'deve ter no máximo {1} itens',
    de: 'darf höchstens {1} Einträge haben',
  },
  'must have at most {1} keys': {
    pt: 'deve ter no máximo {1} chaves',
    de: 'darf höchstens {1} Schlüssel haben',
  },
  'must not be nested more than {1} levels deep': {
    pt: 'não pode ter mais de {1} níveis',
    de: 'darf nicht mehr als {1} Ebenen haben',
  },
  'is a key of less than {1} characters': {
    pt: 'é uma chave de menos de {1} caracteres',
    de: 'ist ein Schlüssel von weniger als {1} Zeichen',
  },
  'is a key of more than {1} characters': {
    pt: 'é uma chave de mais de {1} caracteres',
    de: 'ist ein Schlüssel von mehr als {1} Zeichen',
  },
  'is a key with {1}': { pt: 'é uma chave com {1}', de: 'ist ein Schlüssel mit {1}' },
  'is a key that is not allowed': {
    pt: 'é uma chave que não é permitida',
    de: 'ist ein Schlüssel, der nicht erlaubt ist',
  },
  'characters that cannot be seen or that change the direction of the text': {
    pt: 'caracteres que não se veem ou que mudam a direção do texto',
    de: 'Zeichen, die man nicht sieht oder die die Richtung des Textes ändern',
  },
  'control characters other than tabs and ends of lines': {
    pt: 'caracteres de controle além de tabulações e fins de linha',
    de: 'Steuerzeichen außer Tabulatoren und Zeilenenden',
  },
  'must be on one line, without tabs': {
    pt: 'deve ficar em uma só linha, sem tabulações',
    de: 'muss in einer Zeile stehen, ohne Tabulatoren',
  },
  'at least {1}': { pt: 'no mínimo {1}', de: 'mindestens {1}' },
  'at most {1}': { pt: 'no máximo {1}', de: 'höchstens {1}' },
  'more than {1}': { pt: 'mais de {1}', de: 'mehr als {1}' },
  'less than {1}': { pt: 'menos de {1}', de: 'weniger als {1}' },
  'a whole number': { pt: 'um número inteiro', de: 'eine ganze Zahl' },
  'a number': { pt: 'um número', de: 'eine Zahl' },
  'a string': { pt: 'um texto', de: 'ein Text' },
  'an object': { pt: 'um objeto', de: 'ein Objekt' },
  'a list': { pt: 'uma lista', de: 'eine Liste' },
  'true or false': { pt: 'true ou false', de: 'true oder false' },
  'must be an e-mail address, like ana@example.com': {
    pt: 'deve ser um e-mail, como ana@example.com',
    de: 'muss eine E-Mail-Adresse sein, wie ana@example.com',
  },
  'mixes letters of different alphabets that look alike': {
    pt: 'mistura letras parecidas de alfabetos diferentes',
    de: 'mischt ähnlich aussehende Buchstaben verschiedener Alphabete',
  },
  'contains characters that a name cannot have': {
    pt: 'contém caracteres que um nome não pode ter',
    de: 'enthält Zeichen, die ein Name nicht haben kann',
  },
  'must be base64, with or without a data URL before it': {
    pt: 'deve ser base64, com ou sem uma data URL antes',
    de: 'muss base64 sein, mit oder ohne Data-URL davor',
  },
  'must have at most {1} MiB': { pt: 'deve ter no máximo {1} MiB', de: 'darf höchstens {1} MiB haben' },
  'must have at most {1} scans, as a JPEG': {
    pt: 'deve ter no máximo {1} varreduras, como JPEG',
    de: 'darf als JPEG höchstens {1} Durchgänge haben',
  },
  'must have at most {1} megapixels': {
    pt: 'deve ter no máximo {1} megapixels',
    de: 'darf höchstens {1} Megapixel haben',
  },
  'must be a whole, undamaged picture': {
    pt: 'deve ser uma imagem inteira e sem danos',
    de: 'muss ein ganzes, unbeschädigtes Bild sein',
  },
  'must be a JPEG, PNG or WebP picture': {
    pt: 'deve ser uma imagem JPEG, PNG ou WebP',
    de: 'muss ein Bild in JPEG, PNG oder WebP sein',
  },
};
