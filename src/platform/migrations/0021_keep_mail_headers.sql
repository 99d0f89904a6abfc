-- Headers of a mail besides the usual ones, such as List-Unsubscribe.
alter table platform.mailbox add column headers jsonb not null default '{}';
