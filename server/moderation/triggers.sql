create or replace trigger decisions_stay before update or delete on decisions
  for each row execute function refuse_rewriting();

create or replace trigger decisions_stay_all before truncate on decisions
  for each statement execute function refuse_rewriting();

create or replace trigger audit_stays before update or delete on audit_entries
  for each row execute function refuse_rewriting();

create or replace trigger audit_stays_all before truncate on audit_entries
  for each statement execute function refuse_rewriting();

-- What came of an appeal is a decision as well. It is deleted with its person.
create or replace trigger appeals_stay before update on appeals
  for each row when (old.outcome is not null) execute function refuse_rewriting();
