-- Counts a seller's figures again. Two transactions that change them wait for each other at the row, and each
-- statement after the lock sees the other's changes.
create or replace function count_seller(seller uuid) returns void language plpgsql as $$
begin
  -- A person who is being deleted has nothing to count.
  insert into seller_figures (seller_id) select id from profiles where id = seller on conflict do nothing;
  perform from seller_figures where seller_id = seller for update;
  update seller_figures f set (rating, reviews, reviewers) = (
    select round(avg(r.rating), 1), count(*), count(distinct coalesce(r.reviewer_id, r.id))
    from products p join product_reviews r on r.product_id = p.id
    where p.seller_id = seller and p.status not in ('draft', 'held') and r.is_earned
  )
  where f.seller_id = seller;
end
$$;

create or replace function count_seller_of_products() returns trigger language plpgsql as $$
begin
  perform count_seller(seller_id) from (select distinct seller_id from changed where status = 'sold') as sellers;
  return null;
end
$$;

-- Counts once for all rows that are deleted together, for example with a seller; in one order, so that two do
-- not deadlock.
create or replace function count_seller_of_gone_products() returns trigger language plpgsql as $$
begin
  perform count_seller(seller_id) from (
    select distinct seller_id from gone where status <> 'draft' order by seller_id
  ) as sellers;
  return null;
end
$$;

create or replace function count_seller_of_product() returns trigger language plpgsql as $$
begin
  perform count_seller(new.seller_id);
  return null;
end
$$;

create or replace function count_seller_of_reviews() returns trigger language plpgsql as $$
begin
  perform count_seller(seller_id) from (
    select distinct p.seller_id from changed r join products p on p.id = r.product_id where r.is_earned
  ) as sellers;
  return null;
end
$$;

create or replace function count_seller_of_gone_reviews() returns trigger language plpgsql as $$
begin
  perform count_seller(seller_id) from (
    select distinct p.seller_id from gone r join products p on p.id = r.product_id where r.is_earned order by seller_id
  ) as sellers;
  return null;
end
$$;

create or replace function count_seller_of_review() returns trigger language plpgsql as $$
begin
  perform count_seller(seller_id) from products where id = new.product_id;
  return null;
end
$$;
