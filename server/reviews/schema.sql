-- In the order in which a product's reviews are listed.
create type review_standing as enum ('counted', 'set-aside', 'without-conversation');

create table product_reviews (
  id uuid primary key default uuidv7(),
  product_id uuid not null constraint review_product_exists references products on delete cascade,
  reviewer_id uuid constraint reviewer_exists references profiles on delete set null,
  rating smallint not null constraint rating_one_to_five check (rating between 1 and 5),
  title text constraint review_title_length check (length(title) <= 100),
  comment text constraint review_comment_length check (length(comment) <= 500),
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  -- The seller's answer, once.
  reply text constraint reply_length check (length(reply) between 1 and 500),
  replied_at timestamptz(3),
  -- Null if the reviewer's mailbox was never known.
  reviewer_mailbox bytea constraint reviewer_mailbox_length check (length(reviewer_mailbox) = 32),
  -- What the review is based on; null if nothing is known of the two people.
  earned_by text constraint earned_by_known check (earned_by in ('purchase', 'conversation')),
  -- Writer and seller used one device or address when it was written.
  shares_access boolean not null default false,
  -- What the listing was then.
  written_title text not null default '',
  written_category text,
  -- The listing is another thing by now.
  is_left_behind boolean not null default false,
  -- The one definition of what counts: `is_earned` for the seller, the standing 'counted' for the product.
  is_earned boolean not null generated always as (
    earned_by is not null and not shares_access and removed_at is null
  ) stored,
  standing review_standing not null generated always as (
    case
      when earned_by is null then 'without-conversation'::review_standing
      when shares_access or is_left_behind or removed_at is not null then 'set-aside'::review_standing
      else 'counted'::review_standing
    end
  ) stored,
  -- A removed review is not shown and does not count.
  removed_at timestamptz(3),
  constraint one_review_per_person unique (product_id, reviewer_id),
  -- However many accounts the mailbox had.
  constraint one_review_per_mailbox unique (product_id, reviewer_mailbox),
  constraint reply_has_a_time check ((reply is null) = (replied_at is null))
);
create index reviews_by_standing on product_reviews (product_id, standing, created_at desc, id desc);
-- A person who leaves takes their name off their reviews.
create index reviews_of_reviewer on product_reviews (reviewer_id);
