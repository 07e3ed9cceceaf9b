create table conversations (
  id uuid primary key default uuidv7(),
  -- The conversation outlives the product; its title stays for the people who talked about it.
  product_id uuid constraint conversation_product_exists references products on delete set null,
  product_title text not null,
  -- Of the two people, the smaller id first: with the product they identify the one conversation.
  first_person uuid constraint first_person_exists references profiles on delete set null,
  second_person uuid constraint second_person_exists references profiles on delete set null,
  -- The newest message's number: each message takes the next under this row's lock.
  last_seq integer not null default 0,
  last_message_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- How many messages each of the two wrote, up to two: a review can be based on a conversation with two of each.
  first_messages smallint not null default 0,
  second_messages smallint not null default 0,
  constraint people_in_order check (first_person < second_person),
  constraint one_conversation_per_product_and_pair unique (product_id, first_person, second_person),
  constraint messages_counted_to_two check (first_messages between 0 and 2 and second_messages between 0 and 2)
);
create index conversations_by_time on conversations using brin (created_at);

create table conversation_participants (
  conversation_id uuid not null constraint participant_conversation_exists references conversations on delete cascade,
  user_id uuid not null constraint participant_exists references profiles on delete cascade,
  -- The last message that they have read.
  read_seq integer not null default 0,
  -- Their unread messages, counted when one arrives, so that no list has to count them.
  unread_count integer not null default 0 constraint unread_count_not_negative check (unread_count >= 0),
  -- When they sent their newest messages, as many as may be sent in a minute; null for people without a limit.
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
  -- A photo: common start of its files, as in product_images.
  image_url text,
  image_width integer,
  image_height integer,
  image_thumbhash text,
  read boolean not null default false,
  created_at timestamptz(3) not null default now(),
  -- A line that says nothing else than that the product has another price; its sender is the person who changed it.
  price_from numeric(8,2),
  price_to numeric(8,2),
  -- The guard's rules that have a warning for the person who reads it.
  warnings smallint[],
  constraint one_message_per_seq unique (conversation_id, seq),
  constraint one_message_per_client_key unique (conversation_id, client_key),
  constraint says_something check (content ~ '\S' or image_url is not null or price_to is not null),
  constraint image_is_measured check (
    image_url is null or image_width is not null and image_height is not null and image_thumbhash is not null
  ),
  constraint price_line_says_nothing_else check (
    (price_from is null) = (price_to is null) and (price_to is null or content = '' and image_url is null)
  )
);
create index messages_of_sender on messages (sender_id);
create index messages_by_time on messages using brin (created_at);
create unique index message_image_unique on messages (image_url) where image_url is not null;
create index price_lines on messages (conversation_id, seq desc) where price_to is not null;
create index warned_messages on messages using gin (warnings) where warnings is not null;

create table message_reactions (
  message_id uuid not null constraint reaction_message_exists references messages on delete cascade,
  user_id uuid not null constraint reaction_person_exists references profiles on delete cascade,
  reaction text not null
    constraint reaction_known check (reaction in ('thumbsup', 'heart', 'smile', 'thumbsdown', 'warning')),
  created_at timestamptz(3) not null default now(),
  primary key (message_id, user_id)
);
create index reactions_of_person on message_reactions (user_id);

-- A message with the first link of a new account, which only its sender reads until a moderator has released it.
create table held_messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null constraint held_conversation_exists references conversations on delete cascade,
  sender_id uuid not null constraint held_sender_exists references profiles on delete cascade,
  -- The key that the message will have.
  client_key uuid not null,
  -- Empty once it was released: then it is a message.
  content text not null constraint held_content_length check (length(content) <= 5000),
  -- What the guard saw in it.
  reading jsonb not null,
  state text not null default 'waiting' constraint held_state_known check (state in ('waiting', 'released', 'refused')),
  -- The moderator's words to the sender of a refused one.
  words text not null default '',
  -- Moderators who have seen it; each look is recorded in audit_entries.
  looked_at_by uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  constraint one_held_message_per_client_key unique (conversation_id, client_key)
);
create index waiting_messages on held_messages (created_at, id) where state = 'waiting';
create index held_messages_of_sender on held_messages (sender_id);
