-- Out of sight from now on. Whether it was in sight.
create or replace function hold_product(product uuid, why text) returns boolean language plpgsql as $$
begin
  -- A draft is nobody's business.
  perform from products where id = product and status <> 'draft' for no key update;
  if not found then return false; end if;
  insert into product_holds (product_id, cause) values (product, why) on conflict do nothing;
  update products set status_before_hold = status, status = 'held' where id = product and status <> 'held';
  return found;
end
$$;

-- In sight again, unless something else holds it. Whether it came back into sight.
create or replace function release_product(product uuid, why text) returns boolean language plpgsql as $$
begin
  perform from products where id = product and status = 'held' for no key update;
  if not found then return false; end if;
  delete from product_holds where product_id = product and cause = why;
  if exists (select from product_holds where product_id = product) then return false; end if;
  update products set status = status_before_hold, status_before_hold = null where id = product;
  return true;
end
$$;

-- The open case of a target, opened if need be once there are reports or signals enough, with its risk summed anew:
-- signals about the target and about its person, and reports.
create or replace function assess_case(kind text, target uuid, person uuid, open_from real) returns uuid
  language plpgsql as $$
declare
  total real;
  found_id uuid;
begin
  select coalesce(sum(weight), 0) into total from signals
  where (target_kind, target_id) = (kind, target) or (target_kind, target_id) = ('person', person);
  update cases c
  set risk = total + (select coalesce(sum(r.weight), 0) from reports r where r.case_id = c.id)
  where c.target_kind = kind and c.target_id = target and c.state = 'open'
  returning id into found_id;
  if found_id is null and total >= open_from then
    insert into cases (target_kind, target_id, subject_id, risk) values (kind, target, person, total)
    on conflict (target_kind, target_id) where state = 'open' do update set risk = excluded.risk
    returning id into found_id;
  end if;
  return found_id;
end
$$;

-- What was decided and done stays as it was written; two years later it may go.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '2 years' then return old; end if;
  raise exception using errcode = 'check_violation', constraint = 'history_is_not_rewritten',
    message = 'rows of ' || tg_table_name || ' are not changed';
end
$$;
