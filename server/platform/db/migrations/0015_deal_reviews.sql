-- The buyer's review of a deal waits for the seller's, until this time at most. Null once it is shown.
alter table product_reviews add column waits_until timestamptz(3);
alter table product_reviews
  alter column is_earned set expression as (
    earned_by is not null and not shares_access and removed_at is null and waits_until is null
  ),
  alter column standing set expression as (
    case
      when earned_by is null then 'without-conversation'::review_standing
      when shares_access or is_left_behind or removed_at is not null or waits_until is not null
        then 'set-aside'::review_standing
      else 'counted'::review_standing
    end
  );
create index reviews_that_wait on product_reviews (waits_until) where waits_until is not null;

-- What the seller of a deal writes about its buyer.
create table buyer_reviews (
  -- The deal's id.
  id uuid primary key constraint reviewed_deal_exists references agreements on delete cascade,
  buyer_id uuid not null constraint reviewed_buyer_exists references profiles on delete cascade,
  seller_id uuid constraint reviewing_seller_exists references profiles on delete set null,
  rating smallint not null constraint buyer_rating_one_to_five check (rating between 1 and 5),
  -- Names of the contract's BUYER_CHIPS.
  chips text[] not null default '{}' constraint buyer_review_chips_few check (cardinality(chips) <= 20),
  words text not null default '' constraint buyer_review_words_length check (length(words) <= 500),
  -- Whether it moves the buyer's rating: the deal counts for the buyer, and the two share no device or address.
  counts boolean not null,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  -- As in product_reviews.
  waits_until timestamptz(3),
  removed_at timestamptz(3),
  -- Its writer is banned.
  is_withheld boolean not null default false,
  is_shown boolean not null generated always as (
    waits_until is null and removed_at is null and not is_withheld
  ) stored
);
create index reviews_of_buyer on buyer_reviews (buyer_id, created_at desc, id desc);
-- A person who leaves takes their name off their reviews.
create index buyer_reviews_of_seller on buyer_reviews (seller_id);
create index buyer_reviews_that_wait on buyer_reviews (waits_until) where waits_until is not null;
