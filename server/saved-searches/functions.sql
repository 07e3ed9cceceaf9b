-- after: blocks, catalog, search

-- Keys by which saved searches may find a product: every word, its category, its region, and the key of
-- searches for only a price.
create or replace function keys_of_product(search tsvector, category_id text, region text) returns text[]
  language sql immutable parallel safe
  return (
    select array_agg(:'word_key' || lexeme) from unnest(search)
  ) || array[:'category_key' || coalesce(category_id, ''), :'region_key' || region, :'any_key'];

-- Other people's saved searches that a public product matches.
create or replace function searches_matching(product uuid)
returns table (saved_search_id uuid, profile_id uuid, alert text, query text)
  language sql stable as $$
  with published as materialized (
    select p.*, to_jsonb(p) as columns
    from products p where p.id = product and p.status in ('available', 'reserved')
  )
  select s.id, s.profile_id, s.alert, s.query
  from published p
  join saved_searches s on s.keys && keys_of_product(p.search, p.category_id, p.region)
  where s.alert <> 'none'
    and s.profile_id <> p.seller_id
    and block_between(s.profile_id, p.seller_id) is null
    and (s.category_id is null or s.category_id = p.category_id)
    and (s.regions is null or p.region = any(s.regions))
    and (s.place_ids is null or p.place_id = any(s.place_ids))
    and (s.location_query is null or p.location_terms @@ s.location_query)
    and (s.words is null or p.search @@ s.words)
    -- Not a function of its own, because PostgreSQL does not inline a function with a subquery: it took as long as all
    -- the rest.
    and (s.choices || s.attribute_ranges = '{}' or not exists (
      select from (
        select p.columns -> name as known, value from jsonb_each(s.choices) as c (name, value)
        union all
        select p.attributes -> name, value from jsonb_each(s.attribute_ranges) as a (name, value)
      ) wanted
      -- A value, several, or two ends: {"price_type": "fixed", "condition": {"any": ["new", "good"]}, "price": [100, 2000]}.
      where case jsonb_typeof(value)
        when 'array' then known between value -> 0 and value -> 1
        when 'object' then value -> 'any' @> known
        else known = value
      end is not true
    ))
$$;

-- A function of an earlier version, which nothing calls any more.
drop function if exists are_as_wanted(jsonb, jsonb);
