create table conversations (
  id uuid primary key default uuidv7(),
  -- The conversation outlives the product; its title stays for those who talked about it.
  product_id uuid constraint conversation_product_exists references products on delete set null,
  product_title text not null,
  -- Of the two people, the smaller id first: with the product they name the one conversation.
  first_person uuid constraint first_person_exists references profiles on delete set null,
  second_person uuid constraint second_person_exists references profiles on delete set null,
  -- The newest message's number: each message takes the next under this row's lock.
  last_seq integer not null default 0,
  last_message_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint people_in_order check (first_person < second_person),
  constraint one_conversation_per_product_and_pair unique (product_id, first_person, second_person)
);

create table conversation_participants (
  conversation_id uuid not null constraint participant_conversation_exists references conversations on delete cascade,
  user_id uuid not null constraint participant_exists references profiles on delete cascade,
  -- Up to which message they have read.
  read_seq integer not null default 0,
  -- Their unread messages, counted when one comes, so that no list has to count them.
  unread_count integer not null default 0 constraint unread_count_not_negative check (unread_count >= 0),
  -- When they sent their newest messages, as many as may be sent in a minute; null for whom no limit holds.
  sent_at timestamptz(3)[] default '{}',
  -- Copy of the conversation's, by which each person's list is ordered and paged.
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id)
);
create index conversations_of_person on conversation_participants (user_id, updated_at desc, conversation_id desc);
create index unread_conversations_of_person on conversation_participants (user_id) where unread_count > 0;

create table messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null constraint message_conversation_exists references conversations on delete cascade,
  -- 1, 2, 3, … within the conversation, in the order in which they were accepted.
  seq integer not null,
  -- Null once the sender has left.
  sender_id uuid constraint message_sender_exists references profiles on delete set null,
  -- Chosen by the browser, so that a message sent twice is one.
  client_key uuid not null,
  content text not null constraint content_length check (length(content) <= 5000),
  -- A photo: where its files begin, as of products.
  image_url text,
  image_width integer,
  image_height integer,
  image_thumbhash text,
  read boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint one_message_per_seq unique (conversation_id, seq),
  constraint one_message_per_client_key unique (conversation_id, client_key),
  constraint says_something check (content ~ '\S' or image_url is not null),
  constraint image_is_measured check (
    image_url is null or image_width is not null and image_height is not null and image_thumbhash is not null
  )
);
create index messages_of_sender on messages (sender_id);
create unique index message_image_unique on messages (image_url) where image_url is not null;

create table message_reactions (
  message_id uuid not null constraint reaction_message_exists references messages on delete cascade,
  user_id uuid not null constraint reaction_person_exists references profiles on delete cascade,
  reaction text not null
    constraint reaction_known check (reaction in ('thumbsup', 'heart', 'smile', 'thumbsdown', 'warning')),
  created_at timestamptz(3) not null default now(),
  primary key (message_id, user_id)
);
create index reactions_of_person on message_reactions (user_id);

-- Who is connected to which process; one that dies is noticed by its beat.
create unlogged table live_processes (
  id uuid primary key,
  beat_at timestamptz(3) not null default now()
);
create unlogged table presences (
  user_id uuid not null,
  process_id uuid not null constraint presence_process_exists references live_processes on delete cascade,
  primary key (user_id, process_id)
);
create index presences_of_process on presences (process_id);

alter table profiles
  add column last_seen_at timestamptz(3),
  add column shows_presence boolean not null default true;

-- SPEC 3 and 7: participants and the one conversation are found by these.
create function get_conversation_participants(conversation_uuid uuid) returns table (user_id uuid)
  language sql stable parallel safe as $$
  select p.user_id from conversation_participants p where p.conversation_id = conversation_uuid
$$;

create function find_conversation_for_product(product_uuid uuid, user_one uuid, user_two uuid) returns uuid
  language sql stable parallel safe as $$
  select c.id from conversations c
  where c.product_id = product_uuid
    and c.first_person = least(user_one, user_two) and c.second_person = greatest(user_one, user_two)
$$;

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null constraint notified_person_exists references profiles on delete cascade,
  type text not null default 'system'
    constraint notification_type_known check (type in ('message', 'sale', 'purchase', 'system', 'other')),
  content text not null constraint notification_content_length check (length(content) <= 1000),
  read boolean not null default false,
  action_url text
    constraint action_url_is_own_path check (action_url is null or action_url ~ '^/[^/\\]' or action_url = '/'),
  created_at timestamptz(3) not null default now()
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, action_url) where not read;
-- What is said in a conversation is one piece of news: its notification is brought up to date and unread again.
create unique index one_message_notification on notifications (user_id, action_url) where type = 'message';

-- Tells a person of a message; true if they have one more unread notification now.
create function notify_of_message(person uuid, conversation uuid, message_text text) returns boolean
  language sql as $$
  insert into notifications (user_id, type, content, action_url)
  values (person, 'message', message_text, '/conversation/' || conversation)
  on conflict (user_id, action_url) where type = 'message' do update
    set content = excluded.content, read = false, created_at = excluded.created_at
  returning old.read is distinct from false
$$;

-- True if it was unread.
create function read_message_notification(person uuid, conversation uuid) returns boolean
  language plpgsql as $$
begin
  update notifications set read = true
  where user_id = person and type = 'message' and action_url = '/conversation/' || conversation and not read;
  return found;
end
$$;

-- A message with all that goes with it, in one trip. `outcome`: 'sent', 'known' (the key's message is there already),
-- 'taken' (the key is the other person's), 'left' (nobody is there to read it), 'too-many', 'denied' or 'unknown'. Refused messages leave no gap in `seq`.
-- `sender_news`, `other_news`: whether the number of their unread notifications is another now.
create function send_message(
  conversation uuid, sender uuid, key uuid, body text,
  photo_url text, photo_width integer, photo_height integer, photo_thumbhash text, most_a_minute integer,
  out outcome text, out message messages, out other_id uuid, out sender_news boolean, out other_news boolean,
  out wait_seconds integer
) language plpgsql as $$
declare
  talk conversations;
  own conversation_participants;
  people uuid[];
  sender_name text;
  moment timestamptz(3);
  -- When the next may be sent.
  free_at timestamptz(3);
begin
  people := array(select user_id from get_conversation_participants(conversation));
  -- Strangers lock nothing, and so hold nobody up.
  if sender <> all (people) then
    outcome := case when exists (select from conversations where id = conversation) then 'denied' else 'unknown' end;
    return;
  end if;
  other_id := (array_remove(people, sender))[1];
  -- People before the conversation, as when somebody leaves, and in one order: otherwise two could wait for each other.
  select max(coalesce(nullif(p.full_name, ''), nullif(p.username, ''), 'Unknown User')) filter (where p.id = sender)
  into sender_name
  from (
    select id, full_name, username from profiles where id in (sender, other_id) order by id for key share
  ) p;
  select * into talk from conversations where id = conversation for no key update;
  if not found then outcome := 'unknown'; return; end if;
  -- Who left while this waited is not told.
  if other_id = any (array[talk.first_person, talk.second_person]) is not true then other_id := null; end if;
  select * into own from conversation_participants where conversation_id = conversation and user_id = sender;
  if not found then outcome := 'denied'; return; end if;

  select * into message from messages where conversation_id = conversation and client_key = key;
  if found then
    outcome := case when message.sender_id = sender then 'known' else 'taken' end;
    return;
  end if;
  if other_id is null then outcome := 'left'; return; end if;

  -- Not now(), which is when the wait for the others' turn began.
  moment := greatest(clock_timestamp(), talk.last_message_at);
  free_at := own.sent_at[cardinality(own.sent_at) - most_a_minute + 1] + interval '1 minute';
  if free_at > moment then
    outcome := 'too-many';
    wait_seconds := ceil(extract(epoch from free_at - moment));
    return;
  end if;

  insert into messages (
    conversation_id, seq, sender_id, client_key, content,
    image_url, image_width, image_height, image_thumbhash, created_at
  ) values (
    conversation, talk.last_seq + 1, sender, key, body,
    photo_url, photo_width, photo_height, photo_thumbhash, moment
  ) returning * into message;
  update conversations set last_seq = message.seq, last_message_at = moment, updated_at = moment
  where id = conversation;
  -- Whoever writes has not therefore seen what the other wrote meanwhile.
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
  sender_news := read_message_notification(sender, conversation);
  other_news := notify_of_message(
    other_id, conversation,
    sender_name || ': ' || case when body = '' then 'Photo' else left(regexp_replace(body, '\s+', ' ', 'g'), 140) end
  );
  outcome := 'sent';
end
$$;

-- `outcome`: 'read', 'denied' or 'unknown'. `seq` is up to where the person has read now, which only grows; `is_news`
-- whether it has.
create function read_conversation(
  conversation uuid, reader uuid, up_to integer,
  out outcome text, out seq integer, out is_news boolean, out other_id uuid, out reader_news boolean
) language plpgsql as $$
declare
  own conversation_participants;
  newly_read integer;
begin
  -- A message that comes meanwhile waits here to be counted, so that none is counted twice or left out.
  select * into own from conversation_participants
  where conversation_id = conversation and user_id = reader for no key update;
  if not found then
    outcome := case when exists (select from conversations where id = conversation) then 'denied' else 'unknown' end;
    return;
  end if;
  select user_id into other_id from get_conversation_participants(conversation) where user_id <> reader;
  select greatest(own.read_seq, least(up_to, last_seq)) into seq from conversations where id = conversation;
  is_news := seq > own.read_seq;
  if is_news then
    update messages m set read = true
    where m.conversation_id = conversation and m.seq > own.read_seq and m.seq <= read_conversation.seq
      and m.sender_id is distinct from reader and not m.read;
    get diagnostics newly_read = row_count;
    update conversation_participants set read_seq = read_conversation.seq, unread_count = unread_count - newly_read
    where conversation_id = conversation and user_id = reader;
  end if;
  -- Of several messages the news stays until the last of them was seen.
  if own.unread_count = coalesce(newly_read, 0) then
    reader_news := read_message_notification(reader, conversation);
  end if;
  outcome := 'read';
end
$$;

-- A conversation is shown and found by its product's title.
create function keep_product_title() returns trigger language plpgsql as $$
begin
  update conversations set product_title = new.title where product_id = new.id;
  return null;
end
$$;
create trigger conversations_keep_product_title after update of title on products
  for each row when (old.title <> new.title) execute function keep_product_title();

-- Once both people have left nobody can read it any more.
create function forget_conversation() returns trigger language plpgsql as $$
begin
  delete from conversations where id = new.id;
  return null;
end
$$;
create trigger conversation_without_people after update of first_person, second_person on conversations
  for each row when (new.first_person is null and new.second_person is null) execute function forget_conversation();
