-- For the sweep of those that were not used for long.
create index known_addresses_last_used_at on accounts.known_addresses (last_used_at);
