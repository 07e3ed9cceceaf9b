-- What the person was last told of a favourite, so that a price that goes up and down again is no news.
alter table favourites
  add column price_told numeric(8,2),
  add column sold_told_at timestamptz(3);
