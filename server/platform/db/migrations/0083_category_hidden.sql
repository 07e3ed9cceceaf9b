-- What is hidden stays in its listings and is offered nowhere. The other words suggest a category while they are typed.
alter table categories
  add column is_hidden boolean not null default false,
  add column other_words text not null default ''
    constraint category_other_words_length check (length(other_words) <= 200);

update categories c set other_words = known.words
from (values
  ('mobile', 'mobile, cellphone, smartphone'),
  ('car', 'vehicle, automobile'),
  ('computers', 'notebook, pc'),
  ('home', 'house, apartment, flat'),
  ('fashion', 'clothes, clothing'),
  ('beauty-personal-care', 'cosmetics')
) as known (id, words)
where known.id = c.id;
