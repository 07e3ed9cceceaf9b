create table products (
  id uuid primary key default uuidv7(),
  title text not null
    constraint title_length check (length(title) <= 100 and (status = 'draft' or length(title) >= 3)),
  description text not null default '' constraint description_length check (length(description) <= 2000),
  price numeric(8,2) constraint price_not_negative check (price >= 0),
  price_type text not null default 'negotiable'
    constraint price_type_known check (price_type in ('negotiable', 'fixed')),
  category_id text constraint category_exists references categories on update cascade on delete set null,
  condition text not null default 'good'
    constraint condition_known check (condition in ('new', 'like-new', 'good', 'fair', 'poor')),
  region text constraint region_exists references regions on update cascade,
  location text not null default '' constraint location_length check (length(location) <= 100),
  tags text[] not null default '{}'
    constraint tags_few check (cardinality(tags) <= 10)
    constraint tags_short check (longest(tags) <= 30),
  -- Held: out of sight until a moderator, or the end of a suspension, gives it back the status it had.
  status text not null default 'available'
    constraint status_known check (status in ('draft', 'available', 'reserved', 'sold', 'held')),
  is_sold boolean generated always as (status = 'sold') virtual,
  seller_id uuid not null constraint seller_exists references profiles on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The nearest place that region and location name (place_product).
  place_id smallint constraint place_exists references places,
  -- Words and attributes by which it is found. A trigger fills it (fill_search): a generated column would be computed
  -- again for every product, under a lock that readers wait for, whenever its function changes.
  search tsvector not null default '',
  -- [{"name": "Storage", "value": "128 GB"}, …]
  custom_fields jsonb not null default '[]'
    constraint custom_fields_few check (jsonb_typeof(custom_fields) = 'array' and jsonb_array_length(custom_fields) <= 12)
    constraint custom_fields_short check (jsonb_array_length(custom_fields) = jsonb_array_length(jsonb_path_query_array(
      custom_fields,
      '$[*] ? (@.name like_regex "^.{1,40}$" flag "s" && @.value like_regex "^.{1,100}$" flag "s")'
    ))),
  -- Raised by each edit of its texts, so that a person who edits an older version is warned.
  version integer not null default 1,
  -- Chosen by the browser, so that a draft sent twice is one.
  client_key uuid,
  -- The person it is reserved for or was sold to, if the seller says so.
  buyer_id uuid constraint buyer_exists references profiles on delete set null,
  status_changed_at timestamptz(3) not null default now(),
  -- Every place that it is found by: those that it names, and those that contain them.
  place_ids smallint[] not null default '{}',
  location_terms tsvector not null generated always as (location_terms(location, place_ids)) stored,
  -- {"brand": "Samsung", "storage": "128 GB", "year": 2014}: what is known of a thing of its category. The service
  -- checks names and values against the contract's table.
  attributes jsonb not null default '{}'
    constraint attributes_few check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 2000)
    constraint attributes_plain check (
      not jsonb_path_exists(attributes, 'strict $.* ? (@.type() != "string" && @.type() != "number")')
    ),
  status_before_hold text
    constraint status_before_hold_known check (status_before_hold in ('available', 'reserved', 'sold')),
  -- A photo of it was in another seller's listing before; buyers see a warning.
  shares_photo boolean not null default false,
  -- A draft may lack what must be complete before others see it.
  constraint published_is_complete check (
    status = 'draft'
    or price is not null and region is not null and place_id is not null
  ),
  constraint held_remembers_status check ((status = 'held') = (status_before_hold is not null)),
  constraint buyer_of_what_is_taken check (buyer_id is null or coalesce(status_before_hold, status) in ('reserved', 'sold')),
  constraint buyer_is_not_seller check (buyer_id <> seller_id)
);

-- Every order in which listings on sale are read, in general and by category, region and place. This predicate is what
-- "unsold" means everywhere.
create index products_newest on products (created_at desc, id desc) where status in ('available', 'reserved');
create index products_of_category on products (category_id, created_at desc, id desc)
  where status in ('available', 'reserved');
create index products_of_region on products (region, created_at desc, id desc)
  where status in ('available', 'reserved');
create index products_of_place on products (place_id, created_at desc, id desc)
  where status in ('available', 'reserved');
-- Two, because among equal prices the newest comes first in both orders.
create index products_dearest on products (price desc, created_at desc, id desc)
  where status in ('available', 'reserved');
create index products_cheapest on products ((-price) desc, created_at desc, id desc)
  where status in ('available', 'reserved');

-- Search. Without the pending list every search costs the same, even just after many products came in. The first says
-- "unsold" in other words: the planner never combines two indexes whose conditions are the same text, and words are
-- combined with price, date and place.
create index products_search on products using gin (search, category_id, region, location_terms)
  with (fastupdate = off) where status not in ('draft', 'sold');
create index products_terms on products using gin (search_terms(search, category_id, region, price, created_at))
  with (fastupdate = off) where status in ('available', 'reserved');
-- Prices of similar sold things, by their words and attributes within their category.
create index products_sold on products using gin (search, category_id) with (fastupdate = off) where status = 'sold';

-- The listings of one person.
create index products_of_seller on products (seller_id, created_at desc, id desc);
create index drafts_of_seller on products (seller_id, updated_at desc, id desc) where status = 'draft';
create index products_of_buyer on products (buyer_id) where buyer_id is not null;
create unique index product_client_key_unique on products (seller_id, client_key);

create index products_sold_by_time on products (status_changed_at) where status = 'sold';

-- At most five, each at a position of its own; the first is primary.
create table product_images (
  id uuid primary key default uuidv7(),
  product_id uuid not null constraint image_product_exists references products on delete cascade,
  -- Common start of its files: '<image_url>-640.avif'.
  image_url text not null,
  is_primary boolean not null default false,
  position smallint not null default 0 constraint image_position_within_five check (position between 0 and 4),
  width integer not null constraint image_width_positive check (width > 0),
  height integer not null constraint image_height_positive check (height > 0),
  thumbhash text not null,
  -- Difference hash of the picture: two that differ in at most 8 bits show the same.
  dhash bigint not null,
  created_at timestamptz(3) not null default now(),
  -- The photo's key and file name when it was sent, by which its seller's browser recognises it. Null for photos that
  -- came another way.
  client_key uuid,
  file_name text constraint image_file_name_length check (length(file_name) <= 255),
  -- Contents of the QR codes in it: only moderators read them, if the guard sees a trick in one.
  codes text[] not null default '{}',
  -- Checked when a transaction ends, so that two may change positions.
  constraint one_image_per_position unique (product_id, position) deferrable initially deferred
);
create unique index one_primary_image on product_images (product_id) where is_primary;
create index images_of_product on product_images (product_id, position);
-- Not unique: a made-up market shows the same photos many times.
create index photos_by_address on product_images (image_url);

-- Views are counted in memory and added here every few seconds.
create table product_views (
  product_id uuid primary key constraint viewed_product_exists references products on delete cascade,
  count bigint not null default 0
);
