import type { Language, Words } from '../http/language.ts';
import { fill } from '../pages/fill-text.ts';

/** Program and system of a user agent, if they are known. */
export interface DeviceKind {
  program: string | undefined;
  system: string | undefined;
  /** True for browsers, which keep cookies. Other programs may not. */
  isBrowser: boolean;
}

/** The first match counts: almost every browser also names others for compatibility. */
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
 * The name of a program that is not a browser, at the start of its user agent. Limited to letters: the client chooses
 * it and it appears in mails, where it must not form a message or a link.
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
 * Returns a stable name for programs that are not browsers, which may keep no cookie. Always in one language, because
 * it is compared.
 */
export const programOf = (kind: DeviceKind): string | undefined =>
  kind.isBrowser ? undefined : describeDevice(kind, 'en');

const unknownDevice: Words = {
  en: 'an unknown device',
  pt: 'um aparelho desconhecido',
  de: 'ein unbekanntes Gerät',
};
const joined: Words = {
  en: '{program} on {system}',
  pt: '{program} em {system}',
  de: '{program} auf {system}',
};

export function describeDevice({ program, system }: DeviceKind, language: Language): string {
  if (program !== undefined && system !== undefined) return fill(joined[language], { program, system });
  return program ?? system ?? unknownDevice[language];
}
