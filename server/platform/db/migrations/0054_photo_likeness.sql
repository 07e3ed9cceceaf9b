-- What a photo's areas look like, until it belongs to a listing.
alter table photo_uploads add column likeness jsonb not null default '[]';

-- The stored ones of a listing's photo. Each third of `phash` is a band by which candidates are found.
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

-- Photos that show the same; the first of each pair came later.
create table photo_matches (
  photo_id uuid not null constraint matched_photo_exists references product_images on delete cascade,
  earlier_id uuid not null constraint earlier_photo_exists references product_images on delete cascade,
  primary key (photo_id, earlier_id)
);
create index photo_matches_by_earlier on photo_matches (earlier_id);

-- A photo of it was in another seller's listing before, which buyers read.
alter table products add column shares_photo boolean not null default false;
