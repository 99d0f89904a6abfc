import { roles, type Comparison, type Role, type Round } from '../scenario.ts';
import { median } from './latencies.ts';
import { openTarget, type OpenTarget } from './open-target.ts';
import { readCpuSeconds, untilIdle } from './process-usage.ts';
import type { Stage } from './stage.ts';

export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface MeasuredRound extends Round {
  readonly rate: number;
  readonly cpuMicroseconds?: number;
  /** Share of one core that the process used. */
  readonly busy?: number;
}

export interface TargetResult {
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server, or of the caller of a loop, per operation. */
  readonly cpuMicroseconds?: number;
  readonly busy?: number;
  readonly isHttp: boolean;
  readonly rounds: readonly MeasuredRound[];
}

export interface ComparisonResult {
  readonly targets: {
    readonly ours: TargetResult;
    readonly limit: TargetResult;
    readonly peer?: TargetResult;
  };
  readonly ratio: number;
  readonly peerRatio?: number;
}

export type Report = (step: string) => void;

export async function compare(
  stage: Stage,
  scenario: Comparison,
  plan: Plan,
  report: Report,
): Promise<ComparisonResult> {
  report('preparing');
  const prepared = await scenario.prepare?.(await stage.praca());
  const opened: [Role, OpenTarget][] = [];
  try {
    for (const role of roles) {
      const target = await openTarget(stage, scenario, role, prepared);
      if (target) opened.push([role, target]);
    }
    await refuseUnequalBodies(opened);
    const measured = await measureInTurns(opened, plan, report);
    return summarise(opened, measured);
  } finally {
    for (const [, target] of opened) await target.close();
  }
}

/**
 * Refuses targets with answers of different size, because sending more bytes costs time. A number may be one digit
 * longer.
 */
async function refuseUnequalBodies(opened: readonly [Role, OpenTarget][]): Promise<void> {
  const lengths = new Map<Role, number>();
  for (const [role, target] of opened) {
    const length = await target.probe();
    if (length !== undefined) lengths.set(role, length);
  }
  const [ours, limit] = [lengths.get('ours'), lengths.get('limit')];
  if (ours === undefined || limit === undefined) return;
  if (Math.abs(ours - limit) > 0.1 * limit) {
    throw new Error(`Praça's answer has ${ours} characters, the limit's ${limit}: they cannot be compared.`);
  }
}

/** Alternates between the targets, so that other load on the machine affects both. */
async function measureInTurns(
  opened: readonly [Role, OpenTarget][],
  plan: Plan,
  report: Report,
): Promise<Map<Role, MeasuredRound[]>> {
  const measured = new Map<Role, MeasuredRound[]>(opened.map(([role]) => [role, []]));
  for (const [role, target] of opened) {
    report(`warming up ${role}`);
    await measureRound(role, target, plan.warmUpSeconds);
  }
  for (let round = 1; round <= plan.rounds; round++) {
    for (const [role, target] of opened) {
      report(`round ${round} of ${plan.rounds}, ${role}`);
      measured.get(role)?.push(await measureRound(role, target, plan.seconds));
    }
  }
  return measured;
}

async function measureRound(role: Role, target: OpenTarget, seconds: number): Promise<MeasuredRound> {
  const before = await readCpuSeconds(target.pid);
  const round = await target.round(seconds);
  const after = await readCpuSeconds(target.pid);
  await untilIdle(target.pid);
  if (round.failures > 0 || round.operations < 1) {
    throw new Error(
      `${round.failures} operations of ${role} failed; the first: ${round.firstFailure ?? 'none ended'}.`,
    );
  }
  const rate = round.operations / round.seconds;
  if (before === undefined || after === undefined) return { ...round, rate };
  const used = after - before;
  return { ...round, rate, cpuMicroseconds: (used * 1e6) / round.operations, busy: used / round.seconds };
}

function summarise(
  opened: readonly [Role, OpenTarget][],
  measured: ReadonlyMap<Role, MeasuredRound[]>,
): ComparisonResult {
  const results = new Map<Role, TargetResult>();
  for (const [role, { isHttp }] of opened)
    results.set(role, { ...medians(measured.get(role) ?? []), isHttp });
  const [ours, limit, peer] = roles.map((role) => results.get(role));
  if (!ours || !limit) throw new Error('A comparison has two sides.');
  return {
    targets: { ours, limit, ...(peer ? { peer } : {}) },
    ratio: pairedRatio(ours, limit),
    ...(peer ? { peerRatio: pairedRatio(ours, peer) } : {}),
  };
}

function medians(rounds: readonly MeasuredRound[]): Omit<TargetResult, 'isHttp'> {
  const of = (pick: (round: MeasuredRound) => number): number => median(rounds.map(pick));
  const counted = rounds.every((round) => round.cpuMicroseconds !== undefined);
  return {
    rate: of((round) => round.rate),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    ...(counted
      ? { cpuMicroseconds: of((round) => round.cpuMicroseconds ?? 0), busy: of((round) => round.busy ?? 0) }
      : {}),
    rounds,
  };
}

/** Returns the median ratio of adjacent rounds, so that a slow minute of the machine cancels out. */
function pairedRatio(ours: TargetResult, other: TargetResult): number {
  return median(ours.rounds.map((round, index) => round.rate / (other.rounds[index]?.rate ?? Number.NaN)));
}
