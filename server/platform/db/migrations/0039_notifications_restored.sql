-- A deleted notification is listed nowhere and counts as read; for some minutes it can be brought back as it was.
alter table notifications
  add column deleted_at timestamptz(3),
  add column was_unread boolean not null default false;
create index notifications_deleted on notifications (deleted_at) where deleted_at is not null;
