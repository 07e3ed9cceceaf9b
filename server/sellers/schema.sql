-- How somebody sells, counted when it changes, so that a page reads one row. Triggers update ratings and sales
-- (triggers.sql), a nightly job the replies.
create table seller_figures (
  seller_id uuid primary key references profiles (id) on delete cascade,
  rating numeric(2, 1) constraint rating_one_to_five check (rating between 1 and 5),
  reviews integer not null default 0 constraint reviews_not_negative check (reviews >= 0),
  sold integer not null default 0 constraint sold_not_negative check (sold >= 0),
  -- Median time until their first reply to somebody who wrote about a listing; null while unknown.
  reply_minutes integer constraint reply_minutes_not_negative check (reply_minutes >= 0),
  -- Percentage of the people who wrote first about a listing and got a reply; null while unknown.
  reply_rate smallint constraint reply_rate_is_a_share check (reply_rate between 0 and 100),
  -- A rating is shown from five people; one person may have reviewed several listings of a seller.
  reviewers integer not null default 0
);

-- Who opened whose contact details, so that collecting them is noticed. People who leave stay in it without a name.
create table contact_reveals (
  id uuid primary key default uuidv7(),
  viewer_id uuid constraint reveal_viewer_exists references profiles on delete set null,
  seller_id uuid not null constraint reveal_seller_exists references profiles on delete cascade,
  kind text not null constraint reveal_kind_known check (kind in ('email', 'phone', 'website')),
  created_at timestamptz(3) not null default now()
);
create index reveals_of_viewer on contact_reveals (viewer_id, created_at);
create index reveals_of_seller on contact_reveals (seller_id, created_at);
create index reveals_by_age on contact_reveals (created_at);
