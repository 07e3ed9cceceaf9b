-- Triggers run by name: after those that find the place.
create or replace trigger write_search
  before insert or update of title, tags, category_id, description, attributes, search_words, region, location, place_ids
  on products for each row execute function write_search();

create or replace trigger learn_new_product after insert on products
  referencing new table as added for each statement execute function learn_market_words();

create or replace trigger learn_changed_product after update on products
  referencing new table as added for each statement execute function learn_market_words();
