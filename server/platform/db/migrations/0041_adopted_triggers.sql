-- The triggers of these files are in place as migrations made them: replacing them would lock their tables for nothing.
insert into schema_repeatable (name, checksum) values
  ('accounts/phone/triggers.sql', '98633970399bf6cd974ff59f4471467a384d312640c935660515f5a6c5c7505c'),
  ('catalog/triggers.sql', '5284006286edc53b8e49a87580a89b9434b108c5060b926f720e915162ba04d7'),
  ('conversations/triggers.sql', '01c27740224a02ce46de4a8d0ce3ff42ca9e007ea1eaef4eed1a311e95031f1c'),
  ('reviews/triggers.sql', '9606139908d9ccd1623536e082eef6d11b1a9eedb1eaade24b436e1beaaa85ff'),
  ('search/triggers.sql', '2481be6887766dd563fde8b0c74656578a6c08c7ac31c170dc968c389e2af6b1');
