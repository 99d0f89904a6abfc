import { shownCustomer } from '../customer.rules.ts';
import type { Customer } from './read-customers.ts';

/** Returns the customer as an item of the merchant's list. */
export const describeCustomer = (row: Customer['details']) => ({
  ...shownCustomer(row),
  customer_reference_id: row.customer_reference_id,
  first_seen_at: row.first_seen_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
});

/** Columns of the CSV export. */
export const customerColumns = [
  'customer_reference_id',
  'customer_first_name',
  'customer_last_name',
  'customer_email_address',
  'customer_ip_address',
  'first_seen_at',
  'last_seen_at',
] as const;
