import type { Clock } from '../../../platform/clock.ts';
import { simulatedStepMs, simulateQuotes } from './simulated-quotes.rules.ts';
import type { Venue } from './venue.ts';

const seed = 20_260;

export function simulateVenue(clock: Clock, number: number): Venue {
  const quotesAt = (nowMs: number) => simulateQuotes(seed, number, nowMs);
  return {
    name: `simulated-${number}`,
    quotesAt,
    listen(report) {
      report(quotesAt(clock.nowMs()));
      const timer = setInterval(() => report(quotesAt(clock.nowMs())), simulatedStepMs);
      timer.unref();
      return async () => clearInterval(timer);
    },
  };
}
