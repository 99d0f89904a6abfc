import type { Words } from '../../../platform/console/organisations.ts';

/** The same thing has the same name on every page of social. */
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
    en: 'Lies elsewhere: {address}',
    pt: 'Está em outro lugar: {address}',
    de: 'Liegt anderswo: {address}',
  },
} as const satisfies Record<string, Words>;
