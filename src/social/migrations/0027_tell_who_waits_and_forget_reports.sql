-- Who waited for a place when the notice was made, and has not been told yet. A copy: a cancelled event has no list.
create table social.notice_waiters (
  notice_id uuid not null references social.event_notices (id) on delete cascade,
  user_id uuid not null references social.users (id) on delete cascade,
  primary key (notice_id, user_id)
);
-- For the erasure of a user.
create index notice_waiters_by_user on social.notice_waiters (user_id);

-- For the sweep of reports that have long been closed.
create index reports_closed on social.reports (closed_at) where closed_at is not null;
