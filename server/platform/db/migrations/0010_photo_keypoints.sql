-- Photos are compared by keypoints (docs/decisions/0024-photo-likeness.md). `photo_hashes` and `photo_uploads.likeness` stay
-- for processes that still run the version before, and are used by them alone.
create table photo_likenesses (
  photo_id uuid primary key constraint described_photo_exists references product_images on delete cascade,
  -- By which `photo_keypoints` names the photo in four bytes.
  number int generated always as identity constraint photo_number_is_free unique,
  -- Key, rest and place of each keypoint in turn.
  keypoints int[] not null
);

-- The same keypoints, to be found by their keys from the index alone, which needs them vacuumed.
create table photo_keypoints (
  key int not null,
  rest int not null,
  place int not null,
  photo int not null
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index photo_keypoints_by_key on photo_keypoints (key, photo) include (rest, place);

-- What a prepared upload looks like, as JSON.
create table upload_likenesses (
  upload_id uuid primary key constraint described_upload_exists references photo_uploads on delete cascade,
  likeness jsonb not null
);

-- Photos without keypoints, of earlier versions and of processes that still run them; a job describes them.
create table photos_to_describe (
  photo_id uuid primary key constraint photo_to_describe_exists references product_images on delete cascade,
  attempts smallint not null default 0
);
create index photos_to_describe_next on photos_to_describe (attempts, photo_id);
insert into photos_to_describe (photo_id) select id from product_images;
