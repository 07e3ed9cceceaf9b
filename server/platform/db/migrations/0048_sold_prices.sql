-- What things like this were sold for: by their words and attributes, within their category.
create index products_sold on products using gin (search, category_id) with (fastupdate = off) where status = 'sold';
