import type { MerchantContext } from '../../merchant.context.ts';

export const shopPath = '/sandbox/shop';

/** Where the made-up shop takes its webhooks: here. */
export const shopUrl = ({ publicUrl }: Pick<MerchantContext, 'publicUrl'>): string =>
  `${publicUrl}/merchant${shopPath}`;
