-- What the guard looks for in messages and listings. Patterns are in the syntax of server/guard/pattern.ts.
create table guard_rules (
  id smallint generated always as identity primary key,
  name text not null constraint rule_name_is_free unique
    constraint rule_name_is_plain check (name ~ '^[a-z][a-z0-9-]{1,49}$'),
  language text not null constraint rule_language_known check (language in ('en', 'pidgin', 'twi')),
  -- The readers whom it concerns.
  audience text not null constraint rule_audience_known check (audience in ('buyer', 'seller', 'both')),
  severity text not null constraint rule_severity_known check (severity in ('info', 'warn', 'danger', 'hold')),
  -- The warning that each side reads at such a message.
  reader_text text not null,
  writer_text text not null,
  patterns text[] not null,
  exclusions text[] not null,
  -- Whether a number or name in such a message is compared with the seller's own.
  compares_wallet boolean not null default false,
  is_live boolean not null default true,
  -- When a moderator edited it; newer versions of the program then leave it alone.
  edited_at timestamptz(3)
);

-- Patterns refer to these by '@name'.
create table guard_word_lists (
  name text primary key,
  words text[] not null
);

-- A reader says that a warned message was no trick.
create table guard_false_alarms (
  message_id uuid not null constraint warned_message_exists references messages on delete cascade,
  person_id uuid not null constraint false_alarm_person_exists references profiles on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (message_id, person_id)
);
create index false_alarms_of_person on guard_false_alarms (person_id);
