-- A time after the commit of the acceptance. Only a refund that arrives later is a refund of an accepted payment.
alter table merchant.payments add column acceptance_committed_at timestamptz;
