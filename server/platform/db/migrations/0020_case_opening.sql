-- What an open case is about as it was when the case was opened, with the names of its photos: moderators see what was
-- changed since. server/moderation/triggers.sql fills it and empties it with the decision.
alter table cases add column opened_as jsonb;
