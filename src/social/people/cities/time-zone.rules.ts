import type { City } from './city.rules.ts';

/** Time zone of Brasília, used for states that are not in `zones`. */
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
  // Western Pará is America/Santarem, which has had the same time since 2008.
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
 * Law 12.876 of 2013 draws a line from Tabatinga to Porto Acre without naming municipalities. These are west of it;
 * those on the line, such as Lábrea, keep the time of their state.
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

export function timeZoneOf({ name, state }: Pick<City, 'name' | 'state'>): string {
  if (state === 'AM' && westOfAmazonas.has(name)) return 'America/Eirunepe';
  if (state === 'PE' && name === 'Fernando de Noronha') return 'America/Noronha';
  return zones[state] ?? defaultTimeZone;
}
