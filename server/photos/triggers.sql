create or replace trigger shared_photos_follow_product after update of status, buyer_id on products
  for each row when (old.status <> new.status or old.buyer_id is distinct from new.buyer_id)
  execute function shared_photos_follow_product();

create or replace trigger shared_photos_follow_matches after insert on photo_matches
  referencing new table as changed for each statement execute function shared_photos_follow_match();

create or replace trigger shared_photos_follow_fewer_matches after delete on photo_matches
  referencing old table as changed for each statement execute function shared_photos_follow_match();

create or replace trigger forget_photo_keypoints after delete on photo_likenesses
  referencing old table as gone for each statement execute function forget_photo_keypoints();

create or replace trigger describe_photos_later after insert on product_images
  referencing new table as added for each statement execute function describe_photos_later();
