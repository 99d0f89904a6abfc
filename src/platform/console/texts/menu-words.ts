import type { MenuEntry } from '../console-page.ts';
import type { Words } from '../organisations.ts';

/** What the frame's own entries stand under, behind those of the services. */
export const organisationSection: Words = { en: 'Organisation', pt: 'Organização', de: 'Organisation' };

/** What the frame's own entries stand under, after everything that services bring. */
const administration = { en: 'Administration', pt: 'Administração', de: 'Verwaltung' };

/** The frame's own entries. */
export const menuWords = {
  overview: {
    label: { en: 'Overview', pt: 'Visão geral', de: 'Übersicht' },
    hint: { en: 'What there is.', pt: 'O que há aqui.', de: 'Was es hier gibt.' },
  },
  organisations: {
    section: administration,
    label: { en: 'Organisations', pt: 'Organizações', de: 'Organisationen' },
    hint: {
      en: 'Whom you let in, and who belongs to them.',
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
