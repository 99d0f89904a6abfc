import type { Judged } from './judge-mutants.ts';

/** Minimum percentage of caught mutants, below which the run fails. */
export const LEAST_CAUGHT = 90;

export const isCaught = ({ verdict }: Judged): boolean => verdict === 'caught' || verdict === 'timed out';

export function percentCaught(judged: readonly Judged[]): number {
  return judged.length === 0 ? 100 : (100 * judged.filter(isCaught).length) / judged.length;
}

export function formatSurvivor({ file, line, operator, before, after, by }: Judged): string {
  return `${file}:${line}  ${operator}, ${by}\n  - ${before}\n  + ${after}`;
}

export function formatReport(judged: readonly Judged[]): string {
  const survivors = judged.filter((one) => !isCaught(one));
  const groups = Map.groupBy(judged, groupOf);
  return [
    ...survivors.map(formatSurvivor),
    '',
    ...[...groups]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([group, those]) => `${group.padEnd(20)}${formatCount(those)}`),
    `${'all'.padEnd(20)}${formatCount(judged)}`,
    `${survivors.length} survived.`,
  ].join('\n');
}

function groupOf({ file }: Judged): string {
  return `${file.split('/')[1]} ${file.endsWith('.store.ts') ? 'stores' : file.endsWith('.rules.ts') ? 'rules' : 'other'}`;
}

const formatCount = (judged: readonly Judged[]): string =>
  `${judged.filter(isCaught).length} of ${judged.length} caught (${percentCaught(judged).toFixed(1)} %)`;
