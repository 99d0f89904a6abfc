import type { ConsolePart } from '../../platform/console/console-page.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { contactConsole } from './contact/contact-console.page.ts';
import { customerConsole } from './customers/customer-console.page.ts';
import { overviewConsole } from './overview/overview.page.ts';
import { paymentsConsole } from './payments/payments-console.page.ts';
import { rateConsole } from './rates/rate-console.page.ts';
import { reportConsole } from './statement/report-console.page.ts';
import { statementConsole } from './statement/statement-console.page.ts';
import { webhookConsole } from './webhooks/webhook-console.page.ts';
import type { WebhookSender } from '../webhooks/sending/webhook-sender.ts';
import { developerConsole } from './developers/developer-console.page.ts';
import type { RequestRecorder } from '../access/recent-requests/record-requests.ts';
import { sandboxConsole, type Playground } from './sandbox/sandbox-console.page.ts';
import { recordTellings, recordWords } from './record-words.ts';
import { pspOrganisations } from './psp-organisations.ts';
import type { PayoutOwners } from '../payouts/payout-owner.ts';
import { staffAlertsConsole } from './staff-alerts/staff-alerts.page.ts';
import { staffChainsConsole } from './staff-chains/staff-chains.page.ts';
import { staffOverview } from './staff-overview/staff-overview.page.ts';
import { staffTasks } from './staff-overview/staff-tasks.page.ts';
import { staffPspsConsole } from './staff-psps/staff-psps.page.ts';
import { staffTreasuryConsole } from './staff-treasury/staff-treasury.page.ts';
import { staffUnassignedConsole } from './staff-unassigned/unassigned.page.ts';
import { tradingConsole } from './trading/trading-console.page.ts';

type Topic = Pick<ConsolePart, 'pages' | 'acts' | 'refusals'>;

/** Background parts of the service that acts of the console use. */
interface Running {
  readonly webhooks: Pick<WebhookSender, 'wake'>;
  readonly requests: RequestRecorder;
  readonly playground: Playground;
}

/**
 * Builds the service's part of the console, in the order of the menu. `example` is the PSP that visitors of a sandbox
 * see.
 */
export function merchantConsole(
  context: MerchantContext,
  example: number | undefined,
  owners: PayoutOwners,
  running: Running,
): ConsolePart {
  const topics: readonly Topic[] = [
    overviewConsole(context),
    paymentsConsole(context),
    tradingConsole(context),
    customerConsole(context),
    contactConsole(context),
    rateConsole(context),
    statementConsole(context),
    reportConsole(context),
    webhookConsole(context, running.webhooks),
    developerConsole(context, running.requests),
    sandboxConsole(context, running.playground),
    staffPspsConsole(context),
    staffTreasuryConsole(context, owners),
    staffUnassignedConsole(context),
    staffAlertsConsole(context),
    staffChainsConsole(context),
  ];
  return {
    organisations: pspOrganisations(context, example),
    overview: [staffOverview(context)],
    tasks: staffTasks(context),
    pages: topics.flatMap(({ pages }) => pages),
    acts: topics.flatMap(({ acts }) => acts),
    refusals: Object.fromEntries(topics.flatMap(({ refusals }) => Object.entries(refusals ?? {}))),
    fields: recordWords,
    tellings: recordTellings,
  };
}
