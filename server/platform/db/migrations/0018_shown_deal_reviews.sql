-- When the first review of a deal was shown: from then on nobody reviews the buyer in answer to it.
alter table agreements add column reviews_shown_at timestamptz(3);
