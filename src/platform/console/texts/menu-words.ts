import type { MenuEntry } from '../console-page.ts';
import type { Words } from '../../http/language.ts';

/** Section of the frame's entries about one organisation. It follows the sections of the services. */
export const organisationSection: Words = { en: 'Organisation', pt: 'Organização', de: 'Organisation' };

/** Section of the frame's entries for administration. It is the last section. */
const administration = { en: 'Administration', pt: 'Administração', de: 'Verwaltung' };

/** Menu entries of the frame. */
export const menuWords = {
  overview: {
    label: { en: 'Overview', pt: 'Visão geral', de: 'Übersicht' },
    hint: { en: 'All pages of this organisation.', pt: 'O que há aqui.', de: 'Was es hier gibt.' },
  },
  organisations: {
    section: administration,
    label: { en: 'Organisations', pt: 'Organizações', de: 'Organisationen' },
    hint: {
      en: 'Organisations and their members.',
      pt: 'Quem você deixa entrar e quem faz parte.',
      de: 'Wen Sie hereinlassen, und wer dazugehört.',
    },
  },
  team: {
    section: administration,
    label: { en: 'Team', pt: 'Equipe', de: 'Team' },
    hint: {
      en: 'Members, roles and invitations.',
      pt: 'Membros, funções e convites.',
      de: 'Mitglieder, Rollen und Einladungen.',
    },
  },
  audit: {
    section: administration,
    label: { en: 'Audit record', pt: 'Registro', de: 'Protokoll' },
    hint: {
      en: 'Who did what, and when.',
      pt: 'Quem fez o quê, e quando.',
      de: 'Wer wann was getan hat.',
    },
  },
} as const satisfies Record<string, Pick<MenuEntry, 'label' | 'hint' | 'section'>>;
