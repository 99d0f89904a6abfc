import type { MovableClock } from '../../platform/clock.ts';
import type { App } from '../../platform/http/server.ts';
import { advanceClock } from '../../platform/shared-clock.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { Type } from '../../platform/http/type.ts';

const oneYearSeconds = 31_536_000;

const Advance = Type.Object(
  {
    seconds: Type.Number({
      exclusiveMinimum: 0,
      maximum: oneYearSeconds,
      description: 'At most a year at a time',
    }),
  },
  { examples: [{ seconds: 90 }] },
);

const Now = Type.Object(
  { now: Type.String({ format: 'date-time', description: 'Present time of the service' }) },
  { examples: [{ now: '2026-11-15T10:01:30.000Z' }] },
);

/** Moves the clock of the whole sandbox forward, so that expiry and retries can be tried without waiting. */
export function clockRoutes(app: App, context: MerchantContext, clock: MovableClock): void {
  app.post(
    '/sandbox/clock/advance',
    {
      config: { scope: 'write' },
      schema: {
        summary: "Move the sandbox's clock forward",
        description: 'Quotes expire and retries come due as if the time had passed. It cannot be moved back.',
        tags: ['Sandbox'],
        security: [{ bearer: [] }],
        body: Advance,
        response: { 200: Now },
      },
    },
    async (request) => {
      await advanceClock(context, clock, request.body.seconds);
      return { now: clock.now().toISOString() };
    },
  );
}
