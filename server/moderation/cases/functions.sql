-- after: moderation, notifications

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

-- The title of a case for moderators, so that they can tell cases apart; empty if the target was deleted. Private
-- messages are not quoted.
create or replace function case_title(kind text, target uuid, person uuid) returns text language sql stable as $$
  select case kind
    when 'message' then 'Message of ' || coalesce(isolated(staff_name(person)), 'a deleted account') || coalesce((
      select coalesce(' to ' || isolated(staff_name(reader.id)), '') || ' about ‘' || isolated(c.product_title) || '’'
      from messages m
      join conversations c on c.id = m.conversation_id
      left join profiles reader on reader.id in (c.first_person, c.second_person) and reader.id <> person
      where m.id = target
    ), '')
    when 'review' then (
      select rating || ' of 5 for ‘' || isolated(coalesce(nullif(r.written_title, ''), p.title)) || '’'
        || coalesce(': ' || isolated(coalesce(nullif(r.title, ''), nullif(left(comment, 80), ''))), '')
      from product_reviews r join products p on p.id = r.product_id where r.id = target
      union all
      select rating || ' of 5 for ' || coalesce(isolated(staff_name(buyer_id)), 'a deleted account') || ' as a buyer'
        || coalesce(': ' || isolated(nullif(left(words, 80), '')), '')
      from buyer_reviews where id = target
    )
    else target_title(kind, target)
  end
$$;
