-- How moderators find people.
create index profiles_by_name on profiles using gin (to_tsvector('simple', fold(coalesce(full_name, ''))));
create index profiles_by_phone on profiles (phone) where phone is not null;
-- What the figures of each month count.
create index reports_by_time on reports (created_at);
create index cases_by_decision on cases (decided_at) where decided_at is not null;
create index appeals_by_time on appeals (created_at);
