-- Nobody reads when a block was mined. The version before still writes it: the column itself goes in a later release.
alter table merchant.chain_blocks alter column mined_at drop not null;
