-- What people wrote to support, for two years.
create table contact_messages (
  id uuid primary key default uuidv7(),
  -- Made by the browser, so that trying again after a lost answer is not a second message.
  client_key uuid not null constraint contact_message_is_sent_once unique,
  first_name text not null constraint contact_first_name_length check (length(first_name) between 1 and 50),
  last_name text not null constraint contact_last_name_length check (length(last_name) between 1 and 50),
  email text not null constraint contact_email_is_lower_case check (email = lower(email)),
  subject text not null constraint contact_subject_length check (length(subject) between 1 and 100),
  message text not null constraint contact_message_length check (length(message) between 1 and 5000),
  created_at timestamptz(3) not null default now()
);
create index contact_messages_by_age on contact_messages (created_at);
create index contact_messages_of_email on contact_messages (email);
