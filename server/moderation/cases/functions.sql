-- after: moderation

-- The target's name for moderators; empty if it was deleted. Private messages are not quoted.
create or replace function target_title(kind text, target uuid) returns text language sql stable
  return case kind
    when 'product' then (select title from products where id = target)
    when 'person' then (select coalesce(staff_name(id), 'Unknown') from profiles where id = target)
    when 'review' then (
      select coalesce(nullif(title, ''), nullif(left(comment, 80), ''), rating || ' stars') from product_reviews where id = target
      union all
      select coalesce(nullif(left(words, 80), ''), rating || ' stars') from buyer_reviews where id = target
    )
    when 'message' then 'A private message'
  end;
