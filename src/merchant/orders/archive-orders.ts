import type { DetachRule } from '../../platform/partitions/detach-partition.ts';
import { countOpenOrders } from './order-archive.store.ts';

/** An order that has ended stays as it is: what its payment goes through years later is told by others. */
export const orderDetachRule: DetachRule = {
  afterDays: 366,
  async refuse(sql, leaf) {
    const open = await countOpenOrders(sql, leaf);
    return open === 0
      ? undefined
      : `${leaf} has ${open} orders that are CREATED or PROCESSING: these must end first.`;
  },
};
