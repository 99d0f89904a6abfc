-- Grows with each change of the address or of on and off. An answer to an attempt that began before a change says
-- nothing about the endpoint as it is now.
alter table merchant.webhook_endpoints add column revision integer not null default 0;
