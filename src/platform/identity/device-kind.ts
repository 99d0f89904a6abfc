import type { Language } from '../http/language.ts';

/** What a user agent says it is, as far as we know the words. */
export interface DeviceKind {
  program: string | undefined;
  system: string | undefined;
  /** A browser keeps cookies; other programs may not. */
  isBrowser: boolean;
}

/** The first that fits: almost every browser also names those that it wants to be taken for. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac ?OS\b|\bMacintosh\b|\bDarwin\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * A program that is no browser says its name first. Letters alone: whoever signs in chooses it and it goes into a mail,
 * where it must not be a message or a link.
 */
const programName = /^[A-Za-z]{2,20}(?=[/ ]|$)/;

const firstOf = (table: readonly [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

export function deviceKindOf(userAgent: string): DeviceKind {
  const isBrowser = userAgent.startsWith('Mozilla/');
  const program = isBrowser ? firstOf(browsers, userAgent) : programName.exec(userAgent)?.[0];
  return { program, system: firstOf(systems, userAgent), isBrowser };
}

/**
 * What a program that is no browser is known by where it keeps no cookie. In one language, whatever its user's is: it is
 * compared.
 */
export const programOf = (kind: DeviceKind): string | undefined =>
  kind.isBrowser ? undefined : describeDevice(kind, 'en');

const unknownDevice: Record<Language, string> = {
  en: 'an unknown device',
  pt: 'um aparelho desconhecido',
  de: 'ein unbekanntes Gerät',
};
const joined: Record<Language, (program: string, system: string) => string> = {
  en: (program, system) => `${program} on ${system}`,
  pt: (program, system) => `${program} em ${system}`,
  de: (program, system) => `${program} auf ${system}`,
};

export function describeDevice({ program, system }: DeviceKind, language: Language): string {
  if (program !== undefined && system !== undefined) return joined[language](program, system);
  return program ?? system ?? unknownDevice[language];
}
