import type { Language } from '../../http/language.ts';
import { german } from './console-texts-de.ts';
import { english } from './console-texts-en.ts';
import { portuguese } from './console-texts-pt.ts';

export type ConsoleTexts = Readonly<Record<keyof typeof english, string>>;

export const consoleTexts: Readonly<Record<Language, ConsoleTexts>> = {
  en: english,
  pt: portuguese,
  de: german,
};
