create function longest(texts text[]) returns integer language sql immutable
  return (select max(length(one)) from unnest(texts) as one);

-- What is complete before others may see it may be missing from a draft.
alter table products
  alter column price drop not null,
  alter column region drop not null,
  alter column place_id drop not null,
  drop constraint title_length,
  add constraint title_length check (length(title) <= 100 and (status = 'draft' or length(title) >= 3)),
  add constraint published_is_complete check (
    status = 'draft'
    or price is not null and region is not null and place_id is not null
  ),
  drop constraint tags_few,
  add constraint tags_few check (cardinality(tags) <= 10),
  add constraint tags_short check (longest(tags) <= 30),
  -- [{"name": "Storage", "value": "128 GB"}, …]
  add column custom_fields jsonb not null default '[]'
    constraint custom_fields_few check (jsonb_typeof(custom_fields) = 'array' and jsonb_array_length(custom_fields) <= 12)
    constraint custom_fields_short check (jsonb_array_length(custom_fields) = jsonb_array_length(jsonb_path_query_array(
      custom_fields,
      '$[*] ? (@.name like_regex "^.{1,40}$" flag "s" && @.value like_regex "^.{1,100}$" flag "s")'
    ))),
  -- Raised by each edit of its texts: whoever edits an older one is told.
  add column version integer not null default 1,
  -- Chosen by the browser, so that a draft sent twice is one.
  add column client_key uuid,
  -- For whom it is reserved or to whom it was sold, where the seller says so.
  add column buyer_id uuid constraint buyer_exists references profiles on delete set null,
  add constraint buyer_of_what_is_taken check (buyer_id is null or status in ('reserved', 'sold')),
  add constraint buyer_is_not_seller check (buyer_id <> seller_id),
  add column status_changed_at timestamptz(3) not null default now();

create unique index product_client_key_unique on products (seller_id, client_key);
create index drafts_of_seller on products (seller_id, updated_at desc, id desc) where status = 'draft';
create index products_of_buyer on products (buyer_id) where buyer_id is not null;

-- At most five, each at a place of its own; the first is primary. Checked when a transaction ends, so that two may
-- change places.
alter table product_images
  add constraint image_position_within_five check (position between 0 and 4),
  add constraint one_image_per_position unique (product_id, position) deferrable initially deferred;
-- Not unique: a made-up market shows the same photos again and again.
create index photos_by_address on product_images (image_url);

-- Photos on their way: being received, waiting to be prepared, refused, and prepared ones without a product yet.
create table photo_uploads (
  id uuid primary key default uuidv7(),
  seller_id uuid not null constraint photo_seller_exists references profiles on delete cascade,
  -- Chosen by the browser, so that a photo sent twice is one.
  client_key uuid not null,
  -- Names the received file. Each try to send it has one of its own, so that two at once cannot meet.
  attempt uuid not null default uuidv7(),
  product_id uuid constraint photo_product_exists references products on delete cascade,
  -- The photo whose place it takes once it is prepared.
  replaces_id uuid constraint replaced_photo_exists references product_images on delete set null,
  position smallint not null default 0 constraint photo_position_known check (position between 0 and 19),
  file_name text not null constraint file_name_length check (length(file_name) <= 255),
  state text not null default 'receiving'
    constraint photo_state_known check (state in ('receiving', 'waiting', 'ready', 'refused')),
  -- Code of the refusal, of those in the contract.
  refusal text,
  -- Where its prepared files begin, as image_url of product_images; decided at once, so that doing it twice is harmless.
  image_url text not null constraint photo_url_unique unique,
  width integer,
  height integer,
  thumbhash text,
  dhash bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint one_photo_per_client_key unique (seller_id, client_key),
  constraint refused_for_a_reason check ((state = 'refused') = (refusal is not null)),
  constraint ready_is_measured check (
    state <> 'ready' or width is not null and height is not null and thumbhash is not null and dhash is not null
  )
);

create index photo_uploads_of_product on photo_uploads (product_id) where product_id is not null;
create index photo_uploads_of_seller on photo_uploads (seller_id, created_at);
create index photo_uploads_abandoned on photo_uploads (updated_at);

-- Views are counted in memory and added here every few seconds.
create table product_views (
  product_id uuid primary key constraint viewed_product_exists references products on delete cascade,
  count bigint not null default 0
);

create table favourites (
  profile_id uuid not null constraint favourite_person_exists references profiles on delete cascade,
  product_id uuid not null constraint favourite_product_exists references products on delete cascade,
  -- The price when it was kept, so that the page of favourites can tell what changed.
  price_then numeric(8,2) not null,
  created_at timestamptz(3) not null default now(),
  primary key (profile_id, product_id)
);
create index favourites_newest on favourites (profile_id, created_at desc, product_id desc);
create index favourites_of_product on favourites (product_id);

-- Words of drafts are nobody's business: suggestions learn only what is on sale.
create or replace function learn_market_words() returns trigger language plpgsql as $$
begin
  insert into market_words (word, products)
  select distinct word, 1
  from added, unnest(words_of_product(title, tags, category_id)) as word
  where status <> 'draft' and length(word) between 2 and 40
  order by word
  on conflict do nothing;
  if random() < 0.0625 then
    update market_words set products = products + 16
    where word in (
      select word from market_words
      where word in (
        select unnest(words_of_product(title, tags, category_id)) from added where status <> 'draft'
      )
      order by word for update skip locked
    );
  end if;
  return null;
end
$$;
