-- The trace (W3C traceparent) of the work that queued the delivery. Null outside a trace.
alter table merchant.webhook_deliveries add column traceparent text;
