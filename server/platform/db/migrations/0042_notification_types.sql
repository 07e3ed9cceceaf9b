-- Filled from contract/notifications/notification-types.ts by server/notifications/notification-types.sql.
create table notification_types (
  type text primary key,
  in_app text not null constraint in_app_known check (in_app in ('optional', 'always')),
  push boolean not null,
  email boolean not null
);
insert into notification_types values
  ('message', 'optional', true, true),
  ('sale', 'optional', true, true),
  ('purchase', 'optional', true, true),
  ('system', 'always', true, true),
  ('other', 'optional', true, true);

alter table notifications
  drop constraint notification_type_known,
  add constraint notification_type_known foreign key (type) references notification_types;

-- A trigger checks these against the table.
alter table notification_preferences
  drop constraint news_types_known,
  drop constraint system_news_stay_in_app;
