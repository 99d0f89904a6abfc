import type { Clock } from '../../../../platform/clock.ts';
import { startLoop } from '../../../../platform/loop.ts';
import { simulatedStepMs, simulateQuotes } from './simulated-quotes.rules.ts';
import type { Venue } from './venue.ts';

const seed = 20_260;

export function simulateVenue(clock: Clock, number: number): Venue {
  const quotesAt = (nowMs: number) => simulateQuotes(seed, number, nowMs);
  return {
    name: `simulated-${number}`,
    quotesAt,
    listen(report) {
      const stopping = new AbortController();
      const { ended } = startLoop(stopping.signal, async () => {
        report(quotesAt(clock.nowMs()));
        return simulatedStepMs;
      });
      return () => {
        stopping.abort();
        return ended;
      };
    },
  };
}
