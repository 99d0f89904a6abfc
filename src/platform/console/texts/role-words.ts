import type { Words } from '../../http/language.ts';
import { staffKind, type MemberRole, type Role, type StaffRole } from '../people/roles.rules.ts';

interface RoleText {
  readonly name: Words;
  readonly hint: Words;
}

const viewer: RoleText = {
  name: { en: 'Viewer', pt: 'Leitor', de: 'Betrachter' },
  hint: {
    en: 'Sees everything, changes nothing.',
    pt: 'Vê tudo, não muda nada.',
    de: 'Sieht alles, ändert nichts.',
  },
};

const staff: Record<StaffRole, RoleText> = {
  admin: {
    name: { en: 'Administrator', pt: 'Administrador', de: 'Administrator' },
    hint: {
      en: 'Full access, including members and roles.',
      pt: 'Faz tudo e decide quem entra.',
      de: 'Macht alles und entscheidet, wer hereinkommt.',
    },
  },
  treasury: {
    name: { en: 'Treasury', pt: 'Tesouraria', de: 'Kasse' },
    hint: {
      en: 'Wallets, payouts and held coins.',
      pt: 'Carteiras, saídas e o que está retido.',
      de: 'Wallets, Auszahlungen und was zurückgehalten wird.',
    },
  },
  support: {
    name: { en: 'Support', pt: 'Suporte', de: 'Support' },
    hint: {
      en: 'Helps merchants and people; cannot move money.',
      pt: 'Ajuda comerciantes e pessoas; não movimenta dinheiro.',
      de: 'Hilft Händlern und Menschen; bewegt kein Geld.',
    },
  },
  moderator: {
    name: { en: 'Moderator', pt: 'Moderador', de: 'Moderator' },
    hint: {
      en: 'Reports, events and campaigns.',
      pt: 'Denúncias, eventos e campanhas.',
      de: 'Meldungen, Events und Kampagnen.',
    },
  },
  viewer,
};

const members: Record<MemberRole, RoleText> = {
  owner: {
    name: { en: 'Owner', pt: 'Proprietário', de: 'Inhaber' },
    hint: {
      en: 'Full access, including members and roles.',
      pt: 'Faz tudo e decide quem entra.',
      de: 'Macht alles und entscheidet, wer hereinkommt.',
    },
  },
  finance: {
    name: { en: 'Finance', pt: 'Financeiro', de: 'Finanzen' },
    hint: {
      en: 'Refunds, withdrawals and statements.',
      pt: 'Reembolsos, saques e extratos.',
      de: 'Erstattungen, Abhebungen und Kontoauszüge.',
    },
  },
  developer: {
    name: { en: 'Developer', pt: 'Desenvolvedor', de: 'Entwickler' },
    hint: {
      en: 'Credentials and webhooks; cannot move money.',
      pt: 'Credenciais e webhooks; não movimenta dinheiro.',
      de: 'Zugänge und Webhooks; bewegt kein Geld.',
    },
  },
  support: {
    name: { en: 'Support', pt: 'Suporte', de: 'Support' },
    hint: {
      en: 'Manages payments and customers.',
      pt: 'Cuida de pagamentos e clientes.',
      de: 'Kümmert sich um Zahlungen und Kunden.',
    },
  },
  viewer,
};

const textOf = (kind: string, role: Role): RoleText =>
  (kind === staffKind ? (staff as Record<string, RoleText>) : (members as Record<string, RoleText>))[role] ??
  viewer;

export const roleWords = (kind: string, role: Role): Words => textOf(kind, role).name;
export const roleHints = (kind: string, role: Role): Words => textOf(kind, role).hint;
