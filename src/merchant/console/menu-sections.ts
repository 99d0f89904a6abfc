import type { Words } from '../../platform/http/language.ts';

/** Sections of a PSP's menu. The overview comes first and has no section. */
export const menuSections = {
  business: { en: 'Business', pt: 'Negócios', de: 'Geschäft' },
  figures: { en: 'Figures', pt: 'Números', de: 'Zahlen' },
  technology: { en: 'Technology', pt: 'Tecnologia', de: 'Technik' },
} as const satisfies Record<string, Words>;
