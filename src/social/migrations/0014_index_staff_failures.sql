-- Guesses with names made up are rows of their own: what is old is found without reading them all.
create index staff_failures_since on social.staff_failures (since);
