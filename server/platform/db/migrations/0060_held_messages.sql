-- A message with a first link of a new account, which nobody but its sender reads until a moderator has released it.
create table held_messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null constraint held_conversation_exists references conversations on delete cascade,
  sender_id uuid not null constraint held_sender_exists references profiles on delete cascade,
  -- The one that the message will have.
  client_key uuid not null,
  -- Empty once it was released: then it is a message.
  content text not null constraint held_content_length check (length(content) <= 5000),
  -- What the guard saw in it.
  reading jsonb not null,
  state text not null default 'waiting' constraint held_state_known check (state in ('waiting', 'released', 'refused')),
  -- To the sender, of a refused one.
  words text not null default '',
  -- Moderators who have seen it; each look is an act that is written down.
  looked_at_by uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  constraint one_held_message_per_client_key unique (conversation_id, client_key)
);
create index waiting_messages on held_messages (created_at, id) where state = 'waiting';
create index held_messages_of_sender on held_messages (sender_id);
