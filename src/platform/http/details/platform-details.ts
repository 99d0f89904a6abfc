import type { DetailWords } from './translate-detail.ts';

/** Of what any service may refuse. The keys are what the code says; a test finds those that are missing. */
export const platformDetails: DetailWords = {
  'The request is not valid.': { pt: 'O pedido não é válido.', de: 'Die Anfrage ist nicht gültig.' },
  'The body is not valid JSON.': {
    pt: 'O corpo não é JSON válido.',
    de: 'Der Inhalt ist kein gültiges JSON.',
  },
  'A valid access token is needed.': {
    pt: 'É preciso um token de acesso válido.',
    de: 'Ein gültiges Zugriffstoken ist nötig.',
  },
  'This is not allowed.': { pt: 'Isto não é permitido.', de: 'Das ist nicht erlaubt.' },
  'Not found.': { pt: 'Não encontrado.', de: 'Nicht gefunden.' },
  'The request took too long to arrive.': {
    pt: 'O pedido demorou demais para chegar.',
    de: 'Die Anfrage brauchte zu lange, um anzukommen.',
  },
  'The idempotency key was used for another request.': {
    pt: 'A chave de idempotência já foi usada em outro pedido.',
    de: 'Der Idempotenzschlüssel wurde für eine andere Anfrage benutzt.',
  },
  'The first request with this idempotency key is still running.': {
    pt: 'O primeiro pedido com esta chave de idempotência ainda está em andamento.',
    de: 'Die erste Anfrage mit diesem Idempotenzschlüssel läuft noch.',
  },
  'The body is too large.': { pt: 'O corpo é grande demais.', de: 'Der Inhalt ist zu groß.' },
  'The content type is not supported.': {
    pt: 'O tipo de conteúdo não é aceito.',
    de: 'Der Inhaltstyp wird nicht unterstützt.',
  },
  'The expectation cannot be met.': {
    pt: 'A expectativa não pode ser atendida.',
    de: 'Die Erwartung kann nicht erfüllt werden.',
  },
  'Too many requests.': { pt: 'Pedidos demais.', de: 'Zu viele Anfragen.' },
  'A WebSocket begins with a Sec-WebSocket-Key of 16 bytes and Sec-WebSocket-Version: 13.': {
    pt: 'Um WebSocket começa com uma Sec-WebSocket-Key de 16 bytes e Sec-WebSocket-Version: 13.',
    de: 'Ein WebSocket beginnt mit einem Sec-WebSocket-Key von 16 Bytes und Sec-WebSocket-Version: 13.',
  },
  'The headers are too large.': {
    pt: 'Os cabeçalhos são grandes demais.',
    de: 'Die Kopfzeilen sind zu groß.',
  },
  'Something went wrong on our side.': {
    pt: 'Algo deu errado do nosso lado.',
    de: 'Auf unserer Seite ging etwas schief.',
  },
  'The database is not available at the moment.': {
    pt: 'O banco de dados está indisponível no momento.',
    de: 'Die Datenbank ist im Moment nicht verfügbar.',
  },
  'Too much is going on at the moment.': {
    pt: 'Há coisas demais acontecendo no momento.',
    de: 'Im Moment ist zu viel los.',
  },
  'The request was not sent to its end.': {
    pt: 'O pedido não foi enviado até o fim.',
    de: 'Die Anfrage wurde nicht zu Ende gesendet.',
  },
  'The database cannot be reached. Nothing was changed; try again in a moment.': {
    pt: 'O banco de dados está inacessível. Nada foi alterado; tente de novo daqui a pouco.',
    de: 'Die Datenbank ist nicht erreichbar. Nichts wurde geändert; versuchen Sie es gleich noch einmal.',
  },
  'The database cannot write at the moment. Nothing was changed; try again later.': {
    pt: 'O banco de dados não consegue gravar no momento. Nada foi alterado; tente de novo mais tarde.',
    de: 'Die Datenbank kann im Moment nichts schreiben. Nichts wurde geändert; versuchen Sie es später noch einmal.',
  },
  'The database went away before it answered. Whether this was done is not known: look, or send it again with the same Idempotency-Key where the operation takes one.':
    {
      pt: 'O banco de dados caiu antes de responder. Não se sabe se isto foi feito: confira, ou envie de novo com a mesma Idempotency-Key onde a operação aceita uma.',
      de: 'Die Datenbank fiel aus, bevor sie antwortete. Ob das geschehen ist, weiß man nicht: sehen Sie nach, oder senden Sie es mit demselben Idempotency-Key noch einmal, wo der Vorgang einen nimmt.',
    },
  'More is asked of the database than it can do at the moment. Nothing was changed; try again shortly.': {
    pt: 'Pede-se ao banco de dados mais do que ele consegue no momento. Nada foi alterado; tente de novo em breve.',
    de: 'Von der Datenbank wird mehr verlangt, als sie im Moment leisten kann. Nichts wurde geändert; versuchen Sie es bald noch einmal.',
  },
  'The path cannot be read: behind a % two hexadecimal digits of UTF-8 are missing.': {
    pt: 'O caminho não pode ser lido: depois de um % faltam dois dígitos hexadecimais de UTF-8.',
    de: 'Der Pfad kann nicht gelesen werden: Hinter einem % fehlen zwei hexadezimale Ziffern von UTF-8.',
  },
  'Send application/json.': { pt: 'Envie application/json.', de: 'Senden Sie application/json.' },
  'Send the body as it is: no Content-Encoding but identity is taken.': {
    pt: 'Envie o corpo como ele é: nenhum Content-Encoding além de identity é aceito.',
    de: 'Senden Sie den Inhalt, wie er ist: Kein Content-Encoding außer identity wird angenommen.',
  },
  'The body must be in UTF-8.': { pt: 'O corpo deve estar em UTF-8.', de: 'Der Inhalt muss in UTF-8 sein.' },
  'A form may have at most {1} fields.': {
    pt: 'Um formulário pode ter no máximo {1} campos.',
    de: 'Ein Formular darf höchstens {1} Felder haben.',
  },
  'At most {1} requests a minute. Try again in {2} s.': {
    pt: 'No máximo {1} pedidos por minuto. Tente de novo em {2} s.',
    de: 'Höchstens {1} Anfragen in der Minute. Versuchen Sie es in {2} s noch einmal.',
  },
  'Only Expect: 100-continue can be met.': {
    pt: 'Só Expect: 100-continue pode ser atendido.',
    de: 'Nur Expect: 100-continue kann erfüllt werden.',
  },
  'The address and the headers are too long together.': {
    pt: 'O endereço e os cabeçalhos juntos são longos demais.',
    de: 'Die Adresse und die Kopfzeilen sind zusammen zu lang.',
  },
  'The request did not come to its end in time.': {
    pt: 'O pedido não chegou ao fim a tempo.',
    de: 'Die Anfrage kam nicht rechtzeitig zu ihrem Ende.',
  },
  'The request is not valid HTTP.': {
    pt: 'O pedido não é HTTP válido.',
    de: 'Die Anfrage ist kein gültiges HTTP.',
  },
  'The Host header must be a host, and a port where there is one.': {
    pt: 'O cabeçalho Host deve ser um host, com a porta onde houver.',
    de: 'Die Kopfzeile Host muss ein Host sein, mit dem Port, wo es einen gibt.',
  },
  'The request must have one Host header.': {
    pt: 'O pedido deve ter um cabeçalho Host.',
    de: 'Die Anfrage muss eine Kopfzeile Host haben.',
  },
  'Nothing answers {1} {2} here.': {
    pt: 'Nada responde a {1} {2} aqui.',
    de: 'Hier antwortet nichts auf {1} {2}.',
  },
  'The address contains %00.': { pt: 'O endereço contém %00.', de: 'Die Adresse enthält %00.' },
  'The request was given up before it was its turn.': {
    pt: 'O pedido foi abandonado antes da sua vez.',
    de: 'Die Anfrage wurde aufgegeben, bevor sie an der Reihe war.',
  },
  'Too many pictures are being worked on. Try again in a moment.': {
    pt: 'Imagens demais estão em processamento. Tente de novo daqui a pouco.',
    de: 'Es werden zu viele Bilder bearbeitet. Versuchen Sie es gleich noch einmal.',
  },
};
