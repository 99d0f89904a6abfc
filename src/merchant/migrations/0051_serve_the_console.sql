-- Lists of withdrawals, deposits, trades and refunds, each one walk along an index, newest first. Not of payments, which
-- are most of the orders and have a list of their own: nothing is added to what they cost.
create index orders_kind on merchant.orders (psp_id, kind, id) where kind <> 'payment';
create index orders_kind_unusual on merchant.orders (psp_id, kind, status, id)
  where kind <> 'payment' and status <> 'COMPLETED';

-- By the address that somebody asks about.
create index payouts_destination on merchant.payouts (psp_id, destination);

-- What a credential is for, what its tokens may do, and from where it is used; without networks from everywhere.
alter table merchant.credentials
  add column name text not null default '',
  add column scopes text[] not null default '{read,write,psp}',
  add column networks text[] not null default '{}';

-- The last requests of each credential, those that failed and those that did not, for whoever looks for a mistake. No
-- bodies, no queries, no secrets: the path as it stands in the reference.
create table merchant.recent_requests (
  client_id text not null,
  failed boolean not null,
  id uuid not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  request_id text not null,
  at timestamptz not null,
  primary key (client_id, failed, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
