import { words, defineTexts } from '../parts/define-texts.ts';
import type { AlertKind } from './alert.rules.ts';

export const alertTexts = defineTexts({
  alerts: ['Alerts', 'Alertas', 'Alarme'],
  lead: [
    'Problems and tasks for staff. Updated every five seconds.',
    'O que precisa de alguém da casa agora. Redesenhado a cada cinco segundos.',
    'Was jetzt jemanden vom Haus braucht. Alle fünf Sekunden neu gezeichnet.',
  ],
  what: ['What', 'O quê', 'Was'],
  todo: ['What to do', 'O que fazer', 'Was zu tun ist'],
  urgent: ['Urgent', 'Urgente', 'Dringend'],
  look: ['Have a look', 'Conferir', 'Ansehen'],
  none: ['Nothing needs attention', 'Nada precisa de ajuda', 'Nichts braucht Hilfe'],
  noneText: [
    'Chains are read, payouts leave, webhooks arrive.',
    'As blockchains são lidas, as saídas saem, os webhooks chegam.',
    'Blockchains werden gelesen, Auszahlungen gehen hinaus, Webhooks kommen an.',
  ],
  payments: ['Payments with alerts', 'Pagamentos que chamaram a equipe', 'Zahlungen, zu denen gerufen wurde'],
  payment: ['Payment', 'Pagamento', 'Zahlung'],
  reference: ['Reference', 'Referência', 'Referenz'],
  noPayments: ['No payment alerts', 'Nenhum pagamento chama', 'Keine Zahlung ruft'],
  noPaymentsText: [
    'Reversed, unresolved and stray payments are listed here until they are settled.',
    'Revertidos, por resolver e extraviados ficam aqui até serem acertados.',
    'Rückgängig gemachte, ungeklärte und verirrte stehen hier, bis sie geklärt sind.',
  ],
  webhooks: ['Waiting webhooks', 'Webhooks em espera', 'Wartende Webhooks'],
  webhooksLead: [
    'By payment provider. They are retried at growing intervals.',
    'De cada provedor; são tentados de novo em intervalos crescentes.',
    'Je Zahlungsanbieter; sie werden in wachsenden Abständen erneut versucht.',
  ],
  waiting: ['Waiting', 'Em espera', 'Wartend'],
  retrying: ['Failed before', 'Falharam antes', 'Schon gescheitert'],
  oldest: ['Due since', 'Devido desde', 'Fällig seit'],
  answered: ['Last answer', 'Última resposta', 'Letzte Antwort'],
  later: ['not yet', 'ainda não', 'noch nicht'],
  noWebhooks: ['No webhook waits', 'Nenhum webhook espera', 'Kein Webhook wartet'],
  noWebhooksText: ['Everything was delivered.', 'Tudo foi entregue.', 'Alles wurde zugestellt.'],
});

interface AlertWords {
  /** May contain the placeholders `{coin}` and `{count}`. */
  readonly title: ReturnType<typeof words>;
  readonly todo: ReturnType<typeof words>;
  /** Path of the page on which staff resolve the alert. */
  readonly page: string;
}

export const alertWords: Readonly<Record<AlertKind, AlertWords>> = {
  chain_stopped: {
    title: words(
      '{coin}: the node contradicts the blocks read before',
      '{coin}: o nó contradiz o que foi lido',
      '{coin}: Der Knoten widerspricht dem Gelesenen',
    ),
    todo: words(
      'Point the setting to the right node.',
      'Aponte a configuração para o nó certo.',
      'Zeigen Sie in den Einstellungen auf den richtigen Knoten.',
    ),
    page: '/chains',
  },
  chain_late: {
    title: words(
      '{coin} has not been read for {count} s',
      '{coin} não é lida há {count} s',
      '{coin} wurde seit {count} s nicht gelesen',
    ),
    todo: words(
      'Check its node. From 120 s on, no payment in this coin can start.',
      'Verifique o nó. A partir de 120 s nenhum pagamento nela começa.',
      'Sehen Sie nach dem Knoten. Ab 120 s beginnt darin keine Zahlung mehr.',
    ),
    page: '/chains',
  },
  chain_reviews: {
    title: words(
      '{coin}: pending reviews: {count}',
      '{coin}: revisões em espera: {count}',
      '{coin}: wartende Prüfungen: {count}',
    ),
    todo: words('The log shows which one fails.', 'O log diz qual falha.', 'Das Log sagt, welche scheitert.'),
    page: '/chains',
  },
  no_price: {
    title: words('{coin} has no price', '{coin} está sem preço', '{coin} hat keinen Kurs'),
    todo: words(
      'No market is reliable at the moment. Check them.',
      'Nenhum mercado é confiável no momento: confira.',
      'Kein Markt ist zurzeit verlässlich: Sehen Sie nach.',
    ),
    page: '/chains',
  },
  payout_troubled: {
    title: words(
      'Payouts of {coin} in trouble: {count}',
      'Saídas de {coin} com problema: {count}',
      'Gestörte Auszahlungen in {coin}: {count}',
    ),
    todo: words(
      'The wallet has too little, or the node refuses them. Each payout shows the reason.',
      'A carteira está curta ou o nó as recusa: cada uma diz qual.',
      'Die Wallet reicht nicht, oder der Knoten weist sie ab: Jede sagt, was es ist.',
    ),
    page: '/payouts?status=troubled',
  },
  payout_stuck: {
    title: words(
      'Payouts of {coin} in no block: {count}',
      'Saídas de {coin} em nenhum bloco: {count}',
      'Auszahlungen in {coin} ohne Block: {count}',
    ),
    todo: words('Raise their fee.', 'Aumente a taxa.', 'Erhöhen Sie die Gebühr.'),
    page: '/payouts?status=signed',
  },
  payout_old: {
    title: words(
      'A payout of {coin} has been open for more than an hour',
      'Uma saída de {coin} não termina há mais de uma hora',
      'Eine Auszahlung in {coin} ist seit mehr als einer Stunde nicht fertig',
    ),
    todo: words('Check the reason for the delay.', 'Veja o que ela espera.', 'Sehen Sie, worauf sie wartet.'),
    page: '/payouts',
  },
  payout_approval: {
    title: words(
      'Payouts of {coin} waiting for approval: {count}',
      'Saídas de {coin} que aguardam aprovação: {count}',
      'Auszahlungen in {coin}, die auf Freigabe warten: {count}',
    ),
    todo: words(
      'Approve or reject them.',
      'Aprove ou rejeite.',
      'Geben Sie sie frei oder lehnen Sie sie ab.',
    ),
    page: '/payouts?status=approval',
  },
  payout_frozen: {
    title: words(
      'Payouts of {coin} are frozen',
      'Saídas de {coin} congeladas',
      'Auszahlungen in {coin} sind eingefroren',
    ),
    todo: words(
      'Thaw them when the risk is over.',
      'Descongele quando o que se temia passar.',
      'Tauen Sie sie auf, wenn vorbei ist, was befürchtet wurde.',
    ),
    page: '/treasury',
  },
  wallet_low: {
    title: words(
      'The {coin} wallet holds less than the payouts of an average day',
      'A carteira de {coin} tem menos do que um dia comum paga',
      'Die Wallet in {coin} hält weniger, als ein üblicher Tag auszahlt',
    ),
    todo: words('Fund it.', 'Abasteça.', 'Füllen Sie sie auf.'),
    page: '/treasury',
  },
  screening_held: {
    title: words(
      'Held by screening: {count}',
      'Retidas pela triagem: {count}',
      'Von der Prüfung zurückgehalten: {count}',
    ),
    todo: words('Allow or deny them.', 'Permita ou negue.', 'Lassen Sie sie zu oder verweigern Sie sie.'),
    page: '/held',
  },
  payment_reversed: {
    title: words(
      'Paid payments that a chain reversed: {count}',
      'Pagamentos que uma blockchain tomou de volta: {count}',
      'Bezahlte Zahlungen, die eine Blockchain zurücknahm: {count}',
    ),
    todo: words(
      'Ask the payment provider. It owes the amount that it had already spent.',
      'Pergunte ao provedor; ele deve o que já não tinha.',
      'Fragen Sie den Zahlungsanbieter; er schuldet, was er nicht mehr hatte.',
    ),
    page: '/alerts#payments-title',
  },
  claim_open: {
    title: words(
      'Payment providers that owe {coin} for reversed coins: {count}',
      'Provedores que devem {coin} por moedas tomadas de volta: {count}',
      'Zahlungsanbieter, die für zurückgenommene Coins {coin} schulden: {count}',
    ),
    todo: words(
      'Ask each to pay it in. Otherwise its income settles the debt.',
      'Peça que paguem; senão, o que eles receberem quita.',
      'Bitten Sie um Einzahlung; sonst begleichen es ihre Eingänge.',
    ),
    page: '/treasury#losses-title',
  },
  payment_lost_coins: {
    title: words(
      'Payments whose coins were returned and then reversed: {count}',
      'Pagamentos com moedas devolvidas e perdidas: {count}',
      'Zahlungen, deren Coins zurückgesandt wurden und verloren gingen: {count}',
    ),
    todo: words(
      'A loss for the operator. Check each one.',
      'Perda da casa: confira cada um.',
      'Ein Verlust des Hauses: Sehen Sie jede an.',
    ),
    page: '/alerts#payments-title',
  },
  payment_stray_coins: {
    title: words(
      'Payments with coins for another choice: {count}',
      'Pagamentos com moedas de outra escolha: {count}',
      'Zahlungen mit Coins für eine andere Wahl: {count}',
    ),
    todo: words('Release them.', 'Libere.', 'Geben Sie sie frei.'),
    page: '/held',
  },
  payment_coins_after_end: {
    title: words(
      'Payments with coins after their end: {count}',
      'Pagamentos com moedas após o fim: {count}',
      'Zahlungen mit Coins nach ihrem Ende: {count}',
    ),
    todo: words('Release them.', 'Libere.', 'Geben Sie sie frei.'),
    page: '/held',
  },
  payment_unresolved: {
    title: words(
      'Payments that are unresolved for 30 days: {count}',
      'Pagamentos por resolver há 30 dias: {count}',
      'Zahlungen, die seit 30 Tagen ungeklärt sind: {count}',
    ),
    todo: words(
      'Ask the payment provider to accept or refund them.',
      'Peça ao provedor que aceite ou reembolse.',
      'Bitten Sie den Zahlungsanbieter, sie anzunehmen oder zu erstatten.',
    ),
    page: '/alerts#payments-title',
  },
  adjustment_waits: {
    title: words(
      'Credits and debits that wait for a second person: {count}',
      'Créditos e débitos que aguardam uma segunda pessoa: {count}',
      'Gutschriften und Belastungen, die auf eine zweite Person warten: {count}',
    ),
    todo: words(
      'Confirm or reject them within a day.',
      'Confirme ou rejeite em um dia.',
      'Bestätigen Sie sie binnen eines Tages oder lehnen Sie sie ab.',
    ),
    page: '/adjustments',
  },
  ceiling_waits: {
    title: words(
      'Ceilings that wait for a second person: {count}',
      'Tetos que aguardam uma segunda pessoa: {count}',
      'Obergrenzen, die auf eine zweite Person warten: {count}',
    ),
    todo: words(
      'Approve or reject them.',
      'Aprove ou rejeite.',
      'Geben Sie sie frei oder lehnen Sie sie ab.',
    ),
    page: '/treasury',
  },
  webhooks_late: {
    title: words(
      'A webhook has been due for {count} s',
      'Um webhook está devido há {count} s',
      'Ein Webhook ist seit {count} s fällig',
    ),
    todo: words(
      'No process sends webhooks. Check whether one is running.',
      'Nenhum processo envia: veja se algum roda.',
      'Kein Prozess sendet: Sehen Sie, ob einer läuft.',
    ),
    page: '/webhooks',
  },
  webhooks_failing: {
    title: words(
      'Payment providers whose webhooks fail: {count}',
      'Provedores cujos webhooks falham: {count}',
      'Zahlungsanbieter, deren Webhooks scheitern: {count}',
    ),
    todo: words(
      'Inform them of their receiver’s answers.',
      'Diga-lhes o que o receptor responde.',
      'Sagen Sie ihnen, was ihr Empfänger antwortet.',
    ),
    page: '/webhooks',
  },
  jobs_failing: {
    title: words(
      'Jobs that have failed: {count}',
      'Tarefas que falharam: {count}',
      'Gescheiterte Aufträge: {count}',
    ),
    todo: words(
      'Check the reason and retry them.',
      'Veja por quê e tente de novo.',
      'Sehen Sie, warum, und versuchen Sie es erneut.',
    ),
    page: '/jobs',
  },
  event_loop: {
    title: words(
      'This process responds slowly',
      'Este processo responde tarde',
      'Dieser Prozess antwortet spät',
    ),
    todo: words(
      'More processes, or fewer heavy requests.',
      'Mais processos, ou menos pedidos pesados.',
      'Mehr Prozesse, oder weniger schwere Anfragen.',
    ),
    page: '/health',
  },
};

export const paymentAlertWords: Readonly<Record<string, ReturnType<typeof words>>> = {
  reversed: words('Reversed', 'Revertido', 'Rückgängig gemacht'),
  lost_coins: words('Lost coins', 'Moedas perdidas', 'Verlorene Coins'),
  stray_coins: words('Another coin', 'Outra moeda', 'Anderer Coin'),
  coins_after_end: words('After the end', 'Depois do fim', 'Nach dem Ende'),
  unresolved: words('Unresolved', 'Por resolver', 'Ungeklärt'),
};
