import type { Words } from '../../../platform/http/language.ts';
import type { Tone } from '../../../platform/pages/parts.page.ts';
import type { PaymentException, PaymentStatus } from '../../payments/facts/payment.rules.ts';

interface StatusWords {
  readonly label: Words;
  readonly tone: Tone;
  /** Explanation of the status for the timeline. */
  readonly meaning: Words;
}

/** Texts of a payment's statuses on all pages. */
export const statusWords: Readonly<Record<PaymentStatus, StatusWords>> = {
  NEW: {
    label: { en: 'New', pt: 'Novo', de: 'Neu' },
    tone: 'plain',
    meaning: {
      en: 'The customer has not chosen a coin yet.',
      pt: 'O cliente ainda não escolheu uma moeda.',
      de: 'Der Kunde hat noch keinen Coin gewählt.',
    },
  },
  PENDING: {
    label: { en: 'Pending', pt: 'Pendente', de: 'Ausstehend' },
    tone: 'plain',
    meaning: {
      en: 'A coin is chosen. The coins have not arrived yet.',
      pt: 'A moeda foi escolhida; o valor ainda não chegou.',
      de: 'Ein Coin ist gewählt; gekommen ist noch nichts.',
    },
  },
  CONFIRMING: {
    label: { en: 'Confirming', pt: 'Confirmando', de: 'Wird bestätigt' },
    tone: 'plain',
    meaning: {
      en: 'Enough coins were seen; the network is confirming them.',
      pt: 'Moedas suficientes foram vistas; a rede está confirmando.',
      de: 'Genug Coins wurden gesehen; das Netzwerk bestätigt sie.',
    },
  },
  PAID: {
    label: { en: 'Paid', pt: 'Pago', de: 'Bezahlt' },
    tone: 'good',
    meaning: {
      en: 'The euros are in your balance.',
      pt: 'Os euros estão no seu saldo.',
      de: 'Die Euro sind in Ihrem Guthaben.',
    },
  },
  UNRESOLVED: {
    label: { en: 'Unresolved', pt: 'Por resolver', de: 'Ungeklärt' },
    tone: 'warn',
    meaning: {
      en: 'Too little was paid, or too late. Accept or refund it.',
      pt: 'O cliente pagou de menos ou tarde demais. Aceite ou reembolse.',
      de: 'Es kam zu wenig oder zu spät: annehmen oder erstatten.',
    },
  },
  EXPIRED: {
    label: { en: 'Expired', pt: 'Expirado', de: 'Abgelaufen' },
    tone: 'plain',
    meaning: {
      en: 'Nothing was paid in time.',
      pt: 'Nada chegou a tempo.',
      de: 'Es kam nichts in der Zeit.',
    },
  },
  REFUNDING: {
    label: { en: 'Refunding', pt: 'Reembolsando', de: 'Wird erstattet' },
    tone: 'plain',
    meaning: {
      en: 'Coins are on their way back to the customer.',
      pt: 'As moedas estão voltando para o cliente.',
      de: 'Coins sind auf dem Weg zurück zum Kunden.',
    },
  },
  PARTIALLY_REFUNDED: {
    label: { en: 'Partly refunded', pt: 'Reembolsado em parte', de: 'Teilweise erstattet' },
    tone: 'good',
    meaning: {
      en: 'A part was refunded to the customer.',
      pt: 'Uma parte voltou para o cliente.',
      de: 'Ein Teil ging an den Kunden zurück.',
    },
  },
  REFUNDED: {
    label: { en: 'Refunded', pt: 'Reembolsado', de: 'Erstattet' },
    tone: 'plain',
    meaning: {
      en: 'All of it was refunded to the customer.',
      pt: 'Tudo voltou para o cliente.',
      de: 'Alles ging an den Kunden zurück.',
    },
  },
  REVERSED: {
    label: { en: 'Reversed', pt: 'Revertido', de: 'Rückgängig gemacht' },
    tone: 'bad',
    meaning: {
      en: 'The network reversed the coins, so the euros were debited again.',
      pt: 'A rede reverteu as moedas, e os euros foram debitados do seu saldo.',
      de: 'Das Netzwerk hat die Coins zurückgenommen, und die Euro wurden es auch.',
    },
  },
};

export const exceptionWords: Readonly<Record<PaymentException, Words>> = {
  UNDERPAID: { en: 'Underpaid', pt: 'Pago a menos', de: 'Zu wenig gezahlt' },
  OVERPAID: { en: 'Overpaid', pt: 'Pago a mais', de: 'Zu viel gezahlt' },
  LATE: { en: 'Late', pt: 'Atrasado', de: 'Verspätet' },
};
