-- Nobody reads them: who published a text or closed a report is in the log. The version before still writes them, so
-- they can only be dropped once it runs nowhere any more: by the first migration of the next release.
comment on column social.texts.published_by is 'Not written since migration 0013; to be dropped.';
comment on column social.reports.closed_by is 'Not written since migration 0013; to be dropped.';
