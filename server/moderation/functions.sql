-- Hides a product and puts it into the moderators' queue unless they decided it. Returns whether it was
-- visible.
create or replace function hold_product(product uuid, why text, lasts interval) returns boolean language plpgsql as $$
declare
  seller uuid;
begin
  -- Moderators have nothing to do with drafts.
  select seller_id into seller from products where id = product and status <> 'draft' for no key update;
  if not found then return false; end if;
  insert into product_holds (product_id, cause, until) values (product, why, now() + lasts)
  on conflict (product_id, cause) do update set until = excluded.until where product_holds.cause = 'moderator';
  if lasts is not null then perform assess_case('product', product, seller, 0); end if;
  update products set status_before_hold = status, status = 'held' where id = product and status <> 'held';
  return found;
end
$$;

-- Shows a product again unless something else holds it. Returns whether it became visible.
create or replace function release_product(product uuid, causes text[]) returns boolean language plpgsql as $$
begin
  perform from products where id = product and status = 'held' for no key update;
  if not found then return false; end if;
  delete from product_holds where product_id = product and cause = any(causes);
  if exists (select from product_holds where product_id = product) then return false; end if;
  update products set status = status_before_hold, status_before_hold = null where id = product;
  return true;
end
$$;

-- Restores a product's holds as they were before a decision. Returns what it became, if that changed: 'shown' or
-- 'held'.
create or replace function restore_holds(product uuid, holds jsonb) returns text language plpgsql as $$
begin
  perform from products where id = product for no key update;
  if not found then return null; end if;
  delete from product_holds h
  where h.product_id = product and h.cause in ('removed', 'moderator')
    and not exists (select from jsonb_array_elements(holds) as earlier where earlier ->> 'cause' = h.cause);
  insert into product_holds (product_id, cause, created_at, until)
  select product, cause, created_at, until
  from jsonb_to_recordset(holds) as earlier (cause text, created_at timestamptz, until timestamptz)
  on conflict (product_id, cause) do update set until = excluded.until;
  if exists (select from product_holds where product_id = product) then
    update products set status_before_hold = status, status = 'held' where id = product and status <> 'held';
    return case when found then 'held' end;
  end if;
  update products set status = status_before_hold, status_before_hold = null where id = product and status = 'held';
  return case when found then 'shown' end;
end
$$;

-- Recalculates a target's open case: its class of harm, and its risk, which is the weights of the signals about
-- the target and its person, and of the reports. Opens a case if there is none and the signals reach `open_from`.
-- Returns the open case.
create or replace function assess_case(kind text, target uuid, person uuid, open_from real) returns uuid
  language plpgsql as $$
declare
  total real;
  found_id uuid;
begin
  select coalesce(sum(weight), 0) into total from signals
  where (target_kind, target_id) = (kind, target) or (target_kind, target_id) = ('person', person);
  if total >= open_from then
    insert into cases (target_kind, target_id, subject_id) values (kind, target, person)
    on conflict (target_kind, target_id) where state = 'open' do nothing;
  end if;
  update cases c
  set risk = total + (select coalesce(sum(r.weight), 0) from reports r where r.case_id = c.id),
    harm = case_harm(c.id, kind, target, person)
  where c.target_kind = kind and c.target_id = target and c.state = 'open'
  returning id into found_id;
  return found_id;
end
$$;

-- Decisions and acts are never changed; after two years they may be deleted, and a decision also while its moderator
-- may take it back.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '2 years' then return old; end if;
  if tg_op = 'DELETE' and tg_table_name = 'decisions' then
    if exists (select from provisional_decisions where decision_id = old.id) then return old; end if;
  end if;
  raise exception using errcode = 'check_violation', constraint = 'history_is_not_rewritten',
    message = 'rows of ' || tg_table_name || ' are not changed';
end
$$;

-- Hides everything that a person has published. Returns whether anything was visible.
create or replace function hold_products_of(person uuid) returns boolean language sql as $$
  select coalesce(bool_or(hold_product(id, 'suspended', null)), false)
  from (select id from products where seller_id = person and status <> 'draft' order by id) as own
$$;

-- Shows a person's listings again unless something else holds them. Returns whether any became visible.
create or replace function release_products_of(person uuid) returns boolean language sql as $$
  select coalesce(bool_or(release_product(id, array['suspended'])), false)
  from (select id from products where seller_id = person and status = 'held' order by id) as own
$$;

-- The person's name for moderators, also if the person is banned; null for a deleted account.
create or replace function staff_name(person uuid) returns text language sql stable as $$
  select coalesce(nullif(w.full_name, ''), w.username, nullif(p.full_name, ''), p.username)
  from profiles p left join withheld_profiles w on w.person_id = p.id
  where p.id = person
$$;

-- The target's content, as evidence for a decision; null for deleted targets and drafts.
create or replace function target_facts(kind text, target uuid) returns json language sql stable
  return case kind
    when 'product' then (
      select json_build_object('title', title, 'description', description, 'price', price, 'category', category_id,
        'region', region, 'location', location, 'status', status, 'condition', condition, 'created_at', created_at)
      from products where id = target and status <> 'draft'
    )
    when 'person' then (
      select json_build_object('name', staff_name(people.id), 'bio', coalesce(w.bio, p.bio),
        'location', coalesce(w.location, p.location), 'website', coalesce(w.website, p.website))
      from people left join profiles p using (id) left join withheld_profiles w on w.person_id = people.id
      where people.id = target
    )
    when 'message' then (
      select json_build_object('content', content, 'image_url', image_url, 'image_width', image_width,
        'image_height', image_height, 'image_thumbhash', image_thumbhash)
      from messages where id = target
    )
    when 'review' then (
      select json_build_object('rating', rating, 'title', title, 'comment', comment, 'product', product_id)
      from product_reviews where id = target
      union all
      select json_build_object('rating', rating, 'says', (
        select string_agg(:'buyer_chips'::jsonb ->> chip, ', ' order by n) from unnest(chips) with ordinality c (chip, n)
      ), 'comment', words, 'buyer', buyer_id)
      from buyer_reviews where id = target
    )
  end;

-- The person responsible for a target; null if the target was deleted or its writer has left.
create or replace function target_owner(kind text, target uuid) returns uuid language sql stable
  return case kind
    when 'product' then (select seller_id from products where id = target)
    when 'person' then (select id from people where id = target)
    when 'message' then (select sender_id from messages where id = target)
    when 'review' then (
      select reviewer_id from product_reviews where id = target
      union all
      select seller_id from buyer_reviews where id = target
    )
  end;

-- Saves evidence, so that nobody makes an open case undecidable by deleting its target.
create or replace function save_evidence() returns trigger language plpgsql as $$
begin
  update cases set evidence = target_facts(tg_argv[0], old.id)
  where target_kind = tg_argv[0] and target_id = old.id and state = 'open' and evidence is null;
  return old;
end
$$;

create or replace function remember_opening() returns trigger language plpgsql as $$
begin
  new.opened_as = target_facts(new.target_kind, new.target_id)::jsonb || jsonb_build_object(
    'photos', array(select image_url from product_images where product_id = new.target_id)
  );
  return new;
end
$$;

create or replace function forget_opening() returns trigger language plpgsql as $$
begin
  new.opened_as = null;
  return new;
end
$$;

create or replace function save_case_photo() returns trigger language plpgsql as $$
begin
  insert into case_photos (case_id, image_url, width, height, thumbhash, position)
  select id, old.image_url, old.width, old.height, old.thumbhash, old.position
  from cases where target_kind = 'product' and target_id = old.product_id and state = 'open'
  on conflict do nothing;
  return old;
end
$$;

create or replace function add_person() returns trigger language plpgsql as $$
begin
  insert into people (id) values (new.id) on conflict (id) do update set left_at = null;
  return new;
end
$$;

-- Runs before a person is deleted, so that whatever protects others outlives the profile.
create or replace function part_with_person(person uuid) returns void language plpgsql as $$
begin
  -- A report that is sent at this moment is either seen here, or finds the person deleted.
  perform from people where id = person for update;
  update people set left_at = now() where id = person;
  update cases set evidence = target_facts(target_kind, target_id)
  where subject_id = person and state = 'open' and evidence is null;
  -- Their reports still count without their words, which only a moderator who has not decided yet needs.
  update reports set words = '' where reporter_id = person and outcome is not null;
end
$$;

-- Deletes data about a person who has left that no longer protects anybody, and finally the person.
create or replace function forget_person(person uuid) returns void language plpgsql as $$
declare
  oldest constant timestamptz := now() - interval '2 years';
begin
  perform from people where id = person and left_at is not null for update;
  if not found then return; end if;
  delete from sanctions s using people p
  where p.id = person and s.person_id = person
    and (s.until <= now() or s.until is null and greatest(s.created_at, p.left_at) < oldest);
  delete from appeals a
  where a.person_id = person and not exists (select from sanctions s where s.decision_id = a.decision_id);
  delete from cases c
  where c.subject_id = person and c.state = 'decided'
    and (c.decided_at < oldest or not exists (select from reports r where r.case_id = c.id));
  delete from signals
  where subject_id = person and not exists (select from cases where subject_id = person and state = 'open');
  delete from blocks b using people p where p.id = person and b.blocked_id = person and p.left_at < oldest;
  delete from identity_hashes
  where person_id = person and not protects_others(person)
    and not exists (select from blocks where blocked_id = person);
  delete from people
  where id = person
    and not exists (select from sanctions where person_id = person)
    and not exists (select from cases where subject_id = person)
    and not exists (select from blocks where blocked_id = person);
end
$$;

-- Returns whether moderators need to recognise a person: because of a sanction, an open case or a report that
-- was right.
create or replace function protects_others(person uuid) returns boolean language sql stable as $$
  select exists (select from sanctions where person_id = person and (until is null or until > now()))
    or exists (select from cases where subject_id = person and state = 'open')
    or exists (
      select from cases c join reports r on r.case_id = c.id
      where c.subject_id = person and r.outcome = 'upheld'
        and c.decided_at > now() - interval '2 years'
    )
$$;

create or replace function remove_person() returns trigger language plpgsql as $$
begin
  perform forget_person(old.id);
  delete from people where id = old.id and left_at is null;
  return null;
end
$$;

-- A person and the accounts with the same mailbox or number: deleted accounts, and for a deleted account all
-- others.
create or replace function same_person(person uuid) returns setof uuid language sql stable as $$
  select person
  union
  select p.id
  from people one
  join identity_hashes own on own.person_id = one.id
  join identity_hashes other on other.hash = own.hash
  join people p on p.id = other.person_id
  where one.id = person and (p.left_at is not null or one.left_at is not null)
$$;

-- The reason why a staff member may not decide about a person: they are the same, the staff member reported
-- something of theirs, or there is a conversation, a review or a block between the two. Null for strangers.
-- Accounts that either of them deleted count as well.
create or replace function bar_between(moderator uuid, subject uuid) returns text language sql stable as $$
  with selves as (select id from same_person(moderator) as same (id)),
  subjects as (select id from same_person(subject) as same (id))
  select case
    when exists (select from selves join subjects using (id)) then 'own-account'
    when exists (
      select from reports r join cases c on c.id = r.case_id
      where r.reporter_id in (table selves) and c.subject_id in (table subjects)
    ) or exists (
      select from outside_reporters o
      join reports r on r.id = o.report_id
      join cases c on c.id = r.case_id
      join accounts a on a.mailbox_hash = o.mailbox_hash or a.email = o.email
      where a.id in (table selves) and c.subject_id in (table subjects)
    ) then 'reported'
    when exists (
      select from conversation_participants own
      join conversation_participants other using (conversation_id)
      where own.user_id in (table selves) and other.user_id in (table subjects)
    ) then 'conversation'
    when exists (
      select from product_reviews r join products p on p.id = r.product_id
      where (r.reviewer_id in (table selves) and p.seller_id in (table subjects))
        or (r.reviewer_id in (table subjects) and p.seller_id in (table selves))
    ) then 'review'
    when exists (
      select from blocks b
      where (b.blocker_id in (table selves) and b.blocked_id in (table subjects))
        or (b.blocker_id in (table subjects) and b.blocked_id in (table selves))
    ) then 'block'
  end
$$;

-- Hides everything that a banned person wrote about themselves or in reviews while the ban lasts.
create or replace function withhold_person(person uuid) returns void language plpgsql as $$
begin
  insert into withheld_profiles (person_id, full_name, username, avatar_url, bio, location, website)
  select id, full_name, username, avatar_url, bio, location, website from profiles where id = person
  on conflict do nothing;
  if not found then return; end if;
  update profiles set full_name = :'closed_account', username = null, avatar_url = null, bio = null, location = null,
    website = null
  where id = person;
  insert into withheld_reviews (review_id, person_id)
  select id, person from product_reviews where reviewer_id = person and removed_at is null
  on conflict do nothing;
  update product_reviews set removed_at = now()
  where id in (select review_id from withheld_reviews where person_id = person);
  update buyer_reviews set is_withheld = true where seller_id = person;
end
$$;

create or replace function show_person(person uuid) returns void language plpgsql as $$
begin
  update profiles p set full_name = w.full_name, avatar_url = w.avatar_url, bio = w.bio, location = w.location,
    website = w.website,
    -- The username stays empty if somebody has taken it in the meantime.
    username = case when not exists (
      select from profiles where lower(username) = lower(w.username) and id <> person
    ) then w.username end
  from withheld_profiles w where w.person_id = person and p.id = person;
  update product_reviews set removed_at = null
  where id in (select review_id from withheld_reviews where person_id = person);
  update buyer_reviews set is_withheld = false where seller_id = person;
  delete from withheld_reviews where person_id = person;
  delete from withheld_profiles where person_id = person;
end
$$;

create or replace function follow_ban() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.kind = 'banned' and (tg_op = 'DELETE' or new.kind <> 'banned') then
    perform show_person(old.person_id);
  end if;
  if tg_op <> 'DELETE' and new.kind = 'banned' then perform withhold_person(new.person_id); end if;
  return null;
end
$$;

create or replace function is_banned(person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from sanctions where person_id = person and kind = 'banned')
$$;
