import type { MerchantContext } from '../../merchant.context.ts';
import type { PairCode } from '../../assets/asset.rules.ts';
import { invalidField } from '../../../platform/problem.ts';
import { alignDown, alignUp, maximumPoints, type Candle } from './candle.rules.ts';
import { listCandles } from './rate.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

const defaultPoints = 288;

interface HistoryInput {
  readonly pair: PairCode;
  readonly from?: string;
  readonly to?: string;
  readonly stepSeconds: number;
}

/** Returns the whole steps that the range from `from` up to `to` touches. The default is the last 288 steps. */
export async function readRateHistory(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  input: HistoryInput,
): Promise<Candle[]> {
  const stepMs = input.stepSeconds * 1000;
  const toMs = input.to === undefined ? context.clock.nowMs() : Date.parse(input.to);
  const fromMs = input.from === undefined ? toMs - defaultPoints * stepMs : Date.parse(input.from);
  if (fromMs >= toMs) throw invalidField('from', 'too_large', merchantWords.beforeTo);
  const first = alignDown(fromMs, stepMs);
  const end = alignUp(toMs, stepMs);
  const points = (end - first) / stepMs;
  if (points > maximumPoints) {
    const needed = `${points} points of ${input.stepSeconds} s; there are at most ${maximumPoints}`;
    throw invalidField('step', 'too_small', merchantWords.stepTooSmall, { apart: needed });
  }
  return listCandles(context.sql.reading, input.pair, {
    from: new Date(first),
    to: new Date(end),
    stepSeconds: input.stepSeconds,
  });
}
