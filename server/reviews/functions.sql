-- after: conversations, agreements

-- Nobody can review their own product, regardless of how the row is written.
create or replace function refuse_own_review() returns trigger language plpgsql as $$
begin
  if exists (select from products where id = new.product_id and seller_id = new.reviewer_id) then
    raise exception using errcode = 'check_violation', constraint = 'review_is_not_by_seller',
      message = 'sellers do not review their own products';
  end if;
  return new;
end
$$;

-- The only definition of an earned review.
create or replace function review_earned_by(product uuid, reviewer uuid) returns text language sql stable as $$
  select case
    when exists (
      select from agreements a where a.product_id = product and a.buyer_id = reviewer and a.state = 'done'
    ) then 'purchase'
    when exists (
      select from conversations c
      where c.id = find_conversation_for_product(product, reviewer, p.seller_id)
        and c.first_messages = 2 and c.second_messages = 2
    ) then 'conversation'
  end
  from products p where p.id = product
$$;

-- Another category, or a title that lost most of its words; added or omitted words still describe the same
-- thing.
create or replace function is_another_thing(title_then text, category_then text, title_now text, category_now text)
  returns boolean language sql immutable
  return coalesce(category_then <> category_now, false)
    or title_then <> title_now and greatest(
      similarity(title_then, title_now),
      word_similarity(title_then, title_now),
      word_similarity(title_now, title_then)
    ) < :'same_title_likeness'::float8;

-- Returns when the two reviews of a deal stop waiting for each other; null if that time is over.
create or replace function deal_reviews_wait_until(deal agreements) returns timestamptz language sql stable
  return case when deal.state = 'done' and deal.ended_at > now() - make_interval(days => :'deal_review_days'::int)
    then deal.ended_at + make_interval(days => :'deal_review_days'::int) end;

-- Whether the seller of a deal can review its buyer: in time, not after a review of it was shown, and not once the listing
-- is deleted or the buyer has left, because nobody could answer.
create or replace function can_review_buyer(deal agreements) returns boolean language sql stable as $$
  select deal_reviews_wait_until(deal) is not null and deal.product_id is not null and deal.buyer_id is not null
    and deal.reviews_shown_at is null
$$;

-- Notes on the deal that a review of it is shown, which stays true after the review is deleted.
create or replace function note_shown_review() returns trigger language plpgsql as $$
begin
  update agreements set reviews_shown_at = now()
  where product_id = new.product_id and buyer_id = new.reviewer_id and state = 'done' and reviews_shown_at is null;
  return null;
end
$$;

create or replace function note_shown_buyer_review() returns trigger language plpgsql as $$
begin
  update agreements set reviews_shown_at = now() where id = new.id and reviews_shown_at is null;
  return null;
end
$$;

-- A review that waits for one that can no longer be written is not shown.
create or replace function drop_waiting_buyer_review() returns trigger language plpgsql as $$
begin
  delete from buyer_reviews where id = new.id and waits_until is not null;
  return null;
end
$$;

-- The newest deal of a buyer about a product. Null without any.
create or replace function newest_deal(product uuid, buyer uuid) returns agreements language sql stable as $$
  select a from agreements a
  where a.product_id = product and a.buyer_id = buyer and a.state = 'done' order by a.ended_at desc limit 1
$$;

-- The latest moment at which a review of this deal is shown that its buyer writes now. Null if it waits for nothing. It is
-- the same whether the seller has written or not, because that is no business of the buyer's until both have.
create or replace function buyers_review_waits_until(deal agreements) returns timestamptz language sql stable as $$
  select deal_reviews_wait_until(deal) where deal.reviews_shown_at is null
$$;

-- Waits for a message that is just being written; the next message waits for this. The lock of the deal makes the two
-- reviews of it wait for each other.
create or replace function judge_new_review() returns trigger language plpgsql as $$
declare
  deal agreements;
begin
  perform from conversations c
  join products p on p.id = new.product_id
  where c.id = find_conversation_for_product(new.product_id, new.reviewer_id, p.seller_id)
  for share of c;
  perform from agreements a
  where a.product_id = new.product_id and a.buyer_id = new.reviewer_id and a.state = 'done'
  order by a.id for no key update;
  deal := newest_deal(new.product_id, new.reviewer_id);
  if not exists (select from buyer_reviews b where b.id = deal.id) then
    new.waits_until := buyers_review_waits_until(deal);
  end if;
  new.earned_by := review_earned_by(new.product_id, new.reviewer_id);
  select title, category_id into new.written_title, new.written_category from products where id = new.product_id;
  return new;
end
$$;

create or replace function judge_reviews_of_conversation() returns trigger language plpgsql as $$
begin
  update product_reviews set earned_by = review_earned_by(product_id, reviewer_id)
  where product_id = new.product_id and reviewer_id in (new.first_person, new.second_person) and earned_by is null;
  return null;
end
$$;

-- Only ever upgrades: a sale that is taken back changes no review, because otherwise sellers could remove bad ones.
create or replace function judge_reviews_of_deal() returns trigger language plpgsql as $$
begin
  update product_reviews set earned_by = review_earned_by(product_id, reviewer_id)
  where product_id = new.product_id and reviewer_id = new.buyer_id;
  return null;
end
$$;

-- Only the seller of a deal reviews its buyer, regardless of how the row is written.
create or replace function judge_buyer_review() returns trigger language plpgsql as $$
declare
  deal agreements;
begin
  select a.* into deal from agreements a where a.id = new.id for no key update;
  if (deal.state, deal.seller_id, deal.buyer_id) is distinct from ('done', new.seller_id, new.buyer_id) then
    raise exception using errcode = 'check_violation', constraint = 'buyer_review_is_of_deal',
      message = 'only the seller of a deal reviews its buyer';
  end if;
  if not can_review_buyer(deal) then
    raise exception using errcode = 'check_violation', constraint = 'buyer_review_is_in_time',
      message = 'the time for reviewing the buyer is over';
  end if;
  if not exists (
    select from product_reviews r where r.product_id = deal.product_id and r.reviewer_id = deal.buyer_id
  ) then
    new.waits_until := deal_reviews_wait_until(deal);
  end if;
  return new;
end
$$;

-- What a conversation says of its reader's review of the deal, as the contract's `DealReview`. Null if nothing can be
-- written.
create or replace function deal_review(deal agreements, reader uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('dealId', deal.id, 'isSeller', reader = deal.seller_id) || case
    when reader = deal.seller_id then coalesce(
      (
        select jsonb_build_object(
          'state', case when b.waits_until is null then 'shown' else 'waiting' end, 'until', iso_moment(b.waits_until),
          'written', jsonb_build_object('rating', b.rating, 'chips', b.chips, 'words', b.words)
        ) from buyer_reviews b where b.id = deal.id
      ),
      case when can_review_buyer(deal) then jsonb_build_object(
        'state', 'open', 'until', iso_moment(deal_reviews_wait_until(deal)), 'written', null
      ) end
    )
    when deal.product_id is not null then coalesce(
      (
        select jsonb_build_object(
          'state', case when r.waits_until is null then 'shown' else 'waiting' end, 'until', iso_moment(r.waits_until),
          'written', null
        ) from product_reviews r where r.product_id = deal.product_id and r.reviewer_id = deal.buyer_id
      ),
      jsonb_build_object('state', 'open', 'until', null, 'written', null)
    )
  end
$$;

-- A listing that is renamed back gets its reviews back, so that nobody loses bad ones by renaming it twice.
create or replace function leave_reviews_behind() returns trigger language plpgsql as $$
begin
  update product_reviews
  set is_left_behind = is_another_thing(written_title, written_category, new.title, new.category_id)
  where product_id = new.id
    and is_left_behind <> is_another_thing(written_title, written_category, new.title, new.category_id);
  return null;
end
$$;

-- Pages show averages, so a change of one is a public change (server/platform/http/pages/public-changes.ts).
create or replace function announce_standing() returns trigger language plpgsql as $$
begin
  perform pg_notify(:'public_changes_channel', :'pages_changed');
  return null;
end
$$;
