-- A mailed link that was used stays until it expires: the browser that requested it still gets through for an hour, and
-- another tab is told that it was used.
alter table one_time_tokens add column used_at timestamptz(3);
