-- Who was shown a campaign on a day, and whether it was clicked: of each one counts. Forgotten after two days; the
-- counts stay. The campaign has no reference: the rows would all lock the few campaigns that run.
create table social.campaign_views (
  user_id uuid not null references social.users (id) on delete cascade,
  campaign_id uuid not null,
  day date not null,
  viewed_at timestamptz not null,
  clicked_at timestamptz,
  primary key (user_id, campaign_id, day)
);
create index campaign_views_by_day on social.campaign_views (day);
