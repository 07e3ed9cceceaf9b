-- What is known of how somebody sells, counted when it changes: a page reads one row for it. Triggers keep ratings and
-- sales (sellers/triggers.sql), a nightly job how soon they answer.
create table seller_figures (
  seller_id uuid primary key references profiles (id) on delete cascade,
  rating numeric(2, 1) constraint rating_one_to_five check (rating between 1 and 5),
  reviews integer not null default 0 constraint reviews_not_negative check (reviews >= 0),
  sold integer not null default 0 constraint sold_not_negative check (sold >= 0),
  -- Until their first answer to somebody who wrote about a listing, in the middle; null while that is not known.
  reply_minutes integer constraint reply_minutes_not_negative check (reply_minutes >= 0)
);

insert into seller_figures (seller_id, rating, reviews, sold)
select
  s.id,
  (select round(avg(r.rating), 1) from products p join product_reviews r on r.product_id = p.id
    where p.seller_id = s.id and p.status <> 'draft' and r.is_earned),
  (select count(*) from products p join product_reviews r on r.product_id = p.id
    where p.seller_id = s.id and p.status <> 'draft' and r.is_earned),
  (select count(*) from products p where p.seller_id = s.id and p.status = 'sold')
from profiles s
where exists (select from products p where p.seller_id = s.id and p.status <> 'draft');
