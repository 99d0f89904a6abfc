import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { createOutage } from '../../../platform/telemetry/outage.ts';
import type { PhoneServices } from '../push/open-phone-services.ts';
import { pushPlatforms, type PushVerdict } from '../push/push-service.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { pushJobs, type PushJob, type PushJobName } from './schedule-push.ts';
import { sendPush, type DescribeNotification, type PushSender } from './send-push.ts';

/**
 * Uses one lane per known push service and one for all other origins. A server that hangs delays only notifications of
 * the same lane.
 */
export function deviceJobs(
  context: SocialContext,
  services: PhoneServices,
  describe: DescribeNotification,
): JobDefinition[] {
  const sender: PushSender = { context, services, describe, observe: openObserver(context) };
  return (Object.keys(pushJobs) as PushJobName[]).map((name) => ({
    name,
    lane: `push-${pushJobs[name]}`,
    run: (payload) => sendPush(sender, name, payload as PushJob),
  }));
}

function openObserver({ metrics, log }: SocialContext): PushSender['observe'] {
  const sent = metrics.counter('social_pushes_total', 'Push notifications by platform and outcome', [
    'platform',
    'outcome',
  ]);
  const outages = new Map(
    pushPlatforms.map((platform) => [platform as string, createOutage(log, `push by ${platform}`)]),
  );
  return (platform, verdict: PushVerdict) => {
    sent.inc({ platform, outcome: verdict.kind });
    // Web Push has one service per browser maker, and anyone can run another, so its failures are no outage of this
    // installation.
    const outage = platform === 'web' ? undefined : outages.get(platform);
    if (verdict.kind !== 'later') outage?.worked();
    else if (verdict.everything) outage?.failed(new Error(verdict.reason));
  };
}
