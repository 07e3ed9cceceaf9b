create or replace trigger sales_are_counted_at_once after insert on products
  referencing new table as changed for each statement execute function count_seller_of_products();

create or replace trigger sales_are_counted after update of status on products
  for each row when ((old.status = 'sold') <> (new.status = 'sold') or (old.status in ('draft', 'held')) <> (new.status in ('draft', 'held')))
  execute function count_seller_of_product();

create or replace trigger sales_are_counted_out after delete on products
  referencing old table as gone for each statement execute function count_seller_of_gone_products();

create or replace trigger reviews_are_counted_at_once after insert on product_reviews
  referencing new table as changed for each statement execute function count_seller_of_reviews();

create or replace trigger reviews_are_counted after update of rating, earned_by, shares_access, removed_at, waits_until on product_reviews
  for each row when (old.rating <> new.rating or old.is_earned <> new.is_earned)
  execute function count_seller_of_review();

create or replace trigger reviews_are_counted_out after delete on product_reviews
  referencing old table as gone for each statement execute function count_seller_of_gone_reviews();
