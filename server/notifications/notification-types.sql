-- Stores the types of contract/notifications/notification-types.ts. A type that is no longer declared stays
-- for its rows.
insert into notification_types (type, in_app, push, email)
select type, in_app, push, email
from jsonb_to_recordset(:'notification_types') as declared (type text, in_app text, push boolean, email boolean)
on conflict (type) do update set in_app = excluded.in_app, push = excluded.push, email = excluded.email;
