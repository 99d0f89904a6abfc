import type { Words } from '../problem.ts';

/** Details of the problems that every service may answer. */
export const platformWords = {
  webSocketHeaders: {
    en: 'A WebSocket begins with a Sec-WebSocket-Key of 16 bytes and Sec-WebSocket-Version: 13.',
    pt: 'Um WebSocket começa com uma Sec-WebSocket-Key de 16 bytes e Sec-WebSocket-Version: 13.',
    de: 'Ein WebSocket beginnt mit einem Sec-WebSocket-Key von 16 Bytes und Sec-WebSocket-Version: 13.',
  },
  requestCutOff: {
    en: 'The request is incomplete.',
    pt: 'O pedido não foi enviado até o fim.',
    de: 'Die Anfrage wurde nicht zu Ende gesendet.',
  },
  databaseUnreachable: {
    en: 'The database cannot be reached. Nothing was changed; try again in a moment.',
    pt: 'O banco de dados está inacessível. Nada foi alterado; tente de novo daqui a pouco.',
    de: 'Die Datenbank ist nicht erreichbar. Nichts wurde geändert; versuchen Sie es gleich noch einmal.',
  },
  databaseReadOnly: {
    en: 'The database is read-only at the moment. Nothing was changed; try again in a moment.',
    pt: 'O banco de dados está somente para leitura no momento. Nada foi alterado; tente de novo daqui a pouco.',
    de: 'Die Datenbank kann im Moment nur gelesen werden. Nichts wurde geändert; versuchen Sie es gleich noch einmal.',
  },
  databaseFull: {
    en: 'The database is out of disk space. Nothing was changed; try again later.',
    pt: 'O banco de dados está sem espaço em disco. Nada foi alterado; tente de novo mais tarde.',
    de: 'Die Datenbank hat keinen Speicherplatz mehr. Nichts wurde geändert; versuchen Sie es später noch einmal.',
  },
  databaseOutOfMemory: {
    en: 'The database is out of memory. Nothing was changed; try again later.',
    pt: 'O banco de dados está sem memória. Nada foi alterado; tente de novo mais tarde.',
    de: 'Die Datenbank hat keinen Arbeitsspeicher mehr. Nichts wurde geändert; versuchen Sie es später noch einmal.',
  },
  databaseFilesFail: {
    en: 'The database cannot read or write its files. Nothing was changed; try again later.',
    pt: 'O banco de dados não consegue ler ou gravar seus arquivos. Nada foi alterado; tente de novo mais tarde.',
    de: 'Die Datenbank kann ihre Dateien nicht lesen oder schreiben. Nichts wurde geändert; versuchen Sie es später noch einmal.',
  },
  databaseShort: {
    en: 'The database has reached a limit. Nothing was changed; try again later.',
    pt: 'O banco de dados chegou a um limite. Nada foi alterado; tente de novo mais tarde.',
    de: 'Die Datenbank hat eine Grenze erreicht. Nichts wurde geändert; versuchen Sie es später noch einmal.',
  },
  databaseConnectionsUsed: {
    en: 'All connections of the database are in use. Nothing was changed; try again in a moment.',
    pt: 'Todas as conexões do banco de dados estão em uso. Nada foi alterado; tente de novo daqui a pouco.',
    de: 'Alle Verbindungen der Datenbank sind belegt. Nichts wurde geändert; versuchen Sie es gleich noch einmal.',
  },
  databaseStarting: {
    en: 'The database is starting or stopping. Nothing was changed; try again in a moment.',
    pt: 'O banco de dados está iniciando ou parando. Nada foi alterado; tente de novo daqui a pouco.',
    de: 'Die Datenbank startet oder hält gerade an. Nichts wurde geändert; versuchen Sie es gleich noch einmal.',
  },
  outcomeUnknown: {
    en: 'The connection to the database was lost before it answered. The outcome is unknown: check it, or send the request again with the same Idempotency-Key if the operation accepts one.',
    pt: 'O banco de dados caiu antes de responder. Não se sabe se isto foi feito: confira, ou envie de novo com a mesma Idempotency-Key onde a operação aceita uma.',
    de: 'Die Datenbank fiel aus, bevor sie antwortete. Ob das geschehen ist, weiß man nicht: sehen Sie nach, oder senden Sie es mit demselben Idempotency-Key noch einmal, wo der Vorgang einen nimmt.',
  },
  databaseBusy: {
    en: 'The database is overloaded at the moment. Nothing was changed; try again shortly.',
    pt: 'Pede-se ao banco de dados mais do que ele consegue no momento. Nada foi alterado; tente de novo em breve.',
    de: 'Von der Datenbank wird mehr verlangt, als sie im Moment leisten kann. Nichts wurde geändert; versuchen Sie es bald noch einmal.',
  },
  unreadablePath: {
    en: 'The path is not valid: two hexadecimal digits of UTF-8 must follow each %.',
    pt: 'O caminho não pode ser lido: depois de um % faltam dois dígitos hexadecimais de UTF-8.',
    de: 'Der Pfad kann nicht gelesen werden: Hinter einem % fehlen zwei hexadezimale Ziffern von UTF-8.',
  },
  sendJson: {
    en: 'Send application/json.',
    pt: 'Envie application/json.',
    de: 'Senden Sie application/json.',
  },
  noContentEncoding: {
    en: 'Send the body uncompressed: the only supported Content-Encoding is identity.',
    pt: 'Envie o corpo como ele é: nenhum Content-Encoding além de identity é aceito.',
    de: 'Senden Sie den Inhalt, wie er ist: Kein Content-Encoding außer identity wird angenommen.',
  },
  bodyInUtf8: {
    en: 'The body must be in UTF-8.',
    pt: 'O corpo deve estar em UTF-8.',
    de: 'Der Inhalt muss in UTF-8 sein.',
  },
  mostFormFields: {
    en: 'A form may have at most {most} fields.',
    pt: 'Um formulário pode ter no máximo {most} campos.',
    de: 'Ein Formular darf höchstens {most} Felder haben.',
  },
  requestsAMinute: {
    en: 'At most {most} requests a minute. Try again in {seconds} s.',
    pt: 'No máximo {most} pedidos por minuto. Tente de novo em {seconds} s.',
    de: 'Höchstens {most} Anfragen in der Minute. Versuchen Sie es in {seconds} s noch einmal.',
  },
  only100Continue: {
    en: 'Only Expect: 100-continue is supported.',
    pt: 'Só Expect: 100-continue pode ser atendido.',
    de: 'Nur Expect: 100-continue kann erfüllt werden.',
  },
  headTooLong: {
    en: 'The address and the headers are too long together.',
    pt: 'O endereço e os cabeçalhos juntos são longos demais.',
    de: 'Die Adresse und die Kopfzeilen sind zusammen zu lang.',
  },
  requestTooSlow: {
    en: 'The request was not completed in time.',
    pt: 'O pedido não chegou ao fim a tempo.',
    de: 'Die Anfrage kam nicht rechtzeitig zu ihrem Ende.',
  },
  notHttp: {
    en: 'The request is not valid HTTP.',
    pt: 'O pedido não é HTTP válido.',
    de: 'Die Anfrage ist kein gültiges HTTP.',
  },
  malformedHost: {
    en: 'The Host header must be a host, optionally with a port.',
    pt: 'O cabeçalho Host deve ser um host, com a porta onde houver.',
    de: 'Die Kopfzeile Host muss ein Host sein, mit dem Port, wo es einen gibt.',
  },
  oneHost: {
    en: 'The request must have one Host header.',
    pt: 'O pedido deve ter um cabeçalho Host.',
    de: 'Die Anfrage muss eine Kopfzeile Host haben.',
  },
  nothingAnswers: {
    en: 'There is no {method} {path} here.',
    pt: 'Nada responde a {method} {path} aqui.',
    de: 'Hier antwortet nichts auf {method} {path}.',
  },
  zeroByteInAddress: {
    en: 'The address contains %00.',
    pt: 'O endereço contém %00.',
    de: 'Die Adresse enthält %00.',
  },
  requestGivenUp: {
    en: 'The request was cancelled while it was waiting.',
    pt: 'O pedido foi abandonado antes da sua vez.',
    de: 'Die Anfrage wurde aufgegeben, bevor sie an der Reihe war.',
  },
  tooManyPictures: {
    en: 'Too many pictures are being processed. Try again in a moment.',
    pt: 'Imagens demais estão em processamento. Tente de novo daqui a pouco.',
    de: 'Es werden zu viele Bilder bearbeitet. Versuchen Sie es gleich noch einmal.',
  },
  contentLength: {
    en: 'Request body size did not match Content-Length',
    pt: 'O tamanho do corpo não corresponde ao Content-Length',
    de: 'Die Größe des Inhalts passt nicht zum Content-Length',
  },
} as const satisfies Record<string, Words>;
