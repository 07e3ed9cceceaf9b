-- Where each text lies is worked out before the table is locked, and for what was written meanwhile after it.
create temporary table located on commit drop as
  select region, location, (locate_product(region, location)).*
  from (select distinct region, location from products where region is not null) as written;

alter table products add column place_ids smallint[] not null default '{}';

insert into located
  select region, location, (locate_product(region, location)).*
  from (
    select region, location from products where region is not null except select region, location from located
  ) as written;

create or replace function place_product() returns trigger language plpgsql as $$
declare
  located record := locate_product(new.region, new.location);
begin
  -- Keeps the place it has while a region is being renamed and its places are not yet.
  if located.place_id is not null or new.region is null then
    new.place_id := located.place_id;
    new.place_ids := located.place_ids;
  end if;
  return new;
end
$$;

alter table products disable trigger user;
update products p set place_id = l.place_id, place_ids = l.place_ids
from located l where p.region = l.region and p.location = l.location;
alter table products enable trigger user;

alter table products
  add column location_terms tsvector not null generated always as (location_terms(location, place_ids)) stored,
  drop column folded_location;

drop index products_search;
create index products_search on products using gin (search, category_id, region, location_terms)
  with (fastupdate = off) where status not in ('draft', 'sold');

alter table saved_searches add column location_query tsquery;
update saved_searches s
set location_query = (select query::tsquery from location_meaning(s.place_prefix))
where place_prefix is not null;
alter table saved_searches drop column place_ids, drop column place_prefix;

create or replace function searches_matching(product uuid)
returns table (saved_search_id uuid, profile_id uuid, alert text, query text)
  language sql stable as $$
  select s.id, s.profile_id, s.alert, s.query
  from products p
  join saved_searches s on s.keys && keys_of_product(p.search, p.category_id, p.region)
  where p.id = product and p.status in ('available', 'reserved')
    and s.alert <> 'none'
    and s.profile_id <> p.seller_id
    and (s.category_id is null or s.category_id = p.category_id)
    and (s.regions is null or p.region = any(s.regions))
    and (s.price_min is null or p.price >= s.price_min)
    and (s.price_max is null or p.price <= s.price_max)
    and (s.price_type is null or s.price_type = p.price_type)
    and (s.location_query is null or p.location_terms @@ s.location_query)
    and (s.words is null or p.search @@ s.words)
$$;
