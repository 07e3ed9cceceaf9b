-- no-transaction: people go on writing while these are built.
drop index concurrently if exists products_unwritten;
create index concurrently products_unwritten on products (id) where search_version = 0;

-- A category in the order of its prices.
drop index concurrently if exists products_of_category_dearest;
create index concurrently products_of_category_dearest on products (category_id, price desc, created_at desc, id desc)
  where status in ('available', 'reserved');
drop index concurrently if exists products_of_category_cheapest;
create index concurrently products_of_category_cheapest on products (category_id, (-price) desc, created_at desc, id desc)
  where status in ('available', 'reserved');
