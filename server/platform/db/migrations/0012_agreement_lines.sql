-- A line about a step of an agreement, with the agreement as it was then; its sender took the step, or is the seller if
-- nobody did.
alter table messages add column step jsonb;
alter table messages
  drop constraint says_something,
  add constraint says_something check (content ~ '\S' or image_url is not null or price_to is not null or step is not null)
    not valid,
  add constraint step_says_nothing_else check (step is null or content = '' and image_url is null and price_to is null)
    not valid;
