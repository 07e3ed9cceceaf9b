-- no-transaction: people go on writing while these are built.
-- Every order of listings on sale, with the columns that filters compare: a scan for a price in a region reads the entries
-- of the index and only the rows of its page. A new filter of a column needs that column here.
drop index concurrently if exists products_newest_new;
create index concurrently products_newest_new on products (created_at desc, id desc)
  include (category_id, region, place_id, price, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_newest;
alter index if exists products_newest_new rename to products_newest;
drop index concurrently if exists products_of_category_new;
create index concurrently products_of_category_new on products (category_id, created_at desc, id desc)
  include (region, place_id, price, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_of_category;
alter index if exists products_of_category_new rename to products_of_category;
drop index concurrently if exists products_of_region_new;
create index concurrently products_of_region_new on products (region, created_at desc, id desc)
  include (category_id, place_id, price, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_of_region;
alter index if exists products_of_region_new rename to products_of_region;
drop index concurrently if exists products_of_place_new;
create index concurrently products_of_place_new on products (place_id, created_at desc, id desc)
  include (category_id, region, price, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_of_place;
alter index if exists products_of_place_new rename to products_of_place;
drop index concurrently if exists products_dearest_new;
create index concurrently products_dearest_new on products (price desc, created_at desc, id desc)
  include (category_id, region, place_id, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_dearest;
alter index if exists products_dearest_new rename to products_dearest;
drop index concurrently if exists products_cheapest_new;
create index concurrently products_cheapest_new on products ((-price) desc, created_at desc, id desc)
  include (category_id, region, place_id, price, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_cheapest;
alter index if exists products_cheapest_new rename to products_cheapest;
drop index concurrently if exists products_of_category_dearest_new;
create index concurrently products_of_category_dearest_new on products (category_id, price desc, created_at desc, id desc)
  include (region, place_id, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_of_category_dearest;
alter index if exists products_of_category_dearest_new rename to products_of_category_dearest;
drop index concurrently if exists products_of_category_cheapest_new;
create index concurrently products_of_category_cheapest_new on products (category_id, (-price) desc, created_at desc, id desc)
  include (region, place_id, price, condition, price_type) where status in ('available', 'reserved');
drop index concurrently if exists products_of_category_cheapest;
alter index if exists products_of_category_cheapest_new rename to products_of_category_cheapest;
drop index concurrently if exists products_of_category_in_region;
create index concurrently products_of_category_in_region on products (category_id, region, created_at desc, id desc)
  include (place_id, price, condition, price_type) where status in ('available', 'reserved');

-- With the price bands of categories and regions, here because the functions' own files run after the migrations. The
-- index of terms is made again with it. It has no statistics, which took two thirds of the time of ANALYZE: no plan
-- depends on them.
create or replace function search_terms(
  search tsvector, category_id text, region text, price numeric, created_at timestamptz
) returns tsvector
  -- A high cost, so that no plan computes it for rows if the index has it.
  language sql immutable parallel safe cost 2000
  return (
    select array_to_tsvector(
      -- No query is longer, and a term must stay below the 2 KB limit of a lexeme.
      array_agg(lexeme || level || week) filter (where length(lexeme) <= 100)
      || array_agg(lexeme || band) filter (where length(lexeme) <= 100)
      || array[category || week, category || band, '/r/' || region || week, '/r/' || region || band]
    )
    from (
      -- The offset makes PostgreSQL compute these once instead of for each word.
      select
        '/c/' || coalesce(category_id, '') as category,
        '/' || market_week(created_at) as week,
        '/p/' || price_band(price) as band
      offset 0
    ) as shared
    cross join lateral (
      select
        lexeme,
        case
          when 'A' = any(weights) then case when 'D' = any(weights) then '/3' else '/2' end
          when 'B' = any(weights) then case when 'D' = any(weights) then '/5' else '/4' end
          when 'D' = any(weights) then '/1'
          else '/0'
        end as level
      from unnest(search)
    ) as words
    group by category, week, band
  );
drop index concurrently if exists products_terms_new;
create index concurrently products_terms_new on products using gin (search_terms(search, category_id, region, price, created_at))
  with (fastupdate = off) where status in ('available', 'reserved');
alter index products_terms_new alter column 1 set statistics 0;
drop index concurrently if exists products_terms;
alter index if exists products_terms_new rename to products_terms;

-- The documents of another version than the second are written again.
drop index concurrently if exists products_unwritten;
create index concurrently products_unwritten on products (id) where search_version <> 2;
