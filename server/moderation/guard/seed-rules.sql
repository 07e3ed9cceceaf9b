-- Stores the lists and rules of server/moderation/guard/rules.txt. Moderators' changes stay, and rules that are
-- no longer in the file are switched off.
insert into guard_word_lists (name, words)
select name, words from jsonb_to_recordset(:'guard_word_lists') as listed (name text, words text[])
on conflict (name) do update set words = excluded.words
where not exists (select from guard_edited_lists edited where edited.name = guard_word_lists.name);

update guard_rules set is_live = false
where edited_at is null and name not in (select name from jsonb_to_recordset(:'guard_rules') as seeded (name text));

insert into guard_rules (name, language, audience, severity, reader_text, writer_text, patterns, exclusions, compares_wallet)
select name, language, audience, severity, reader_text, writer_text, patterns, exclusions, compares_wallet
from jsonb_to_recordset(:'guard_rules') as seeded (
  name text, language text, audience text, severity text, reader_text text, writer_text text, patterns text[],
  exclusions text[], compares_wallet boolean
)
on conflict (name) do update set
  language = excluded.language, audience = excluded.audience, severity = excluded.severity,
  reader_text = excluded.reader_text, writer_text = excluded.writer_text, patterns = excluded.patterns,
  exclusions = excluded.exclusions, compares_wallet = excluded.compares_wallet, is_live = true
where guard_rules.edited_at is null;
notify guard_rules_changed;
