alter table product_reviews
  add column edited_at timestamptz(3),
  -- The seller's answer, once.
  add column reply text constraint reply_length check (length(reply) between 1 and 500),
  add column replied_at timestamptz(3),
  add constraint reply_has_a_time check ((reply is null) = (replied_at is null));

-- News of a review, and of its answer, go with it.
alter table notifications
  add column review_id uuid constraint told_review_exists references product_reviews on delete cascade;
create index news_of_review on notifications (review_id) where review_id is not null;

-- Nobody rates their own goods, whatever way the row comes.
create function refuse_own_review() returns trigger language plpgsql as $$
begin
  if exists (select from products where id = new.product_id and seller_id = new.reviewer_id) then
    raise exception using errcode = 'check_violation', constraint = 'review_is_not_by_seller',
      message = 'sellers do not review their own products';
  end if;
  return new;
end
$$;
create trigger review_of_another before insert or update of product_id, reviewer_id on product_reviews
  for each row when (new.reviewer_id is not null) execute function refuse_own_review();
