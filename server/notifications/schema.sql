-- Filled from contract/notifications/notification-types.ts by notification-types.sql.
create table notification_types (
  type text primary key,
  in_app text not null constraint in_app_known check (in_app in ('optional', 'always')),
  push boolean not null,
  email boolean not null
);

-- A notification is its own outbox: its row says when it leaves by push or mail, unless it is read before.
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null constraint notified_person_exists references profiles on delete cascade,
  type text not null default 'system' constraint notification_type_known references notification_types,
  content text not null constraint notification_content_length check (length(content) <= 1000),
  read boolean not null default false,
  action_url text
    constraint action_url_is_own_path check (action_url is null or action_url ~ '^/[^/\\]' or action_url = '/'),
  created_at timestamptz(3) not null default now(),
  -- False for what goes out by push or mail only and is not listed.
  in_app boolean not null default true,
  -- Null once it was sent, or if it should not be sent.
  push_at timestamptz(3),
  mail_at timestamptz(3),
  emailed_at timestamptz(3),
  -- Notifications of a review and of its answer are deleted with it.
  review_id uuid constraint told_review_exists references product_reviews on delete cascade,
  -- A deleted notification is not listed and counts as read; for some minutes it can be restored as it was.
  deleted_at timestamptz(3),
  was_unread boolean not null default false
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
-- With what the badge counts, so that it need not read the rows.
create index notifications_unread on notifications (user_id, action_url) include (in_app) where not read;
-- A conversation has one notification, which is updated and unread again with each message.
create unique index one_message_notification on notifications (user_id, action_url) where type = 'message';
create index news_to_push on notifications (push_at) where push_at is not null;
create index news_to_mail on notifications (mail_at) where mail_at is not null;
create index news_of_review on notifications (review_id) where review_id is not null;
create index notifications_deleted on notifications (deleted_at) where deleted_at is not null;

-- The one pair of keys by which push services know this site. Another pair ends every subscription.
create table push_keys (
  only_one boolean primary key default true constraint one_pair_of_push_keys check (only_one),
  public_key text not null,
  -- AES-256-GCM under the deployment's key.
  private_key bytea not null,
  created_at timestamptz(3) not null default now()
);

-- Browsers that show a person's notifications while their session lasts.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  -- Everybody who knows it can reach the browser, so only its person ever sees it.
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
