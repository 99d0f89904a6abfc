import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { createOutage } from '../../platform/telemetry/outage.ts';
import type { PhoneServices } from '../push/open-phone-services.ts';
import { pushPlatforms, type PushVerdict } from '../push/push-service.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { pushJobs, type PushJob, type PushJobName } from './schedule-push.ts';
import { sendPush, type DescribeNotification, type PushSender } from './send-push.ts';

/**
 * A lane for each known service, and one for all other origins: a server that hangs delays only notifications by the same
 * service, and one that a user runs only those to servers that users run.
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
