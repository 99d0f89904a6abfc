import type { DetachRule } from '../../platform/partitions/detach-partition.ts';
import { countOpenOrders } from './order-archive.store.ts';

/**
 * Orders that ended a year ago can be detached: they no longer change, because later changes of their payment get
 * orders of their own.
 */
export const orderDetachRule: DetachRule = {
  afterDays: 366,
  async refuse(sql, leaf) {
    const open = await countOpenOrders(sql, leaf);
    return open === 0
      ? undefined
      : `${leaf} has ${open} orders that are CREATED or PROCESSING: these must end first.`;
  },
};
