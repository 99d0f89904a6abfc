-- Those of one coin, the newest first, however many others there are.
create index payouts_of_coin on merchant.payouts (coin, id);
