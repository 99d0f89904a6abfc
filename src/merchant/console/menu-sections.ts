import type { Words } from '../../platform/console/organisations.ts';

/** What the entries of a PSP's menu stand under; the overview stands above them all. */
export const menuSections = {
  business: { en: 'Business', pt: 'Negócios', de: 'Geschäft' },
  figures: { en: 'Figures', pt: 'Números', de: 'Zahlen' },
  technology: { en: 'Technology', pt: 'Tecnologia', de: 'Technik' },
} as const satisfies Record<string, Words>;
