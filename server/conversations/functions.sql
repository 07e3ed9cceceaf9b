-- after: notifications, blocks, moderation/guard, moderation

-- SPEC 3 and 7: these functions find the participants and the one conversation.
create or replace function get_conversation_participants(conversation_uuid uuid) returns table (user_id uuid)
  language sql stable parallel safe as $$
  select p.user_id from conversation_participants p where p.conversation_id = conversation_uuid
$$;

create or replace function find_conversation_for_product(product_uuid uuid, user_one uuid, user_two uuid) returns uuid
  language sql stable parallel safe as $$
  select c.id from conversations c
  where c.product_id = product_uuid
    and c.first_person = least(user_one, user_two) and c.second_person = greatest(user_one, user_two)
$$;

-- Returns whether this person's links wait for a moderator: those of new accounts, until one was released, if
-- a moderator is active.
create or replace function has_held_links(person uuid) returns boolean language sql stable parallel safe as $$
  select p.created_at > now() - make_interval(days => :'new_account_days'::int)
    and exists (select from staff where seen_at > now() - make_interval(days => :'staff_seen_days'::int))
    and not exists (select from held_messages where sender_id = person and state = 'released')
  from profiles p where p.id = person
$$;

create or replace function held_as_message(held held_messages) returns messages language sql immutable as $$
  select jsonb_populate_record(null::messages, jsonb_build_object(
    'id', held.id, 'conversation_id', held.conversation_id, 'seq', 0, 'sender_id', held.sender_id,
    'client_key', held.client_key, 'content', held.content, 'read', false, 'created_at', held.created_at,
    'image_url', held.reading -> 'photo' ->> 'url', 'image_width', held.reading -> 'photo' -> 'width',
    'image_height', held.reading -> 'photo' -> 'height', 'image_thumbhash', held.reading -> 'photo' ->> 'thumbhash'
  ))
$$;

-- Writes a message, its counts and its notification in one statement. `outcome`: 'sent', 'known' (a message
-- with the key exists), 'taken' (the key is the other person's), 'left' (nobody is left to read it),
-- 'blocked' (by the sender), 'closed' (by the other person, who may also be suspended), 'banned' (the other
-- person), 'limited' (a limited person begins no conversation), 'too-many', 'denied' or 'unknown'. Refused
-- messages leave no gap in `seq`. `sender_badge_changed`, `other_badge_changed`: whether the number of their
-- unread notifications changed. `reading` is the guard's findings in the text (guard_warnings), null for
-- none. If it contains rules that hold and the sender's links are held, the message waits for a moderator,
-- and only its sender sees it: the outcome is then 'waiting', or 'refused' with the moderator's words.
create or replace function add_message(
  conversation uuid, sender uuid, key uuid, body text,
  photo_url text, photo_width integer, photo_height integer, photo_thumbhash text, most_a_minute integer,
  reading jsonb default null,
  out outcome text, out message messages, out other_id uuid, out sender_badge_changed boolean, out other_badge_changed boolean,
  out wait_seconds integer, out held_words text
) language plpgsql as $$
declare
  thread conversations;
  own conversation_participants;
  people uuid[];
  sender_name text;
  blocker uuid;
  held held_messages;
  warned smallint[];
  moment timestamptz(3);
  -- Time at which the next message may be sent.
  free_at timestamptz(3);
begin
  people := array(select user_id from get_conversation_participants(conversation));
  -- Strangers lock nothing, and so delay nobody.
  if sender <> all (people) then
    outcome := case when exists (select from conversations where id = conversation) then 'denied' else 'unknown' end;
    return;
  end if;
  other_id := (array_remove(people, sender))[1];
  -- People are locked before the conversation, as when somebody leaves, and in one order; otherwise two could
  -- deadlock.
  select max(coalesce(nullif(p.full_name, ''), nullif(p.username, ''), :'unknown_user')) filter (where p.id = sender)
  into sender_name
  from (
    select id, full_name, username from profiles where id in (sender, other_id) order by id for key share
  ) p;
  select * into thread from conversations where id = conversation for no key update;
  if not found then outcome := 'unknown'; return; end if;
  -- A person who left while this waited gets no notification.
  if other_id = any (array[thread.first_person, thread.second_person]) is not true then other_id := null; end if;
  select * into own from conversation_participants where conversation_id = conversation and user_id = sender;
  if not found then outcome := 'denied'; return; end if;

  select * into message from messages where conversation_id = conversation and client_key = key;
  if found then
    outcome := case when message.sender_id = sender then 'known' else 'taken' end;
    return;
  end if;
  if reading ? 'hold' then
    select * into held from held_messages where conversation_id = conversation and client_key = key;
    if held.state in ('waiting', 'refused') then
      outcome := case when held.sender_id = sender then held.state else 'taken' end;
      held_words := held.words;
      message := held_as_message(held);
      return;
    end if;
  end if;
  if other_id is null then outcome := 'left'; return; end if;
  select b.blocker_id into blocker from blocks b
  where b.blocker_id = sender and b.blocked_id = other_id or b.blocker_id = other_id and b.blocked_id = sender
  order by b.blocker_id <> sender limit 1;
  if blocker is not null then
    outcome := case when blocker = sender then 'blocked' else 'closed' end;
    return;
  end if;

  if is_banned(other_id) then outcome := 'banned'; return; end if;
  -- The same outcome as for a block, so that neither reveals which it is.
  if exists (select from sanctions where person_id = other_id and kind = 'suspended' and until > now()) then
    outcome := 'closed';
    return;
  end if;
  if thread.last_seq = 0 and exists (
    select from sanctions where person_id = sender and kind = 'limited' and until > now()
  ) then
    outcome := 'limited';
    return;
  end if;

  -- now() would be the time at which the wait for the lock began.
  moment := greatest(clock_timestamp(), thread.last_message_at);
  free_at := own.sent_at[cardinality(own.sent_at) - most_a_minute + 1] + interval '1 minute';
  if free_at > moment then
    outcome := 'too-many';
    wait_seconds := ceil(extract(epoch from free_at - moment));
    return;
  end if;

  if reading is not null then warned := guard_warnings(reading, thread.product_id, sender); end if;
  -- Most messages have no findings, and 'null and …' would look the sender up.
  if coalesce(warned && array(select jsonb_array_elements_text(reading -> 'hold')::smallint), false)
    and has_held_links(sender)
  then
    insert into held_messages (conversation_id, sender_id, client_key, content, reading, created_at)
    values (conversation, sender, key, body, reading, moment) returning * into held;
    -- It counts towards the minute's limit and changes nothing else.
    update conversation_participants p set sent_at = p.sent_at || moment
    where p.conversation_id = conversation and p.user_id = sender;
    outcome := 'waiting';
    held_words := '';
    message := held_as_message(held);
    return;
  end if;
  insert into messages (
    conversation_id, seq, sender_id, client_key, content,
    image_url, image_width, image_height, image_thumbhash, created_at, warnings
  ) values (
    conversation, thread.last_seq + 1, sender, key, body,
    photo_url, photo_width, photo_height, photo_thumbhash, moment,
    warned
  ) returning * into message;
  update conversations set last_seq = message.seq, last_message_at = moment, updated_at = moment
  where id = conversation;
  -- Writing does not mean that the person has seen what the other wrote in the meantime.
  update conversation_participants p set
    updated_at = moment,
    unread_count = case when p.user_id = sender then p.unread_count else p.unread_count + 1 end,
    read_seq = case when p.user_id = sender and p.unread_count = 0 then message.seq else p.read_seq end,
    sent_at = case
      when p.user_id = sender and p.sent_at is not null
        then (p.sent_at || moment)[greatest(cardinality(p.sent_at) + 2 - most_a_minute, 1):]
      else p.sent_at
    end
  where p.conversation_id = conversation;
  sender_badge_changed := read_message_notification(sender, conversation);
  other_badge_changed := notify_of_message(
    other_id, conversation,
    isolated(sender_name) || ': ' || case when body = '' then :'photo_message'
      else isolated(left(regexp_replace(body, '\s+', ' ', 'g'), :'message_excerpt_max'::int)) end
  );
  outcome := 'sent';
end
$$;

-- Returns whether nobody took the step of a line, which is then unread for both people until each has read it.
create or replace function is_site_line(message messages) returns boolean language sql immutable parallel safe
  return message.sender_id is null and message.step is not null and message.step ->> 'by' is null;

-- `outcome`: 'read', 'denied' or 'unknown'. `seq` is the number up to which the person has read, which only
-- grows; `has_advanced` whether it grew. If one of the two has blocked the other, `other_id` is null and the
-- other is not notified.
create or replace function mark_conversation_read(
  conversation uuid, reader uuid, up_to integer,
  out outcome text, out seq integer, out has_advanced boolean, out other_id uuid, out reader_badge_changed boolean
) language plpgsql as $$
declare
  own conversation_participants;
  is_closed boolean;
  newly_read integer;
begin
  -- A new message waits here to be counted, so that none is counted twice or left out.
  select * into own from conversation_participants
  where conversation_id = conversation and user_id = reader for no key update;
  if not found then
    outcome := case when exists (select from conversations where id = conversation) then 'denied' else 'unknown' end;
    return;
  end if;
  select user_id into other_id from get_conversation_participants(conversation) where user_id <> reader;
  is_closed := block_between(reader, other_id) is not null;
  select greatest(own.read_seq, least(up_to, last_seq)) into seq from conversations where id = conversation;
  has_advanced := seq > own.read_seq;
  if has_advanced then
    if is_closed then
      select count(*) into newly_read from messages m
      where m.conversation_id = conversation and m.seq > own.read_seq and m.seq <= mark_conversation_read.seq
        and m.sender_id is distinct from reader and (not m.read or is_site_line(m));
      other_id := null;
    else
      update messages m set read = true
      where m.conversation_id = conversation and m.seq > own.read_seq and m.seq <= mark_conversation_read.seq
        and m.sender_id is distinct from reader and (not m.read or is_site_line(m));
      get diagnostics newly_read = row_count;
    end if;
    update conversation_participants set read_seq = mark_conversation_read.seq, unread_count = unread_count - newly_read
    where conversation_id = conversation and user_id = reader;
  end if;
  -- The notification of several messages stays until the last one was seen.
  if own.unread_count = coalesce(newly_read, 0) then
    reader_badge_changed := read_message_notification(reader, conversation);
  end if;
  outcome := 'read';
end
$$;

-- A conversation is shown and found by its product's title.
create or replace function copy_product_title() returns trigger language plpgsql as $$
begin
  update conversations set product_title = new.title where product_id = new.id;
  return null;
end
$$;

-- Deletes a conversation that both people have left, because nobody can read it any more.
create or replace function forget_conversation() returns trigger language plpgsql as $$
begin
  delete from conversations where id = new.id;
  return null;
end
$$;

create or replace function mark_writer() returns trigger language plpgsql as $$
begin
  update conversations set
    first_messages = first_messages + (first_person = new.sender_id)::int,
    second_messages = second_messages + (second_person = new.sender_id)::int
  where id = new.conversation_id
    and (first_person = new.sender_id and first_messages < 2 or second_person = new.sender_id and second_messages < 2);
  return null;
end
$$;

create or replace function refuse_reaction_to_line() returns trigger language plpgsql as $$
begin
  if exists (select from messages where id = new.message_id and (price_to is not null or step is not null)) then
    raise exception using errcode = 'check_violation', constraint = 'reaction_is_to_words',
      message = 'a line of the site cannot have reactions';
  end if;
  return new;
end
$$;

-- Adds the line to the newest conversations about a product that had messages lately. Each gets only a few
-- lines a day: if the price changes more often, the product's card shows it, and the next line begins at the
-- price of the last line. The line is unread for the other person; the seller's list keeps its order, so that
-- it does not bury what people wrote.
create or replace function add_price_lines(product uuid, seller uuid, old_price numeric, new_price numeric)
  returns table (other_id uuid, message messages) language plpgsql as $$
declare
  conversation conversations;
  chosen uuid[];
  lines_today int;
  last_price numeric;
  moment timestamptz(3);
begin
  chosen := array(
    select c.id from conversations c
    where c.product_id = product and c.first_messages + c.second_messages > 0 and seller in (c.first_person, c.second_person)
      and c.first_person is not null and c.second_person is not null
      and block_between(c.first_person, c.second_person) is null
      and c.last_message_at > now() - make_interval(days => :'price_line_days'::int)
    order by c.last_message_at desc, c.id limit :'price_line_conversations'::int
  );
  -- People are locked before conversations, each in one order, as when a message is sent.
  perform from profiles where id in (
    select unnest(array[c.first_person, c.second_person]) from conversations c where c.id = any (chosen)
  ) order by id for key share;
  for conversation in
    select * from conversations c
    where c.id = any (chosen) and c.first_person is not null and c.second_person is not null
    order by c.id for no key update
  loop
    select count(*) filter (where l.created_at > now() - interval '1 day'), coalesce((array_agg(l.price_to order by l.seq desc))[1], old_price)
    into lines_today, last_price
    from (
      select * from messages m where m.conversation_id = conversation.id and m.price_to is not null
      order by m.seq desc limit :'price_lines_per_day'::int
    ) l;
    continue when lines_today = :'price_lines_per_day'::int or last_price = new_price;
    moment := greatest(clock_timestamp(), conversation.last_message_at);
    other_id := case when conversation.first_person = seller then conversation.second_person else conversation.first_person end;
    insert into messages (conversation_id, seq, sender_id, client_key, content, price_from, price_to, created_at)
    values (conversation.id, conversation.last_seq + 1, seller, gen_random_uuid(), '', last_price, new_price, moment)
    returning * into message;
    update conversations set last_seq = message.seq, last_message_at = moment, updated_at = moment
    where id = conversation.id;
    update conversation_participants p set
      updated_at = case when p.user_id = seller then p.updated_at else moment end,
      unread_count = case when p.user_id = seller then p.unread_count else p.unread_count + 1 end,
      read_seq = case when p.user_id = seller and p.unread_count = 0 then message.seq else p.read_seq end
    where p.conversation_id = conversation.id;
    return next;
  end loop;
end
$$;
