-- Who of the two has written: a conversation in which both did is what a review can stand on.
alter table conversations
  add column first_wrote boolean not null default false,
  add column second_wrote boolean not null default false;

update conversations c set
  first_wrote = exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.first_person),
  second_wrote = exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.second_person)
where last_seq > 0;

create function mark_writer() returns trigger language plpgsql as $$
begin
  update conversations set
    first_wrote = first_wrote or first_person = new.sender_id,
    second_wrote = second_wrote or second_person = new.sender_id
  where id = new.conversation_id
    and (first_person = new.sender_id and not first_wrote or second_person = new.sender_id and not second_wrote);
  return null;
end
$$;
create trigger conversation_has_writer after insert on messages
  for each row when (new.sender_id is not null) execute function mark_writer();

-- In the order in which a product's reviews are listed.
create type review_standing as enum ('counted', 'set-aside', 'without-conversation');

alter table product_reviews
  -- What the review stands on; null when nothing is known of the two.
  add column earned_by text constraint earned_by_known check (earned_by in ('purchase', 'conversation')),
  -- Writer and seller used one device or address when it was written.
  add column shares_access boolean not null default false,
  -- What the listing was then.
  add column written_title text not null default '',
  add column written_category text,
  -- The listing is another thing by now.
  add column is_left_behind boolean not null default false;

-- The one definition of what an earned review is.
create function review_earned_by(product uuid, reviewer uuid) returns text language sql stable as $$
  select case
    when p.status = 'sold' and p.buyer_id = reviewer then 'purchase'
    when exists (
      select from conversations c
      where c.id = find_conversation_for_product(product, reviewer, p.seller_id) and c.first_wrote and c.second_wrote
    ) then 'conversation'
  end
  from products p where p.id = product
$$;

-- Another category, or a title of which most is gone; words that were added or left out are the same thing.
create function is_another_thing(title_then text, category_then text, title_now text, category_now text)
  returns boolean language sql immutable
  return coalesce(category_then <> category_now, false)
    or title_then <> title_now and greatest(
      similarity(title_then, title_now),
      word_similarity(title_then, title_now),
      word_similarity(title_now, title_then)
    ) < 0.5;

update product_reviews r set
  earned_by = review_earned_by(r.product_id, r.reviewer_id),
  written_title = p.title,
  written_category = p.category_id
from products p where p.id = r.product_id;

-- The one definition of what counts: `is_earned` for the seller, the standing 'counted' for the product.
alter table product_reviews
  add column is_earned boolean not null
    generated always as (earned_by is not null and not shares_access) stored,
  add column standing review_standing not null generated always as (
    case
      when earned_by is null then 'without-conversation'::review_standing
      when shares_access or is_left_behind then 'set-aside'::review_standing
      else 'counted'::review_standing
    end
  ) stored;

drop index reviews_newest;
create index reviews_by_standing on product_reviews (product_id, standing, created_at desc, id desc);

-- Waits for a message that is just being written, and is waited for by the next one.
create function judge_new_review() returns trigger language plpgsql as $$
begin
  perform from conversations c
  join products p on p.id = new.product_id
  where c.id = find_conversation_for_product(new.product_id, new.reviewer_id, p.seller_id)
  for share of c;
  new.earned_by := review_earned_by(new.product_id, new.reviewer_id);
  select title, category_id into new.written_title, new.written_category from products where id = new.product_id;
  return new;
end
$$;
create trigger new_review_is_judged before insert on product_reviews
  for each row execute function judge_new_review();

create function judge_reviews_of_conversation() returns trigger language plpgsql as $$
begin
  update product_reviews set earned_by = review_earned_by(product_id, reviewer_id)
  where product_id = new.product_id and reviewer_id in (new.first_person, new.second_person) and earned_by is null;
  return null;
end
$$;
create trigger reviews_follow_conversation after update of first_wrote, second_wrote on conversations
  for each row when (new.first_wrote and new.second_wrote and not (old.first_wrote and old.second_wrote))
  execute function judge_reviews_of_conversation();

-- Only ever upwards: a sale that is taken back takes nothing from a review, or sellers would rid themselves of bad ones.
create function judge_reviews_of_sale() returns trigger language plpgsql as $$
begin
  update product_reviews set earned_by = review_earned_by(product_id, reviewer_id)
  where product_id = new.id and reviewer_id = new.buyer_id;
  return null;
end
$$;
create trigger reviews_follow_sale after update of status, buyer_id on products
  for each row when (
    new.status = 'sold' and new.buyer_id is not null and (old.status, old.buyer_id) is distinct from (new.status, new.buyer_id)
  ) execute function judge_reviews_of_sale();

-- A listing that becomes again what it was has its reviews back: nobody loses bad ones by renaming it twice.
create function leave_reviews_behind() returns trigger language plpgsql as $$
begin
  update product_reviews
  set is_left_behind = is_another_thing(written_title, written_category, new.title, new.category_id)
  where product_id = new.id
    and is_left_behind <> is_another_thing(written_title, written_category, new.title, new.category_id);
  return null;
end
$$;
create trigger reviews_follow_listing after update of title, category_id on products
  -- Not when categories themselves are renamed or merged, which reaches products by their foreign key.
  for each row when (
    (old.title, old.category_id) is distinct from (new.title, new.category_id) and pg_trigger_depth() = 0
  ) execute function leave_reviews_behind();

-- Pages show averages: whatever moves one is a public change, as server/http/public-changes.ts hears of it.
create function announce_standing() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changed', 'pages');
  return null;
end
$$;
create trigger standing_is_public after update of earned_by, is_left_behind on product_reviews
  for each row when (old.standing <> new.standing or old.is_earned <> new.is_earned)
  execute function announce_standing();
