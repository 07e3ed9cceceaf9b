-- Types of news that the person does not want by this way. `email` and `push` turn a way off altogether.
alter table notification_preferences
  add column in_app_off text[] not null default '{}',
  add column push_off text[] not null default '{}',
  add column email_off text[] not null default '{}',
  add constraint news_types_known check (
    in_app_off || push_off || email_off <@ array['message', 'sale', 'purchase', 'system', 'other']
  ),
  add constraint system_news_stay_in_app check (not 'system' = any (in_app_off));

-- The one pair of keys by which push services know this site. Another pair ends every subscription.
create table push_keys (
  only_one boolean primary key default true constraint one_pair_of_push_keys check (only_one),
  public_key text not null,
  -- AES-256-GCM under the deployment's key.
  private_key bytea not null,
  created_at timestamptz(3) not null default now()
);

-- Browsers that show a person's news while their session lasts.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  -- Whoever knows it can reach the browser, so nobody but its person ever sees it.
  endpoint text not null constraint push_endpoint_unique unique
    constraint push_endpoint_length check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  user_id uuid not null constraint push_person_exists references profiles on delete cascade,
  session_id uuid not null constraint push_session_exists references sessions on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index push_subscriptions_of_person on push_subscriptions (user_id, created_at);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- A notification is its own outbox: the moments at which it leaves, unless it was read before, stand in its row.
alter table notifications
  -- False for what goes out by push or mail only and is listed nowhere.
  add column in_app boolean not null default true,
  -- Null once it went, or when it should not go.
  add column push_at timestamptz(3),
  add column mail_at timestamptz(3),
  add column emailed_at timestamptz(3);
create index news_to_push on notifications (push_at) where push_at is not null;
create index news_to_mail on notifications (mail_at) where mail_at is not null;
-- With what the badge counts, so that it need not look at the rows.
drop index notifications_unread;
create index notifications_unread on notifications (user_id, action_url) include (in_app) where not read;

-- By which ways a person is reached with news of a type.
create function ways_of_news(person uuid, news_type text)
  returns table (in_app boolean, push boolean, email boolean)
  language sql stable as $$
  select
    coalesce(not news_type = any (p.in_app_off), true),
    coalesce(p.push and not news_type = any (p.push_off), true)
      and exists (select from push_subscriptions s where s.user_id = person),
    coalesce(p.email and not news_type = any (p.email_off), true) and a.email_verified_at is not null
  from (values (person)) as asked (id)
  left join accounts a on a.id = asked.id
  left join notification_preferences p on p.account_id = asked.id
$$;

-- Tells a person of a message; true if they have one more unread notification now. It leaves by push after a few
-- seconds, in which whoever looks at the conversation has read it, and by mail after ten minutes: once until it is
-- read, however many messages follow.
create or replace function notify_of_message(person uuid, conversation uuid, message_text text) returns boolean
  language sql as $$
  insert into notifications as known (user_id, type, content, action_url, in_app, push_at, mail_at)
  select
    person, 'message', message_text, '/conversation/' || conversation, w.in_app,
    case when w.push then now() + interval '4 seconds' end,
    case when w.email then now() + interval '10 minutes' end
  from ways_of_news(person, 'message') w
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
