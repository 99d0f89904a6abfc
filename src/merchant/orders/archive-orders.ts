import type { DetachRule } from '../../platform/partitions/detach-partition.ts';
import { countOpenOrders } from './order-archive.store.ts';

/** After a year nothing about an order changes any more, unless it never ended. */
export const orderDetachRule: DetachRule = {
  afterDays: 366,
  async refuse(sql, leaf) {
    const open = await countOpenOrders(sql, leaf);
    return open === 0
      ? undefined
      : `${leaf} has ${open} orders that are CREATED or PROCESSING: these must end first.`;
  },
};
