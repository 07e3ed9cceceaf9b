-- The block between two people: 'own' if the first has blocked the second, 'theirs' if only the second has
-- blocked the first, otherwise null. The first is never shown 'theirs'.
create or replace function block_between(viewer uuid, other uuid) returns text
  language sql stable parallel safe as $$
  select case when b.blocker_id = viewer then 'own' else 'theirs' end
  from blocks b
  where b.blocker_id = viewer and b.blocked_id = other or b.blocker_id = other and b.blocked_id = viewer
  order by b.blocker_id <> viewer limit 1
$$;
