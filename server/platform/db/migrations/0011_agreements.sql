-- What two people agreed about a product, or what one of them offers: a row for each offer and each reservation.
create table agreements (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null constraint agreement_conversation_exists references conversations on delete cascade,
  product_id uuid constraint agreed_product_exists references products on delete set null,
  seller_id uuid constraint agreed_seller_exists references profiles on delete set null,
  buyer_id uuid constraint agreed_buyer_exists references profiles on delete set null,
  price numeric(8,2) not null constraint agreed_price_not_negative check (price >= 0),
  -- False if the seller offered or reserved it.
  is_buyers_offer boolean not null,
  -- Reserved by the seller without an offer.
  is_reservation boolean not null default false,
  state text not null
    constraint agreement_state_known check (state in ('offered', 'agreed', 'half-confirmed', 'done', 'ended')),
  outcome text constraint agreement_outcome_known check (
    outcome in ('declined', 'withdrawn', 'answered', 'expired', 'cancelled', 'lapsed', 'unconfirmed', 'off')
  ),
  -- When its state ends by itself.
  due timestamptz(3),
  is_kept_longer boolean not null default false,
  is_coming boolean not null default false,
  -- The reservation ended once without a confirmation.
  has_lapsed boolean not null default false,
  confirmed_by text constraint confirmed_by_one check (confirmed_by in ('buyer', 'seller')),
  ended_by text constraint ended_by_one check (ended_by in ('buyer', 'seller')),
  reason text constraint cancel_reason_length check (length(reason) <= 40),
  -- Whether it is a confirmed deal of the seller's and of the buyer's (deal_figures).
  counts_for_seller boolean not null default false,
  counts_for_buyer boolean not null default false,
  -- When it was agreed; null for an offer that never was.
  agreed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default clock_timestamp(),
  ended_at timestamptz(3),
  constraint open_agreement_ends check ((state in ('done', 'ended')) = (due is null)),
  constraint ended_agreement_has_outcome check ((state = 'ended') = (outcome is not null)),
  constraint end_has_a_time check ((state in ('done', 'ended')) = (ended_at is not null)),
  constraint confirmation_is_of_one check (state not in ('half-confirmed', 'done') or confirmed_by is not null),
  constraint agreed_has_a_time check (state not in ('agreed', 'half-confirmed', 'done') or agreed_at is not null),
  constraint seller_alone_reserves check (not (is_reservation and is_buyers_offer))
);
create unique index one_open_agreement on agreements (conversation_id) where state in ('offered', 'agreed', 'half-confirmed');
create unique index one_agreed_for_product on agreements (product_id) where state in ('agreed', 'half-confirmed');
create index agreements_newest on agreements (conversation_id, id desc);
create index agreements_due on agreements (due, id) where due is not null;
create index agreements_of_product on agreements (product_id);
create index agreements_of_seller on agreements (seller_id, id desc);
create index agreements_of_buyer on agreements (buyer_id, id desc);

-- What a person agreed and kept, counted when an agreement ends. `seller_figures.sold` stays for processes that still run
-- the version before.
create table deal_figures (
  person_id uuid primary key constraint dealing_person_exists references profiles on delete cascade,
  -- Deals that both people confirmed, and with how many people.
  deals integer not null default 0 constraint deals_not_negative check (deals >= 0),
  partners integer not null default 0 constraint partners_not_negative check (partners >= 0),
  -- Of the agreements that count, how many were kept.
  kept integer not null default 0 constraint kept_not_negative check (kept >= 0),
  agreed integer not null default 0 constraint kept_is_a_part check (agreed >= kept)
);
