create or replace trigger review_of_another before insert or update of product_id, reviewer_id on product_reviews
  for each row when (new.reviewer_id is not null) execute function refuse_own_review();

create or replace trigger new_review_is_judged before insert on product_reviews
  for each row execute function judge_new_review();

create or replace trigger new_buyer_review_is_judged before insert on buyer_reviews
  for each row execute function judge_buyer_review();

create or replace trigger shown_review_is_noted after insert or update of waits_until, rating, title, comment on product_reviews
  for each row when (new.waits_until is null and new.earned_by = 'purchase') execute function note_shown_review();

create or replace trigger shown_buyer_review_is_noted after insert or update of waits_until on buyer_reviews
  for each row when (new.waits_until is null) execute function note_shown_buyer_review();

create or replace trigger buyer_review_follows_listing after update of product_id on agreements
  for each row when (old.product_id is not null and new.product_id is null)
  execute function drop_waiting_buyer_review();

create or replace trigger reviews_follow_conversation after update of first_messages, second_messages on conversations
  for each row when (new.first_messages + new.second_messages = 4 and old.first_messages + old.second_messages < 4)
  execute function judge_reviews_of_conversation();

drop trigger if exists reviews_follow_sale on products;
create or replace trigger reviews_follow_deal after update of state on agreements
  for each row when (new.state = 'done' and old.state <> 'done') execute function judge_reviews_of_deal();

create or replace trigger reviews_follow_listing after update of title, category_id on products
  -- Renaming or merging categories also changes products, through their foreign key, but does not count here.
  for each row when (
    (old.title, old.category_id) is distinct from (new.title, new.category_id) and pg_trigger_depth() = 0
  ) execute function leave_reviews_behind();

create or replace trigger standing_is_public after update of earned_by, is_left_behind, removed_at, waits_until on product_reviews
  for each row when (old.standing <> new.standing or old.is_earned <> new.is_earned)
  execute function announce_standing();

-- Functions of earlier versions.
drop function if exists judge_reviews_of_sale();
