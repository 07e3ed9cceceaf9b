-- Photos on their way: being received, waiting to be prepared, refused, and prepared ones without a product yet.
create table photo_uploads (
  id uuid primary key default uuidv7(),
  seller_id uuid not null constraint photo_seller_exists references profiles on delete cascade,
  -- Chosen by the browser, so that a photo sent twice is one.
  client_key uuid not null,
  -- Names the received file. Each attempt to send it has a file of its own, so that two at once do not collide.
  attempt uuid not null default uuidv7(),
  product_id uuid constraint photo_product_exists references products on delete cascade,
  -- The photo whose position it takes once it is prepared.
  replaces_id uuid constraint replaced_photo_exists references product_images on delete set null,
  position smallint not null default 0 constraint photo_position_known check (position between 0 and 19),
  file_name text not null constraint file_name_length check (length(file_name) <= 255),
  state text not null default 'receiving'
    constraint photo_state_known check (state in ('receiving', 'waiting', 'ready', 'refused')),
  -- Code of the refusal, as the contract declares it.
  refusal text,
  -- Common start of its prepared files, as in product_images; decided at once, so that preparing it twice is harmless.
  image_url text not null constraint photo_url_unique unique,
  width integer,
  height integer,
  thumbhash text,
  dhash bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Hashes of the photo's areas, until it belongs to a listing.
  likeness jsonb not null default '[]',
  -- Contents of the QR codes in it.
  codes text[] not null default '{}',
  constraint one_photo_per_client_key unique (seller_id, client_key),
  constraint refused_for_a_reason check ((state = 'refused') = (refusal is not null)),
  constraint ready_is_measured check (
    state <> 'ready' or width is not null and height is not null and thumbhash is not null and dhash is not null
  )
);
create index photo_uploads_of_product on photo_uploads (product_id) where product_id is not null;
create index photo_uploads_of_seller on photo_uploads (seller_id, created_at);
create index photo_uploads_abandoned on photo_uploads (updated_at);

-- What the areas of a listing's photo look like. Each third of `phash` is a band by which candidates are found.
create table photo_hashes (
  photo_id uuid not null constraint hashed_photo_exists references product_images on delete cascade,
  area smallint not null,
  phash bigint not null,
  dhash bit(256) not null,
  mirrored_dhash bit(256) not null,
  primary key (photo_id, area)
);
create index photo_hashes_by_first_band on photo_hashes (((phash & 2097151)::int)) include (phash, photo_id, area);
create index photo_hashes_by_second_band on photo_hashes ((((phash >> 21) & 2097151)::int)) include (phash, photo_id, area);
create index photo_hashes_by_third_band on photo_hashes ((((phash >> 42) & 2097151)::int)) include (phash, photo_id, area);

-- Pairs of photos that show the same; `earlier_id` was uploaded first.
create table photo_matches (
  photo_id uuid not null constraint matched_photo_exists references product_images on delete cascade,
  earlier_id uuid not null constraint earlier_photo_exists references product_images on delete cascade,
  primary key (photo_id, earlier_id)
);
create index photo_matches_by_earlier on photo_matches (earlier_id);
