create extension unaccent;
create extension pg_trgm;

create table categories (
  id text primary key constraint category_id_is_a_slug check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null constraint category_name_unique unique,
  icon text not null
);

insert into categories (id, name, icon) values
  ('car', 'Cars & Vehicle Parts', 'car'),
  ('home', 'Homes & Rooms', 'home'),
  ('mobile', 'Phones & Tablets', 'mobile'),
  ('computers', 'Computers & Laptops', 'computers'),
  ('computer-accessories', 'Computer Accessories', 'computer-accessories'),
  ('fashion', 'Fashion & Shoes', 'fashion'),
  ('beauty-personal-care', 'Beauty & Personal Care', 'beauty-personal-care'),
  ('home-furniture-appliances', 'Furniture & Appliances', 'home-furniture-appliances'),
  ('console', 'Game Consoles', 'console'),
  ('console-accessories', 'Console Accessories', 'console-accessories'),
  ('other', 'Other', 'other');

create table regions (
  name text primary key,
  latitude real not null,
  longitude real not null
);

-- Approximate centres of the people who live there, that is, the regional capitals.
insert into regions (name, latitude, longitude) values
  ('Greater Accra', 5.60, -0.19),
  ('Ashanti', 6.69, -1.62),
  ('Western', 4.90, -1.76),
  ('Central', 5.11, -1.25),
  ('Eastern', 6.09, -0.26),
  ('Volta', 6.60, 0.47),
  ('Northern', 9.40, -0.84),
  ('Upper East', 10.79, -0.85),
  ('Upper West', 10.06, -2.50),
  ('Brong Ahafo', 7.34, -2.33),
  ('Ahafo', 6.80, -2.52),
  ('Bono', 7.34, -2.33),
  ('Bono East', 7.59, -1.93),
  ('North East', 10.53, -0.37),
  ('Oti', 8.07, 0.18),
  ('Savannah', 9.08, -1.82),
  ('Western North', 6.21, -2.49);

create type contact_visibility as enum ('everyone', 'signed-in', 'nobody');

create table profiles (
  id uuid primary key default uuidv7(),
  username text constraint username_length check (length(username) <= 50),
  full_name text constraint full_name_length check (length(full_name) <= 50),
  avatar_url text,
  bio text constraint bio_length check (length(bio) <= 500),
  location text constraint profile_location_length check (length(location) <= 100),
  phone text constraint phone_length check (length(phone) <= 20),
  phone_verified boolean not null default false,
  email text constraint email_length check (length(email) <= 254),
  website text constraint website_length check (length(website) <= 255),
  email_visibility contact_visibility not null default 'signed-in',
  phone_visibility contact_visibility not null default 'signed-in',
  website_visibility contact_visibility not null default 'everyone',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create unique index username_unique on profiles (lower(username));

create table products (
  id uuid primary key default uuidv7(),
  title text not null constraint title_length check (length(title) between 3 and 100),
  description text not null default '' constraint description_length check (length(description) <= 2000),
  price numeric(8,2) not null constraint price_not_negative check (price >= 0),
  price_type text not null default 'negotiable'
    constraint price_type_known check (price_type in ('negotiable', 'fixed')),
  category_id text constraint category_exists references categories on update cascade on delete set null,
  condition text not null default 'good'
    constraint condition_known check (condition in ('new', 'like-new', 'good', 'fair', 'poor')),
  region text not null constraint region_exists references regions on update cascade,
  location text not null default '' constraint location_length check (length(location) <= 100),
  tags text[] not null default '{}' constraint tags_few check (cardinality(tags) <= 20),
  status text not null default 'available'
    constraint status_known check (status in ('draft', 'available', 'reserved', 'sold')),
  is_sold boolean generated always as (status = 'sold') virtual,
  seller_id uuid not null constraint seller_exists references profiles on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Browse, and every newest-first walk: the predicate is what "unsold" means everywhere.
create index products_newest on products (created_at desc, id desc) where status in ('available', 'reserved');
create index products_of_seller on products (seller_id, created_at desc, id desc);

create table product_images (
  id uuid primary key default uuidv7(),
  product_id uuid not null constraint image_product_exists references products on delete cascade,
  -- Common start of its files: '<image_url>-640.avif'.
  image_url text not null,
  is_primary boolean not null default false,
  position smallint not null default 0,
  width integer not null constraint image_width_positive check (width > 0),
  height integer not null constraint image_height_positive check (height > 0),
  thumbhash text not null,
  -- Difference hash of the picture: two that differ in at most 8 bits show the same.
  dhash bigint not null,
  created_at timestamptz(3) not null default now()
);

create unique index one_primary_image on product_images (product_id) where is_primary;
create index images_of_product on product_images (product_id, position);

create table product_reviews (
  id uuid primary key default uuidv7(),
  product_id uuid not null constraint review_product_exists references products on delete cascade,
  reviewer_id uuid constraint reviewer_exists references profiles on delete set null,
  rating smallint not null constraint rating_one_to_five check (rating between 1 and 5),
  title text constraint review_title_length check (length(title) <= 100),
  comment text constraint review_comment_length check (length(comment) <= 500),
  created_at timestamptz(3) not null default now(),
  constraint one_review_per_person unique (product_id, reviewer_id)
);

create index reviews_newest on product_reviews (product_id, created_at desc, id desc);
