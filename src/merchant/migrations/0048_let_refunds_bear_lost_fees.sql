-- What the network took for a refund that it did not pay: the coins that were to go back bear it, up to the part of them that
-- was left to the network. The version before knows no such part, gives all of them back and leaves this at 0.
alter table merchant.refunds add column lost_fee_coin_amount numeric(38, 0) not null default 0
  check (lost_fee_coin_amount between 0 and fee_coin_amount);
