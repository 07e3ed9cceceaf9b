-- A meeting that one of the two suggests and the other confirms.
alter table agreements
  add column meeting_at timestamptz(3),
  add column meeting_place text
    constraint meeting_place_length check (length(meeting_place) between 2 and 100 and meeting_place !~ '\n'),
  -- The person who suggested it.
  add column meeting_by text constraint meeting_by_one check (meeting_by in ('buyer', 'seller')),
  add column is_meeting_confirmed boolean not null default false,
  -- When both were reminded, or confirmed it too late for a reminder.
  add column reminded_at timestamptz(3),
  add constraint meeting_is_whole check (num_nulls(meeting_at, meeting_place, meeting_by) in (0, 3)),
  add constraint confirmed_meeting_is_suggested check (not is_meeting_confirmed or meeting_at is not null),
  add constraint reminder_is_of_confirmed check (reminded_at is null or is_meeting_confirmed);
create index meetings_to_remind on agreements (meeting_at)
  where state = 'agreed' and is_meeting_confirmed and reminded_at is null;
