-- What a banned person's profile said, until the ban is lifted: meanwhile nothing of it is public.
create table withheld_profiles (
  person_id uuid primary key constraint withheld_person_exists references profiles on delete cascade,
  full_name text,
  username text,
  avatar_url text,
  bio text,
  location text,
  website text,
  withheld_at timestamptz(3) not null default now()
);

-- Reviews that a ban took out of sight, and its end brings back.
create table withheld_reviews (
  review_id uuid primary key constraint withheld_review_exists references product_reviews on delete cascade,
  person_id uuid not null constraint withheld_reviewer_exists references profiles on delete cascade
);
create index withheld_reviews_of_person on withheld_reviews (person_id);

insert into withheld_profiles (person_id, full_name, username, avatar_url, bio, location, website)
select id, full_name, username, avatar_url, bio, location, website
from profiles join sanctions on person_id = id where kind = 'banned';
update profiles set full_name = 'Closed account', username = null, avatar_url = null, bio = null, location = null,
  website = null
where id in (select person_id from withheld_profiles);
insert into withheld_reviews (review_id, person_id)
select r.id, w.person_id from withheld_profiles w join product_reviews r on r.reviewer_id = w.person_id
where r.removed_at is null;
update product_reviews set removed_at = now() where id in (select review_id from withheld_reviews);
