-- Photos are compared by keypoints (docs/decisions/0024-photo-likeness.md). `photo_hashes` stays for processes that still
-- run the version before, and is written by them alone.
create table photo_likenesses (
  photo_id uuid primary key constraint described_photo_exists references product_images on delete cascade,
  -- By which `photo_keypoints` names the photo in four bytes.
  number int generated always as identity constraint photo_number_is_free unique,
  -- Key, rest and place of each keypoint in turn.
  keypoints int[] not null
);

-- The same keypoints, to be found by their keys from the index alone.
create table photo_keypoints (
  key int not null,
  rest int not null,
  place int not null,
  photo int not null
);
create index photo_keypoints_by_key on photo_keypoints (key) include (rest, place, photo);

-- Photos that an earlier version prepared; a job describes them.
create table photos_to_describe (
  photo_id uuid primary key constraint photo_to_describe_exists references product_images on delete cascade
);
insert into photos_to_describe (photo_id) select distinct photo_id from photo_hashes;
create function describe_photos_later() returns trigger language plpgsql as $$
begin
  insert into photos_to_describe (photo_id) select distinct photo_id from added on conflict do nothing;
  return null;
end
$$;
create trigger describe_photos_of_earlier_versions after insert on photo_hashes
  referencing new table as added for each statement execute function describe_photos_later();
