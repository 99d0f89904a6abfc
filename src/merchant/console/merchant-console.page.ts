import type { ConsolePart } from '../../platform/console/console-page.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { pspOrganisations } from './psp-organisations.ts';

type Topic = Pick<ConsolePart, 'pages' | 'acts' | 'refusals'>;

/** What the service brings to the console, in the order of the menu. `example` is the PSP that a sandbox shows. */
export function merchantConsole(context: MerchantContext, example: number | undefined): ConsolePart {
  const topics: readonly Topic[] = [];
  return {
    organisations: pspOrganisations(context, example),
    pages: topics.flatMap(({ pages }) => pages),
    acts: topics.flatMap(({ acts }) => acts),
    refusals: Object.fromEntries(topics.flatMap(({ refusals }) => Object.entries(refusals ?? {}))),
  };
}
