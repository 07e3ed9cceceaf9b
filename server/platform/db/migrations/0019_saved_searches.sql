create table saved_searches (
  id uuid primary key default uuidv7(),
  profile_id uuid not null constraint saved_search_person_exists references profiles on delete cascade,
  -- The query of its result page: '?category=mobile&max=2000', always written in the same way.
  query text not null constraint saved_query_length check (length(query) between 1 and 2500),
  alert text not null default 'instant' constraint alert_known check (alert in ('instant', 'daily', 'none')),

  -- What it asks of a product, worked out when it is saved; null asks for nothing.
  words tsquery,
  category_id text constraint saved_category_exists references categories on update cascade on delete cascade,
  regions text[],
  place_ids smallint[],
  place_prefix text,
  price_min numeric(8,2),
  price_max numeric(8,2),
  price_type text,
  -- The rarest thing that it asks for, as one of these is among the keys of every product that it matches.
  keys text[] not null constraint has_a_key check (cardinality(keys) > 0),

  created_at timestamptz(3) not null default now(),
  constraint saved_once unique (profile_id, query)
);
create index saved_searches_newest on saved_searches (profile_id, created_at desc, id desc);
create index saved_searches_by_key on saved_searches using gin (keys) with (fastupdate = off) where alert <> 'none';

-- New products that saved searches have met, so that none is told twice; those of daily alerts wait here.
create table saved_search_matches (
  saved_search_id uuid not null constraint matching_search_exists references saved_searches on delete cascade,
  product_id uuid not null constraint matched_product_exists references products on delete cascade,
  matched_at timestamptz(3) not null default now(),
  told_at timestamptz(3),
  -- Told as soon as it was met; of one search only so many a day.
  at_once boolean not null default false,
  primary key (saved_search_id, product_id)
);
create index matches_of_product on saved_search_matches (product_id);
create index matches_untold on saved_search_matches (saved_search_id) where told_at is null;
create index matches_told_at_once on saved_search_matches (saved_search_id, told_at) where at_once;
create index matches_by_age on saved_search_matches (matched_at);

-- By what saved searches may find a product: every word, its category, its region, and the key of those that ask for
-- a price alone.
create function keys_of_product(search tsvector, category_id text, region text) returns text[]
  language sql immutable parallel safe
  return (
    select array_agg('w/' || lexeme) from unnest(search)
  ) || array['c/' || coalesce(category_id, ''), 'r/' || region, '*'];

-- The saved searches of other people that a public product matches.
create function searches_matching(product uuid)
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
    and (s.place_ids is null or p.place_id = any(s.place_ids) or starts_with(p.folded_location, s.place_prefix))
    and (s.words is null or p.search @@ s.words)
$$;
