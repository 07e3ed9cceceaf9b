-- no-transaction: people go on writing while the index is built.
-- Changes of the prices of published listings in the last 30 days.
create table if not exists price_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null constraint priced_product_exists references products on delete cascade,
  price_from numeric(8,2) not null,
  price_to numeric(8,2) not null,
  changed_at timestamptz(3) not null default now()
);
drop index concurrently if exists price_changes_of_product;
create index concurrently price_changes_of_product on price_changes (product_id, changed_at);

-- The price before it fell, and when it fell last (follow_price).
alter table products add column if not exists fell_from numeric(8,2), add column if not exists fell_at timestamptz(3);
alter table products drop constraint if exists fall_is_below;
alter table products add constraint fall_is_below check ((fell_from is null) = (fell_at is null) and fell_from > price) not valid;
alter table products validate constraint fall_is_below;

drop index concurrently if exists products_fallen;
create index concurrently products_fallen on products (fell_at desc, id desc) where fell_at is not null;
