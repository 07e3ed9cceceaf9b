create or replace trigger agreement_is_kept before update on agreements
  for each row execute function keep_agreement();

create or replace trigger product_follows after insert or update of state, product_id, buyer_id, seller_id on agreements
  for each row execute function product_follows_agreement();

create or replace trigger agreement_follows after update of status, buyer_id on products
  for each row when (
    (coalesce(old.status_before_hold, old.status), old.buyer_id)
      is distinct from (coalesce(new.status_before_hold, new.status), new.buyer_id)
  )
  execute function agreement_follows_product();

create or replace trigger blocked_people_agree_nothing after insert on blocks
  for each row execute function end_agreements_of_person();

create or replace trigger banned_people_agree_nothing after insert or update of kind on sanctions
  for each row when (new.kind <> 'limited') execute function end_agreements_of_person();

drop trigger if exists product_is_as_agreed on agreements;
create constraint trigger product_is_as_agreed after insert or update on agreements
  deferrable initially deferred for each row execute function require_agreed_product();

create or replace trigger deals_are_counted after update of state on agreements
  for each row when (
    old.state <> new.state and (new.state = 'done' or new.outcome in ('lapsed', 'cancelled') and new.agreed_at is not null
      or old.state = 'ended')
  )
  execute function count_deals_of_both();

drop function if exists block_ends_agreements();
drop function if exists ban_ends_agreements();
