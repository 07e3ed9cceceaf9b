create table saved_searches (
  id uuid primary key default uuidv7(),
  profile_id uuid not null constraint saved_search_person_exists references profiles on delete cascade,
  -- The query of its result page: '?category=mobile&max=2000', always written in the same way.
  query text not null constraint saved_query_length check (length(query) between 1 and 2500),
  alert text not null default 'instant' constraint alert_known check (alert in ('instant', 'daily', 'none')),

  -- What a product must be, worked out when the search is saved; null requires nothing.
  words tsquery,
  category_id text constraint saved_category_exists references categories on update cascade on delete cascade,
  regions text[],
  -- The rarest of its requirements, as one of these is among the keys of every product that it matches.
  keys text[] not null constraint has_a_key check (cardinality(keys) > 0),

  created_at timestamptz(3) not null default now(),

  -- Further requirements: a location; columns, a value or between two ends: {"price_type": "fixed", "price": [100, 2000]};
  -- and attributes: {"mileage": [0, 100000]}.
  location_query tsquery,
  choices jsonb not null default '{}',
  attribute_ranges jsonb not null default '{}',
  -- The towns within the radius of a search.
  place_ids smallint[],
  constraint saved_once unique (profile_id, query)
);
create index saved_searches_newest on saved_searches (profile_id, created_at desc, id desc);
create index saved_searches_by_key on saved_searches using gin (keys) with (fastupdate = off) where alert <> 'none';

-- New products that saved searches have matched, so that nobody is notified twice; those of daily alerts wait here.
create table saved_search_matches (
  saved_search_id uuid not null constraint matching_search_exists references saved_searches on delete cascade,
  product_id uuid not null constraint matched_product_exists references products on delete cascade,
  matched_at timestamptz(3) not null default now(),
  told_at timestamptz(3),
  -- Notified as soon as it matched; each search has only so many of these a day.
  at_once boolean not null default false,
  primary key (saved_search_id, product_id)
);
create index matches_of_product on saved_search_matches (product_id);
create index matches_untold on saved_search_matches (saved_search_id) where told_at is null;
create index matches_told_at_once on saved_search_matches (saved_search_id, told_at) where at_once;
create index matches_by_age on saved_search_matches (matched_at);
-- The newest matches of a search, for the row on the home page.
create index matches_of_search on saved_search_matches (saved_search_id, matched_at desc);
