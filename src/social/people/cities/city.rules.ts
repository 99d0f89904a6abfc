import { toNormalForm } from '../../../platform/normal-form.ts';

export interface City {
  id: number;
  name: string;
  state: string;
}

/** A place that a person types: everywhere, or a city with an optional state. */
export type PlaceFilter = { everywhere: true } | { everywhere: false; searchName: string; state?: string };

const longestName = 200;

const stateNames: Readonly<Record<string, string>> = {
  acre: 'AC',
  alagoas: 'AL',
  amapa: 'AP',
  amazonas: 'AM',
  bahia: 'BA',
  ceara: 'CE',
  distritofederal: 'DF',
  espiritosanto: 'ES',
  goias: 'GO',
  maranhao: 'MA',
  matogrosso: 'MT',
  matogrossodosul: 'MS',
  minasgerais: 'MG',
  para: 'PA',
  paraiba: 'PB',
  parana: 'PR',
  pernambuco: 'PE',
  piaui: 'PI',
  riodejaneiro: 'RJ',
  riograndedonorte: 'RN',
  riograndedosul: 'RS',
  rondonia: 'RO',
  roraima: 'RR',
  santacatarina: 'SC',
  saopaulo: 'SP',
  sergipe: 'SE',
  tocantins: 'TO',
};
const states: ReadonlySet<string> = new Set(Object.values(stateNames));

/**
 * Returns one search name for all spellings of a name: "São João d’Aliança", "SAO JOAO D'ALIANCA", "sao joao dalianca".
 * Removes spaces and punctuation too, because spellings of Brazilian names differ in apostrophes and hyphens. Returns
 * an empty text for input that is too long to be a name.
 */
export function searchNameOf(name: string): string {
  return (toNormalForm(name, longestName, 'NFD') ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Parses `Bom Jesus`, `Bom Jesus, PI`, `bom jesus - piauí`, `Bom Jesus (PI)`, `Bom Jesus/PI` and `Brasil`. */
export function readPlace(text: string): PlaceFilter {
  const whole = searchNameOf(text);
  if (whole === 'brasil') return { everywhere: true };
  const split = /^(?<city>.+?)\s*(?:[,/(]|\s-)\s*(?<state>[^,/()]+?)\s*\)?\s*$/u.exec(text)?.groups;
  const state = split && stateOf(split['state'] ?? '');
  if (split && state !== undefined)
    return { everywhere: false, searchName: searchNameOf(split['city'] ?? ''), state };
  return { everywhere: false, searchName: whole };
}

function stateOf(text: string): string | undefined {
  const code = text.toUpperCase();
  return states.has(code) ? code : stateNames[searchNameOf(text)];
}
