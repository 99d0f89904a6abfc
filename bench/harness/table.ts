import type { TargetResult } from './compare.ts';
import type { Outcome } from './outcome.ts';

const columns = [
  'scenario',
  'ours/s',
  'limit/s',
  'ratio',
  'budget',
  'verdict',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'peer/s',
  'ratio',
];

export function printTable(outcomes: readonly Outcome[]): void {
  const rows = [columns, ...outcomes.map(rowOf)];
  const widths = columns.map((_title, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const lines = rows.map((row) =>
    widths.map((width, column) => pad(row[column] ?? '', width, column === 0)).join('  '),
  );
  lines.splice(1, 0, rule);
  console.log(`\n${lines.join('\n')}\n`);
  console.log('Pairs are ours / limit. A ratio is the median over rounds measured one after the other.');
  for (const note of outcomes.flatMap(notesOn)) console.log(note);
}

function rowOf(outcome: Outcome): string[] {
  if (outcome.kind === 'failure' || outcome.kind === 'skipped')
    return [outcome.name, '', '', '', '', shown(outcome)];
  if (outcome.kind === 'figure') {
    const { value, unit, atMost, atLeast } = outcome.figure;
    const bounds = [atMost === undefined ? '' : `≤ ${atMost}`, atLeast === undefined ? '' : `≥ ${atLeast}`];
    return [outcome.name, `${amount(value)} ${unit}`, '', '', bounds.join(' ').trim(), shown(outcome)];
  }
  const { ours, limit, peer } = outcome.targets;
  const pair = (pick: (target: TargetResult) => string): string => `${pick(ours)} / ${pick(limit)}`;
  const peerBudget = outcome.peerBudget === undefined ? '' : `, ${times(outcome.peerBudget)}`;
  return [
    outcome.name,
    amount(ours.rate),
    amount(limit.rate),
    percent(outcome.ratio),
    `≥ ${percent(outcome.budget)}${peerBudget}`,
    shown(outcome),
    pair((target) => target.p50Ms.toFixed(2)),
    pair((target) => target.p99Ms.toFixed(1)),
    pair((target) => target.cpuMicroseconds?.toFixed(0) ?? '–'),
    peer ? amount(peer.rate) : '',
    outcome.peerRatio === undefined ? '' : times(outcome.peerRatio),
  ];
}

/** Below this processor use the server was not the bottleneck, so the ratio does not compare servers. */
const busyEnough = 0.85;

function notesOn(outcome: Outcome): string[] {
  if (outcome.kind === 'failure' || outcome.kind === 'skipped') return [`${outcome.name}: ${outcome.reason}`];
  if (outcome.kind === 'figure')
    return (outcome.figure.notes ?? []).map((note) => `${outcome.name}: ${note}`);
  return [...namePeer(outcome), ...doubtLimit(outcome)];
}

type ComparisonOutcome = Extract<Outcome, { kind: 'comparison' }>;

const namePeer = ({ name, peerName }: ComparisonOutcome): string[] =>
  peerName === undefined ? [] : [`${name}: the peer is ${peerName}.`];

function doubtLimit(outcome: ComparisonOutcome): string[] {
  const { busy, isHttp } = outcome.targets.limit;
  if (!isHttp || busy === undefined || busy >= busyEnough) return [];
  const share = outcome.targets.ours.cpuMicroseconds ?? Number.NaN;
  const cpuRatio = (outcome.targets.limit.cpuMicroseconds ?? Number.NaN) / share;
  return [
    `${outcome.name}: the limit was kept only ${percent(busy)} busy; by processor time the ratio is ${percent(cpuRatio)}.`,
  ];
}

const shown = ({ verdict }: Outcome): string =>
  verdict === 'met' || verdict === 'skipped' ? verdict : verdict.toUpperCase();
const pad = (text: string, width: number, left: boolean): string =>
  left ? text.padEnd(width) : text.padStart(width);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const times = (factor: number): string => `${factor.toFixed(factor < 10 ? 1 : 0)} ×`;

const amount = (value: number): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).format(value);

/** Returns whether every budget was met, and the last line of the output, which names the scenarios that were not. */
export function concludeRun(outcomes: readonly Outcome[]): { allMet: boolean; sentence: string } {
  const bad = outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'missed');
  const skipped = outcomes.filter(({ verdict }) => verdict === 'skipped').length;
  const measured = `${outcomes.length - skipped} scenarios${skipped === 0 ? '' : ` (${skipped} skipped)`}`;
  if (bad.length === 0) return { allMet: true, sentence: `\nAll of ${measured} met their budgets.` };
  const names = bad.map((outcome) => `${outcome.name} ${shown(outcome)}`).join(', ');
  return { allMet: false, sentence: `\n${bad.length} of ${measured} did not meet their budgets: ${names}.` };
}

/** Returns the progress line of a finished scenario. */
export function summaryOf(outcome: Outcome): string {
  if (outcome.kind === 'failure' || outcome.kind === 'skipped') return shown(outcome);
  if (outcome.kind === 'figure') {
    return `${amount(outcome.figure.value)} ${outcome.figure.unit}, ${shown(outcome)}`;
  }
  const { ours, limit } = outcome.targets;
  return `${amount(ours.rate)}/s of ${amount(limit.rate)}/s, ${percent(outcome.ratio)}, ${shown(outcome)}`;
}
