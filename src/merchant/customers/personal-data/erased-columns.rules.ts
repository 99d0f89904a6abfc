const details = {
  customer_first_name: null,
  customer_last_name: null,
  customer_email_address: null,
  customer_ip_address: null,
};

/** Columns with details or free texts of customers, and the value that an erasure leaves in them. */
export const erasedColumns = {
  payments: {
    ...details,
    // A merchant may have written anything in its texts.
    description: '',
    success_return_url: null,
    failure_return_url: null,
    metadata: '{}',
    refund_coin: null,
    refund_address: null,
    refund_destination_tag: null,
  },
  orders: { ...details, metadata: '{}' },
  deposit_addresses: details,
};

/** All columns that must not hold data of a customer after the erasure. */
export const customerColumns: readonly string[] = [
  ...Object.entries(erasedColumns).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  ),
  'refunds.reason',
  'refund_links.reason',
  'webhook_deliveries.event',
  'webhook_deliveries.attempts',
];
