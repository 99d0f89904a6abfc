-- The interface's deposit request has no IP address; a merchant may give one all the same.
alter table merchant.deposit_addresses alter column customer_ip_address drop not null;
