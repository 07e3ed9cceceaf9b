-- Marks the notification as read. Returns whether it was unread.
create or replace function read_message_notification(person uuid, conversation uuid) returns boolean
  language plpgsql as $$
begin
  update notifications set read = true
  where user_id = person and type = 'message' and action_url = :'conversation_path' || conversation and not read;
  return found;
end
$$;

-- Isolates a person's text within a sentence of ours, like `contract/isolated.ts`.
create or replace function isolated(words text) returns text
  language sql immutable as $$
  select case
    when words ~ E'[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\U00010800-\U00010FFF\U0001E800-\U0001EFFF]'
      then E'\u2068' || words || E'\u2069'
    else words
  end
$$;

-- The channels by which a person gets notifications of a type.
create or replace function notification_channels(person uuid, notification_type text)
  returns table (in_app boolean, push boolean, email boolean)
  language sql stable as $$
  select
    t.in_app = 'always' or coalesce(not t.type = any (p.in_app_off), true),
    t.push and coalesce(p.push and not t.type = any (p.push_off), true)
      and exists (select from push_subscriptions s where s.user_id = person),
    t.email and coalesce(p.email and not t.type = any (p.email_off), true) and a.email_verified_at is not null
  from notification_types t
  left join accounts a on a.id = person
  left join notification_preferences p on p.account_id = person
  where t.type = notification_type
$$;

-- Allows only declared types in preferences, and no switched-off types that are always sent.
create or replace function check_notification_choices() returns trigger language plpgsql as $$
begin
  if exists (
    select from unnest(new.in_app_off || new.push_off || new.email_off) as chosen
    where chosen not in (select type from notification_types)
  ) then
    raise exception using errcode = 'check_violation', constraint = 'notification_types_known',
      message = 'a preference names an unknown type of notification';
  end if;
  if exists (select from notification_types where in_app = 'always' and type = any (new.in_app_off)) then
    raise exception using errcode = 'check_violation', constraint = 'notification_always_in_app',
      message = 'a preference switches off notifications that always come';
  end if;
  return new;
end
$$;

-- Notifies a person of a message. Returns whether they have one more unread notification now. The push is due
-- after a few seconds, in which a person who looks at the conversation has read it, and the mail after some
-- minutes: once until it is read, no matter how many messages follow.
create or replace function notify_of_message(person uuid, conversation uuid, message_text text) returns boolean
  language sql as $$
  insert into notifications as known (user_id, type, content, action_url, in_app, push_at, mail_at)
  select
    person, 'message', message_text, :'conversation_path' || conversation, w.in_app,
    case when w.push then now() + make_interval(secs => :'message_push_delay_seconds'::int) end,
    case when w.email then now() + make_interval(mins => :'mail_delay_minutes'::int) end
  from notification_channels(person, 'message') w
  where w.in_app or w.push or w.email
  on conflict (user_id, action_url) where type = 'message' do update set
    content = excluded.content,
    read = false,
    created_at = excluded.created_at,
    in_app = excluded.in_app,
    push_at = case when known.read then excluded.push_at else coalesce(known.push_at, excluded.push_at) end,
    mail_at = case when known.read then excluded.mail_at else known.mail_at end,
    emailed_at = case when not known.read then known.emailed_at end
  returning new.in_app and old.read is distinct from false
$$;
