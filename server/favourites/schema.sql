create table favourites (
  profile_id uuid not null constraint favourite_person_exists references profiles on delete cascade,
  product_id uuid not null constraint favourite_product_exists references products on delete cascade,
  -- The price when it was added, so that the page of favourites can show what changed.
  price_then numeric(8,2) not null,
  created_at timestamptz(3) not null default now(),
  -- The price and the sale that the person was last notified of, so that a price that goes up and down again sends
  -- nothing.
  price_told numeric(8,2),
  sold_told_at timestamptz(3),
  primary key (profile_id, product_id)
);
create index favourites_newest on favourites (profile_id, created_at desc, product_id desc);
create index favourites_of_product on favourites (product_id);
