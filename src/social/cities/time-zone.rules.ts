import type { City } from './city.rules.ts';

/** Of Brasília, and of whatever no state says otherwise for. */
export const defaultTimeZone = 'America/Sao_Paulo';

const zones: Readonly<Record<string, string>> = {
  AC: 'America/Rio_Branco',
  AL: 'America/Maceio',
  AM: 'America/Manaus',
  AP: 'America/Belem',
  BA: 'America/Bahia',
  CE: 'America/Fortaleza',
  DF: defaultTimeZone,
  ES: defaultTimeZone,
  GO: defaultTimeZone,
  MA: 'America/Fortaleza',
  MG: defaultTimeZone,
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  // The west is America/Santarem, whose clocks have shown the same since 2008.
  PA: 'America/Belem',
  PB: 'America/Fortaleza',
  PE: 'America/Recife',
  PI: 'America/Fortaleza',
  PR: defaultTimeZone,
  RJ: defaultTimeZone,
  RN: 'America/Fortaleza',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
  RS: defaultTimeZone,
  SC: defaultTimeZone,
  SE: 'America/Maceio',
  SP: defaultTimeZone,
  TO: 'America/Araguaina',
};

/**
 * The law (12.876 of 2013) draws a line from Tabatinga to Porto Acre and names no municipality. These lie on its west;
 * those through which it passes, such as Lábrea, keep the time of their state.
 */
const westOfAmazonas: ReadonlySet<string> = new Set([
  'Atalaia do Norte',
  'Benjamin Constant',
  'Eirunepé',
  'Envira',
  'Guajará',
  'Ipixuna',
  'Itamarati',
  'Jutaí',
  'São Paulo de Olivença',
  'Tabatinga',
]);

/** What the clocks of a city show. */
export function timeZoneOf({ name, state }: Pick<City, 'name' | 'state'>): string {
  if (state === 'AM' && westOfAmazonas.has(name)) return 'America/Eirunepe';
  if (state === 'PE' && name === 'Fernando de Noronha') return 'America/Noronha';
  return zones[state] ?? defaultTimeZone;
}
