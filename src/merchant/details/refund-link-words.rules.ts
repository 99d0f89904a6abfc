import type { Words } from '../../platform/problem.ts';

/** Sentences about refund links. */
export const refundLinkWords = {
  refundLinkOpen: {
    en: 'An open refund link keeps it for the customer. Revoke the link first.',
    pt: 'Um link de reembolso aberto o reserva para o cliente. Revogue o link primeiro.',
    de: 'Ein offener Erstattungslink hält es für den Kunden zurück. Widerrufen Sie erst den Link.',
  },
  pspSuspended: {
    en: 'The PSP is suspended.',
    pt: 'O PSP está suspenso.',
    de: 'Der PSP ist gesperrt.',
  },
  noSuchRefundLink: {
    en: 'There is no such refund link.',
    pt: 'Este link de reembolso não existe.',
    de: 'Diesen Erstattungslink gibt es nicht.',
  },
  tooManyLinks: {
    en: 'A payment has at most {most} refund links, ended ones included. Refund it to an address instead.',
    pt: 'Um pagamento tem no máximo {most} links de reembolso, incluindo os encerrados. Reembolse-o para um endereço.',
    de: 'Eine Zahlung hat höchstens {most} Erstattungslinks, beendete eingeschlossen. Erstatten Sie sie an eine Adresse.',
  },
  refundLinkIs: {
    en: 'The refund link is {status}.',
    pt: 'O link de reembolso está {status}.',
    de: 'Der Erstattungslink ist {status}.',
  },
} as const satisfies Record<string, Words>;
