import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { createOutage } from '../../platform/telemetry/outage.ts';
import type { PhoneServices } from '../push/open-phone-services.ts';
import { pushPlatforms, type PushPlatform, type PushVerdict } from '../push/push-service.rules.ts';
import { canPush } from '../push/read-push-settings.ts';
import type { SocialContext } from '../social.context.ts';
import { pushJobNames, type PushJob } from './schedule-push.ts';
import { sendPush, type DescribeNotification, type PushSender } from './send-push.ts';

/** A lane for each service that is set up: one that hangs holds up nobody else's notifications. */
export function deviceJobs(
  context: SocialContext,
  services: PhoneServices,
  describe: DescribeNotification,
): JobDefinition[] {
  const sender: PushSender = { context, services, describe, observe: openObserver(context) };
  // Each lane costs a connection to the database.
  const laneOf = (platform: PushPlatform): string =>
    platform !== 'web' && canPush(platform, context.settings) ? `push-${platform}` : 'push';
  return pushPlatforms.map((platform) => ({
    name: pushJobNames[platform],
    lane: laneOf(platform),
    run: (payload) => sendPush(sender, payload as PushJob),
  }));
}

function openObserver({ metrics, log }: SocialContext): PushSender['observe'] {
  const sent = metrics.counter('social_pushes_total', 'Notifications by service and what became of them', [
    'platform',
    'outcome',
  ]);
  const outages = new Map(
    pushPlatforms.map((platform) => [platform as string, createOutage(log, `push by ${platform}`)]),
  );
  return (platform, verdict: PushVerdict) => {
    sent.inc({ platform, outcome: verdict.kind });
    // Of Web Push there are as many services as browsers have makers, and some are only somebody's idea of one.
    const outage = platform === 'web' ? undefined : outages.get(platform);
    if (verdict.kind !== 'later') outage?.worked();
    else if (verdict.everything) outage?.failed(new Error(verdict.reason));
  };
}
