-- Changes of the prices of published listings in the last 30 days.
create table price_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null constraint priced_product_exists references products on delete cascade,
  price_from numeric(8,2) not null,
  price_to numeric(8,2) not null,
  became_another_thing boolean not null default false,
  changed_at timestamptz(3) not null default now()
);
create index price_changes_of_product on price_changes (product_id, changed_at);
create index price_changes_by_age on price_changes (changed_at);

-- The price before it fell, and when it fell (follow_price).
alter table products add column fell_from numeric(8,2), add column fell_at timestamptz(3);
alter table products add constraint fall_is_below check ((fell_from is null) = (fell_at is null) and fell_from > price) not valid;
