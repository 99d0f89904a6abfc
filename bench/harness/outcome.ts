import { Skipped, type Comparison, type Figure, type Scenario } from '../scenario.ts';
import { compare, type ComparisonResult, type Plan, type Report } from './compare.ts';
import type { Stage } from './stage.ts';

export type Verdict = 'met' | 'missed' | 'failed' | 'skipped';

interface OutcomeBase {
  readonly name: string;
  readonly what: string;
  readonly verdict: Verdict;
}
export type Outcome =
  | (OutcomeBase & {
      readonly kind: 'comparison';
      readonly budget: number;
      readonly peerName?: string;
      readonly peerBudget?: number;
    } & ComparisonResult)
  | (OutcomeBase & { readonly kind: 'figure'; readonly figure: Figure })
  | (OutcomeBase & { readonly kind: 'failure'; readonly reason: string })
  | (OutcomeBase & { readonly kind: 'skipped'; readonly reason: string });

/** Runs a scenario. A failure becomes a row of the table, so that the other scenarios still run. */
export async function runScenario(
  stage: Stage,
  scenario: Scenario,
  plan: Plan,
  report: Report,
): Promise<Outcome> {
  const { name, what } = scenario;
  try {
    if ('measure' in scenario) {
      report('measuring');
      const figure = await scenario.measure(stage);
      return { kind: 'figure', name, what, verdict: judgeFigure(figure), figure };
    }
    const result = await compare(stage, scenario, plan, report);
    return {
      kind: 'comparison',
      name,
      what,
      budget: scenario.budget,
      ...(scenario.peerName === undefined ? {} : { peerName: scenario.peerName }),
      ...(scenario.peerBudget === undefined ? {} : { peerBudget: scenario.peerBudget }),
      verdict: judgeComparison(scenario, result),
      ...result,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Skipped) return { kind: 'skipped', name, what, verdict: 'skipped', reason };
    return { kind: 'failure', name, what, verdict: 'failed', reason };
  }
}

function judgeComparison(scenario: Comparison, result: ComparisonResult): Verdict {
  const overPeer = (result.peerRatio ?? Infinity) >= (scenario.peerBudget ?? 0);
  return result.ratio >= scenario.budget && overPeer ? 'met' : 'missed';
}

function judgeFigure({ value, atMost = Infinity, atLeast = -Infinity }: Figure): Verdict {
  return value <= atMost && value >= atLeast ? 'met' : 'missed';
}
