-- What stands before an event in its order's line: earlier events that have not been tried once. A claim asks for each
-- delivery that it could take.
create index webhook_deliveries_line on merchant.webhook_deliveries (endpoint_id, order_id, event_sequence)
  where status = 'PENDING' and attempts = '[]';
