-- Returns whether the product has a photo that was on another seller's public listing first, unless it was
-- bought there.
create or replace function has_photo_of_another(product uuid) returns boolean stable language sql as $$
  select exists (
    select from products p
    join product_images i on i.product_id = p.id
    join photo_matches m on m.photo_id = i.id
    join product_images e on e.id = m.earlier_id
    join products other on other.id = e.product_id
    where p.id = product and other.seller_id <> p.seller_id
      and other.status not in ('draft', 'held') and other.buyer_id is distinct from p.seller_id
  )
$$;

create or replace function assess_shared_photos(products_at_hand uuid[]) returns void language sql as $$
  update products set shares_photo = not shares_photo
  where id = any(products_at_hand) and shares_photo <> has_photo_of_another(id)
$$;

-- Assesses photos of the product, and of listings whose photos are newer than its own.
create or replace function shared_photos_follow_product() returns trigger language plpgsql as $$
begin
  perform assess_shared_photos(array(
    select new.id
    union
    select later.product_id
    from product_images i join photo_matches m on m.earlier_id = i.id join product_images later on later.id = m.photo_id
    where i.product_id = new.id
  ));
  return null;
end
$$;

create or replace function shared_photos_follow_match() returns trigger language plpgsql as $$
begin
  perform assess_shared_photos(array(
    select distinct i.product_id from changed join product_images i on i.id = changed.photo_id
  ));
  return null;
end
$$;

-- Keypoints have no index of their photo alone, which would be as large as they are: their keys find them.
create or replace function forget_photo_keypoints() returns trigger language plpgsql as $$
begin
  delete from photo_keypoints k
  using (
    select distinct gone.number, gone.keypoints[at] as key
    from gone cross join generate_subscripts(gone.keypoints, 1) as at where at % 3 = 1
  ) as of_photo
  where k.key = of_photo.key and k.photo = of_photo.number;
  return null;
end
$$;

create or replace function describe_photos_later() returns trigger language plpgsql as $$
begin
  insert into photos_to_describe (photo_id) select id from added on conflict do nothing;
  return null;
end
$$;
