create or replace trigger decisions_stay before update or delete on decisions
  for each row execute function refuse_rewriting();

create or replace trigger decisions_stay_all before truncate on decisions
  for each statement execute function refuse_rewriting();

create or replace trigger audit_stays before update or delete on audit_entries
  for each row execute function refuse_rewriting();

create or replace trigger audit_stays_all before truncate on audit_entries
  for each statement execute function refuse_rewriting();

-- An appeal's outcome is also a decision. It is deleted with its person.
create or replace trigger appeals_stay before update on appeals
  for each row when (old.outcome is not null) execute function refuse_rewriting();

create or replace trigger profiles_are_people before insert on profiles
  for each row execute function add_person();

create or replace trigger profiles_leave after delete on profiles
  for each row execute function remove_person();

create or replace trigger products_leave_evidence before delete on products
  for each row execute function save_evidence('product');

create or replace trigger messages_leave_evidence before delete on messages
  for each row execute function save_evidence('message');

create or replace trigger reviews_leave_evidence before delete on product_reviews
  for each row execute function save_evidence('review');

create or replace trigger buyer_reviews_leave_evidence before delete on buyer_reviews
  for each row execute function save_evidence('review');

create or replace trigger photos_leave_evidence before delete on product_images
  for each row execute function save_case_photo();

create or replace trigger bans_withhold after insert or update of kind or delete on sanctions
  for each row execute function follow_ban();

create or replace trigger cases_remember_opening before insert on cases
  for each row when (new.state = 'open' and new.target_kind <> 'message') execute function remember_opening();

create or replace trigger decided_cases_forget_opening before update of state on cases
  for each row when (new.state = 'decided') execute function forget_opening();
