import { tidyConsoleCron } from '../console/console.jobs.ts';
import { passwordLinkJob } from '../console/recovery/mail-password-link.ts';
import { forgetOldAnswers } from '../http/idempotency.ts';
import { forgetFailedJobs, type CronDefinition } from '../jobs/jobs.ts';
import type { JobQueue } from '../jobs/run-queues.ts';
import { mailboxTransport, mailJob, smtpTransport } from '../mail/mail.ts';
import { keepPartitionsCron } from '../partitions/partition.jobs.ts';
import type { Platform } from '../platform.ts';
import type { ServiceName } from '../platform.settings.ts';
import { forgetPositions } from '../postgres/replicas/positions.ts';
import type { Service } from '../service.ts';
import { forgetAttemptsCron } from '../throttle/throttle.ts';

interface OpenedService {
  readonly definition: { readonly name: ServiceName };
  readonly service: Pick<Service, 'jobs' | 'crons'>;
}

/** Returns the queues of all databases. Mail and cleanup run in every database, jobs of a service in its own one. */
export function listQueues(platform: Platform, opened: readonly OpenedService[]): JobQueue[] {
  const { settings, clock, log } = platform;
  const transport =
    settings.SMTP_URL === ''
      ? mailboxTransport(platform.home.sql, clock)
      : smtpTransport(settings.SMTP_URL, settings.MAIL_FROM);
  return platform.databases.map((database) => {
    const held = opened.filter(({ definition }) => database.services.includes(definition.name));
    return {
      database,
      jobs: [
        mailJob(platform.sealer, transport),
        ...(database === platform.home ? [passwordLinkJob(platform)] : []),
        ...held.flatMap(({ service }) => service.jobs),
      ],
      crons: [
        ...platformCrons({ ...database, clock, log }),
        ...(database === platform.home ? [tidyConsoleCron(platform)] : []),
        ...held.flatMap(({ service }) => service.crons),
      ],
    };
  });
}

function platformCrons(platform: Pick<Platform, 'sql' | 'connection' | 'clock' | 'log'>): CronDefinition[] {
  return [
    keepPartitionsCron(platform),
    forgetAttemptsCron(platform),
    {
      name: 'forget_old_answers',
      schedule: '*/10 * * * *',
      async run() {
        await forgetOldAnswers(platform);
      },
    },
    {
      name: 'forget_failed_jobs',
      schedule: '29 * * * *',
      async run() {
        await forgetFailedJobs(platform.sql);
      },
    },
    {
      name: 'forget_positions',
      schedule: '11 * * * *',
      async run() {
        await forgetPositions(platform.sql);
      },
    },
  ];
}
