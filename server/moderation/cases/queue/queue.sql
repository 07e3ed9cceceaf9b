-- after: access-traces, moderation/cases

-- Languages of a text, told by single words. A text with words of Pidgin or Twi is English only in part, so it is not
-- counted as English; 'other' if nothing tells.
create or replace function text_languages(value text) returns text[] language sql immutable parallel safe as $$
  with words as (
    select string_to_array(plain_words(coalesce(value, '')), ' ') as words
  ), found as (
    select language from words, jsonb_each(:'telling_words'::jsonb) as each (language, telling)
    where words && array(select jsonb_array_elements_text(telling))
  )
  select case
    when exists (select from found where language <> 'english')
      then array(select language from found where language <> 'english')
    when exists (select from found) then array['english']
    else array['other']
  end
$$;

-- What the queue's search and filters compare with a case. Words have no signs, so that none is mistaken for a filter.
create or replace function case_search(one uuid, kind text, target uuid, person uuid, saved json) returns tsvector
  language sql stable as $$
  with facts as (
    select coalesce(saved, target_facts(kind, target)) as facts
  )
  select array_to_tsvector(array(
    select word
    from facts, unnest(string_to_array(plain_words(concat_ws(' ',
      coalesce(nullif(case_title(kind, target, person), ''), facts ->> 'title', facts ->> 'name', facts ->> 'comment'),
      staff_name(person), :'kind_texts'::jsonb ->> kind, right(one::text, 6)
    )), ' ')) as word
    where word <> ''
    union all
    select '/kind/' || kind
    union all
    select '/reason/' || reason from reports where case_id = one
    union all
    select '/reason/' || reason from signals
    where (target_kind, target_id) = (kind, target) or (target_kind, target_id) = ('person', person)
    union all
    select '/language/' || language
    from facts, unnest(text_languages(concat_ws(' ',
      facts ->> 'title', facts ->> 'description', facts ->> 'content', facts ->> 'bio', facts ->> 'comment'
    ))) as language
  ))
$$;

-- All of these filters, and words that begin like all of these. Null without any.
create or replace function queue_query(filters text[], words text) returns tsquery
  language sql immutable parallel safe as $$
  select string_agg(term, ' & ')::tsquery
  from (
    select quote_literal(filter) from unnest(filters) as filter
    union all
    select quote_literal(word) || ':*' from unnest(string_to_array(plain_words(words), ' ')) as word where word <> ''
  ) as terms (term)
$$;

-- The pile of a new case: that of the person's other open cases, otherwise the oldest pile of a linked account. A device
-- that many people use, such as a shop's, links nobody beyond 20 people.
create or replace function find_pile(person uuid) returns uuid language sql stable as $$
  select coalesce(
    (
      select pile_id from cases
      where subject_id = any(array(select same_person(person))) and state = 'open' and pile_id is not null
      order by opened_at limit 1
    ),
    (
      select pile_id
      from (
        select c.pile_id, min(c.opened_at) as opened_at from cases c
        where c.subject_id = any(array(select id from people_sharing_access(person) limit 100))
          and c.state = 'open' and c.pile_id is not null
        group by c.pile_id
      ) as piles
      where (
        select count(distinct o.subject_id) from cases o where o.pile_id = piles.pile_id and o.state = 'open'
      ) < 20
      order by opened_at limit 1
    ),
    person
  )
$$;

create or replace function place_in_queue() returns trigger language plpgsql as $$
begin
  if new.state = 'decided' then
    new.pile_id = null;
    new.search = null;
  else
    new.pile_id = coalesce(new.pile_id, find_pile(new.subject_id));
    new.search = case_search(new.id, new.target_kind, new.target_id, new.subject_id, new.evidence);
  end if;
  return new;
end
$$;

create or replace trigger cases_are_placed before insert or update of state, risk, search on cases
  for each row execute function place_in_queue();

create or replace function search_case_of_product() returns trigger language plpgsql as $$
begin
  update cases set search = null where target_kind = 'product' and target_id = new.id and state = 'open';
  return null;
end
$$;

create or replace trigger cases_follow_products after update of title, description on products
  for each row when (old.title is distinct from new.title or old.description is distinct from new.description)
  execute function search_case_of_product();

create or replace function search_cases_of_person() returns trigger language plpgsql as $$
begin
  update cases set search = null where subject_id = new.id and state = 'open';
  return null;
end
$$;

create or replace trigger cases_follow_people after update of full_name, username on profiles
  for each row when (old.full_name is distinct from new.full_name or old.username is distinct from new.username)
  execute function search_cases_of_person();

-- Open cases from before.
update cases set search = null where state = 'open' and (search is null or pile_id is null);
