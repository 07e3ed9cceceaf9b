-- What would have been sent, while the site runs on a developer's machine without a mail server or SMS provider.
create table outbox_messages (
  id uuid primary key default uuidv7(),
  channel text not null constraint outbox_channel_known check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text not null default '',
  created_at timestamptz(3) not null default now()
);

create index outbox_messages_of_recipient on outbox_messages (recipient, id desc);
