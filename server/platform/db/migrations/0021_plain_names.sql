-- A name stands on pages, in notifications and in mails: it is one line, turns round nothing that follows, and shows
-- something (contract/plain-text.ts).
update profiles
set full_name = btrim(regexp_replace(
  full_name, '\s*[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+\s*', ' ', 'g'
))
where full_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]';

update profiles
set full_name = null
where full_name !~ '[^\u0020\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]';

alter table profiles
  add constraint full_name_is_one_line check (
    full_name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'
  ),
  add constraint full_name_is_seen check (
    full_name ~ '[^\u0020\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]'
  );
