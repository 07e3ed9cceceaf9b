-- no-transaction: people go on writing while these are checked and built.
alter table products validate constraint fall_is_below;
drop index concurrently if exists products_fallen;
create index concurrently products_fallen on products (fell_at desc, id desc) where fell_at is not null;
