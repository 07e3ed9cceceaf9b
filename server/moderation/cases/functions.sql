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

-- Tells every process that moderators should look again; equal notifications of a transaction are sent once.
create or replace function notify_desk() returns trigger language plpgsql as $$
begin
  perform pg_notify(:'desk_channel', '');
  return null;
end
$$;

create or replace trigger new_cases_notify_desk after insert on cases
  for each row execute function notify_desk();

create or replace trigger changed_cases_notify_desk after update of state, harm on cases
  for each row when (old.state <> new.state or old.harm <> new.harm) execute function notify_desk();

create or replace trigger claims_notify_desk after insert or delete on case_claims
  for each row execute function notify_desk();

-- A claim that had expired is seen again.
create or replace trigger renewed_claims_notify_desk after update of seen_at on case_claims
  for each row when (old.seen_at < new.seen_at - interval '10 minutes') execute function notify_desk();

create or replace trigger notes_notify_desk after insert or delete on case_notes
  for each row execute function notify_desk();
