import type { Words } from '../../../../platform/http/language.ts';
import { words } from '../../parts/define-texts.ts';
import type { StepName } from './payment-steps.rules.ts';

/** Texts of the steps, the verdict and the webhooks of a payment. */
export const detailTexts = {
  summary: words('Summary', 'Resumo', 'Überblick'),
  steps: words('Progress', 'Andamento', 'Verlauf'),
  asked: words('{amount} due', '{amount} devidos', '{amount} fällig'),
  stepDone: words('done', 'feito', 'erledigt'),
  stepNow: words('now', 'agora', 'jetzt'),
  stepLater: words('not yet', 'ainda não', 'noch nicht'),
  stepNever: words('did not happen', 'não aconteceu', 'nicht geschehen'),
  waitsForCoins: words('Waiting for the coins', 'Aguardando as moedas', 'Wartet auf die Coins'),
  blocks: words('{count} of {needed}', '{count} de {needed}', '{count} von {needed}'),
  yourDecision: words('Waiting for your decision', 'Aguarda a sua decisão', 'Wartet auf Ihre Entscheidung'),
  amountAt: words('{amount}, {time}', '{amount}, {time}', '{amount}, {time}'),

  cancelled: words(
    'You cancelled it before anything was paid.',
    'Você cancelou antes de qualquer pagamento.',
    'Sie haben sie abgebrochen, bevor etwas gezahlt war.',
  ),
  tooLittle: words(
    'The customer paid too little',
    'O cliente pagou de menos',
    'Der Kunde hat zu wenig gezahlt',
  ),
  tooLate: words(
    'The customer paid too late',
    'O cliente pagou tarde demais',
    'Der Kunde hat zu spät gezahlt',
  ),
  tooLittleAndLate: words(
    'The customer paid too little and too late',
    'O cliente pagou de menos e tarde demais',
    'Der Kunde hat zu wenig und zu spät gezahlt',
  ),
  undecided: words('Your decision is needed', 'É preciso a sua decisão', 'Ihre Entscheidung ist nötig'),
  howLittle: words(
    'You asked for {asked}, which was {due}. {received} arrived, {missing} too little.',
    'Você pediu {asked}, que eram {due}. Chegaram {received}: faltam {missing}.',
    'Sie haben {asked} verlangt, das waren {due}. {received} kamen an, {missing} zu wenig.',
  ),
  howLate: words(
    '{received} arrived {time} late, so the locked price no longer applies.',
    '{received} chegaram com {time} de atraso, por isso o preço fixado não vale mais.',
    '{received} kamen {time} zu spät an, deshalb gilt der feste Preis nicht mehr.',
  ),
  confirmedLate: words(
    '{received} arrived in time but took too long to confirm, so the locked price no longer applies.',
    '{received} chegaram a tempo, mas demoraram demais para confirmar, por isso o preço fixado não vale mais.',
    '{received} kamen rechtzeitig an, wurden aber zu spät bestätigt, deshalb gilt der feste Preis nicht mehr.',
  ),
  ifAccepted: words('If you accept', 'Se você aceitar', 'Wenn Sie annehmen'),
  acceptYields: words(
    'About {amount} are credited to your balance at the current price. The payment counts as paid and can still be refunded.',
    'Cerca de {amount} são creditados no seu saldo ao preço atual. O pagamento conta como pago e ainda pode ser reembolsado.',
    'Etwa {amount} werden Ihrem Guthaben zum jetzigen Preis gutgeschrieben. Die Zahlung gilt als bezahlt und kann noch erstattet werden.',
  ),
  acceptYieldsLess: words(
    'About {amount} are credited to your balance at the current price, {less} less than you asked for. The payment counts as paid and can still be refunded.',
    'Cerca de {amount} são creditados no seu saldo ao preço atual, {less} a menos do que você pediu. O pagamento conta como pago e ainda pode ser reembolsado.',
    'Etwa {amount} werden Ihrem Guthaben zum jetzigen Preis gutgeschrieben, {less} weniger als verlangt. Die Zahlung gilt als bezahlt und kann noch erstattet werden.',
  ),
  notAcceptable: words(
    'Not possible yet: no coins are confirmed.',
    'Ainda não é possível: nenhuma moeda foi confirmada.',
    'Noch nicht möglich: Es sind keine Coins bestätigt.',
  ),
  ifRefunded: words('If you refund', 'Se você reembolsar', 'Wenn Sie erstatten'),
  refundYields: words(
    'The customer gets about {sent}: the coins that arrived, less the network fee of {fee}. Nothing is credited to you, and nothing is taken from your balance.',
    'O cliente recebe cerca de {sent}: as moedas que chegaram, menos a taxa da rede de {fee}. Nada é creditado a você, e nada sai do seu saldo.',
    'Der Kunde bekommt etwa {sent}: die eingetroffenen Coins abzüglich der Netzwerkgebühr von {fee}. Ihnen wird nichts gutgeschrieben, und aus Ihrem Guthaben wird nichts genommen.',
  ),
  ifNothing: words('If you wait', 'Se você esperar', 'Wenn Sie warten'),
  waitingYields: words(
    'The coins stay here and their value follows the price. After 30 days we are told about it; nothing is taken.',
    'As moedas ficam aqui e o valor acompanha o preço. Depois de 30 dias somos avisados; nada é retirado.',
    'Die Coins bleiben hier, und ihr Wert folgt dem Preis. Nach 30 Tagen werden wir darauf hingewiesen; genommen wird nichts.',
  ),
  othersDecide: words(
    'Owners and members of finance decide this.',
    'Quem decide são os donos e os membros de finanças.',
    'Darüber entscheiden Inhaber und Mitglieder der Finanzen.',
  ),

  seenLate: words(
    '{amount} arrived {time} late',
    '{amount} chegaram com {time} de atraso',
    '{amount} {time} zu spät eingetroffen',
  ),
  atEarlierAddress: words(
    'at the address of an earlier choice',
    'no endereço de uma escolha anterior',
    'an der Adresse einer früheren Wahl',
  ),
  oneWebhook: words('1 webhook', '1 webhook', '1 Webhook'),
  webhooks: words('{count} webhooks', '{count} webhooks', '{count} Webhooks'),
  allDelivered: words('delivered', 'entregue', 'zugestellt'),
  someFailed: words('{count} failed', '{count} com falha', '{count} fehlgeschlagen'),
  someWaiting: words('{count} waiting', '{count} aguardando', '{count} warten'),
} as const satisfies Record<string, Words>;

export const stepWords: Readonly<Record<StepName, Words>> = {
  created: words('Created', 'Criado', 'Angelegt'),
  seen: words('Seen', 'Visto', 'Gesehen'),
  confirmed: words('Confirmed', 'Confirmado', 'Bestätigt'),
  credited: words('Credited', 'Creditado', 'Gutgeschrieben'),
};
