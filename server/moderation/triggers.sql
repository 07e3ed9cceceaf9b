create or replace trigger decisions_stay before update or delete on decisions
  for each row execute function refuse_rewriting();

create or replace trigger audit_stays before update or delete on audit_entries
  for each row execute function refuse_rewriting();
