-- The moment from which the town's dates are counted: when it was built, or moved forward last.
alter table social.town add column counted_from timestamptz;
update social.town set counted_from = seeded_at;
alter table social.town alter column counted_from set not null;
-- Posters are served by Praça itself, under whatever address it has.
update social.events set image = substring(image from '/posters/event-\d+\.svg$')
where image ~ '^https?://.*/social/posters/event-\d+\.svg$';
