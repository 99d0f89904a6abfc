-- The last that each venue said, so that a process which starts or takes over has prices at once. Prices are euros for
-- one whole coin with eight decimals.
create table merchant.rate_books (
  venue text not null,
  pair text not null,
  bid numeric(38, 0) not null,
  ask numeric(38, 0) not null,
  received_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (venue, pair)
) with (fillfactor = 50);

-- One row for each pair and minute, later for each five minutes, then for each hour.
create table merchant.rate_history (
  pair text not null,
  starts_at timestamptz not null,
  seconds integer not null,
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  primary key (pair, starts_at, seconds)
);

-- Serves the thinning; hours are never thinned, and are most of the table in the end.
create index rate_history_thinned on merchant.rate_history (seconds, starts_at) where seconds < 3600;
