-- Whether a PSP wants each of its payment references once.
alter table merchant.psps add column unique_payment_references boolean not null default false;
