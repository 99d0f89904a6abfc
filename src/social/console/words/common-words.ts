import type { Words } from '../../../platform/http/language.ts';

/** Texts that several pages share, so that each thing has one name. */
export const words = {
  section: { en: 'Social', pt: 'Social', de: 'Social' },
  copy: { en: 'Copy', pt: 'Copiar', de: 'Kopieren' },
  search: { en: 'Search', pt: 'Buscar', de: 'Suchen' },
  cancel: { en: 'Cancel', pt: 'Cancelar', de: 'Abbrechen' },
  newest: { en: 'Beginning', pt: 'Início', de: 'Anfang' },
  older: { en: 'More', pt: 'Mais', de: 'Weitere' },
  acts: { en: 'Acts', pt: 'Ações', de: 'Aktionen' },
  all: { en: 'All', pt: 'Todos', de: 'Alle' },
  state: { en: 'State', pt: 'Situação', de: 'Status' },
  none: { en: 'none', pt: 'nenhum', de: 'keine' },
  id: { en: 'Id', pt: 'Id', de: 'Id' },
  person: { en: 'Person', pt: 'Pessoa', de: 'Person' },
  name: { en: 'Name', pt: 'Nome', de: 'Name' },
  save: { en: 'Save', pt: 'Salvar', de: 'Speichern' },
  optional: { en: 'Optional.', pt: 'Opcional.', de: 'Freiwillig.' },
  elsewhere: {
    en: 'External: {address}',
    pt: 'Está em outro lugar: {address}',
    de: 'Liegt anderswo: {address}',
  },
} as const satisfies Record<string, Words>;
