create table categories (
  id text primary key constraint category_id_is_a_slug check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null constraint category_name_unique unique
    constraint category_name_length check (length(name) between 2 and 40),
  icon text not null,
  -- Counted now and then (count_category_demand): categories are listed in the order of demand.
  products int not null default 0,
  demand int not null default 0,
  -- The position that an administrator gave it, before all that are ordered by demand.
  rank smallint constraint category_rank_positive check (rank > 0),
  -- A hidden category stays with its listings and is offered nowhere.
  is_hidden boolean not null default false,
  -- Words that suggest the category while they are typed.
  other_words text not null default '' constraint category_other_words_length check (length(other_words) <= 200)
);

create table regions (
  name text primary key,
  latitude real not null,
  longitude real not null
);

create table places (
  id smallint generated always as identity primary key,
  kind text not null default 'town' constraint place_kind_known check (kind in ('region', 'town')),
  name text not null,
  region text not null constraint place_region_exists references regions on update cascade,
  latitude real not null constraint latitude_in_range check (latitude between -90 and 90),
  longitude real not null constraint longitude_in_range check (longitude between -180 and 180),
  folded_name text not null generated always as (fold(name)) stored,
  -- The town that a suburb belongs to, else the region; the former region for those that it was divided into.
  within_id smallint constraint containing_place_exists references places,
  -- What people also call it, if that is more than a typing error away.
  other_names text[] not null default '{}',
  compact_names text[] not null generated always as (compact_names(name, other_names)) stored,
  constraint place_named_once unique (region, folded_name)
);
create unique index one_centre_per_region on places (region) where kind = 'region';

insert into categories (id, name, icon, other_words) values
  ('car', 'Cars & Vehicle Parts', 'car', 'vehicle, automobile'),
  ('home', 'Homes & Rooms', 'home', 'house, apartment, flat'),
  ('mobile', 'Phones & Tablets', 'mobile', 'mobile, cellphone, smartphone'),
  ('computers', 'Computers & Laptops', 'computers', 'notebook, pc'),
  ('computer-accessories', 'Computer Accessories', 'computer-accessories', ''),
  ('fashion', 'Fashion & Shoes', 'fashion', 'clothes, clothing'),
  ('beauty-personal-care', 'Beauty & Personal Care', 'beauty-personal-care', 'cosmetics'),
  ('home-furniture-appliances', 'Furniture & Appliances', 'home-furniture-appliances', ''),
  ('console', 'Game Consoles', 'console', ''),
  ('console-accessories', 'Console Accessories', 'console-accessories', ''),
  ('other', 'Other', 'other', '');

-- Approximate centres of the people who live there: the regional capitals.
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

insert into places (kind, name, region, latitude, longitude)
select 'region', name, name, latitude, longitude from regions;

-- To two decimals, about a kilometre: a listing is never placed more exactly than its town or suburb.
insert into places (region, name, latitude, longitude) values
  ('Greater Accra', 'Accra', 5.56, -0.20), ('Greater Accra', 'Osu', 5.55, -0.18),
  ('Greater Accra', 'Labone', 5.57, -0.17), ('Greater Accra', 'Cantonments', 5.58, -0.17),
  ('Greater Accra', 'Labadi', 5.56, -0.15), ('Greater Accra', 'Teshie', 5.58, -0.11),
  ('Greater Accra', 'Nungua', 5.60, -0.08), ('Greater Accra', 'Spintex', 5.64, -0.10),
  ('Greater Accra', 'Airport Residential', 5.61, -0.18), ('Greater Accra', 'East Legon', 5.64, -0.16),
  ('Greater Accra', 'Legon', 5.65, -0.19), ('Greater Accra', 'Madina', 5.67, -0.17),
  ('Greater Accra', 'Adenta', 5.71, -0.16), ('Greater Accra', 'Ashaiman', 5.69, -0.03),
  ('Greater Accra', 'Tema', 5.67, -0.02), ('Greater Accra', 'Sakumono', 5.62, -0.06),
  ('Greater Accra', 'Lashibi', 5.67, -0.05), ('Greater Accra', 'Achimota', 5.61, -0.23),
  ('Greater Accra', 'Dome', 5.65, -0.24), ('Greater Accra', 'Kwabenya', 5.69, -0.25),
  ('Greater Accra', 'Haatso', 5.67, -0.20), ('Greater Accra', 'Lapaz', 5.61, -0.25),
  ('Greater Accra', 'Dansoman', 5.55, -0.26), ('Greater Accra', 'Kaneshie', 5.57, -0.23),
  ('Greater Accra', 'Darkuman', 5.59, -0.25), ('Greater Accra', 'Odorkor', 5.58, -0.26),
  ('Greater Accra', 'Mallam', 5.57, -0.28), ('Greater Accra', 'Gbawe', 5.58, -0.31),
  ('Greater Accra', 'Weija', 5.56, -0.34), ('Greater Accra', 'Amasaman', 5.70, -0.30),
  ('Greater Accra', 'Pokuase', 5.69, -0.28), ('Greater Accra', 'Ofankor', 5.66, -0.27),
  ('Greater Accra', 'Taifa', 5.66, -0.25), ('Greater Accra', 'Tesano', 5.60, -0.23),
  ('Greater Accra', 'Abelemkpe', 5.61, -0.21), ('Greater Accra', 'Dzorwulu', 5.61, -0.20),
  ('Greater Accra', 'Ridge', 5.56, -0.19), ('Greater Accra', 'Adabraka', 5.56, -0.21),
  ('Greater Accra', 'Circle', 5.57, -0.21), ('Greater Accra', 'Nima', 5.58, -0.20),
  ('Greater Accra', 'James Town', 5.54, -0.21), ('Greater Accra', 'Korle Bu', 5.54, -0.23),
  ('Greater Accra', 'Abokobi', 5.74, -0.20), ('Greater Accra', 'Oyibi', 5.79, -0.12),
  ('Greater Accra', 'Dodowa', 5.88, -0.10), ('Greater Accra', 'Prampram', 5.71, 0.11),
  ('Greater Accra', 'Ada Foah', 5.78, 0.63),

  ('Ashanti', 'Kumasi', 6.69, -1.62), ('Ashanti', 'Adum', 6.69, -1.63), ('Ashanti', 'Suame', 6.72, -1.63),
  ('Ashanti', 'Bantama', 6.70, -1.64), ('Ashanti', 'Asokwa', 6.67, -1.60), ('Ashanti', 'Ahodwo', 6.66, -1.63),
  ('Ashanti', 'Nhyiaeso', 6.67, -1.63), ('Ashanti', 'Oforikrom', 6.68, -1.59),
  ('Ashanti', 'Ayeduase', 6.67, -1.56), ('Ashanti', 'KNUST', 6.67, -1.57), ('Ashanti', 'Bomso', 6.68, -1.58),
  ('Ashanti', 'Kotei', 6.66, -1.56), ('Ashanti', 'Tafo', 6.73, -1.61), ('Ashanti', 'Kwadaso', 6.69, -1.66),
  ('Ashanti', 'Santasi', 6.66, -1.65), ('Ashanti', 'Atonsu', 6.65, -1.59), ('Ashanti', 'Ejisu', 6.72, -1.47),
  ('Ashanti', 'Obuasi', 6.20, -1.67), ('Ashanti', 'Mampong', 7.06, -1.40), ('Ashanti', 'Konongo', 6.62, -1.22),
  ('Ashanti', 'Bekwai', 6.45, -1.58), ('Ashanti', 'Ejura', 7.39, -1.36), ('Ashanti', 'Agogo', 6.80, -1.08),

  ('Western', 'Takoradi', 4.90, -1.76), ('Western', 'Sekondi', 4.94, -1.71), ('Western', 'Effiakuma', 4.92, -1.77),
  ('Western', 'Anaji', 4.92, -1.80), ('Western', 'Tarkwa', 5.30, -1.99), ('Western', 'Prestea', 5.43, -2.14),
  ('Western', 'Axim', 4.87, -2.24), ('Western', 'Shama', 5.01, -1.63), ('Western', 'Half Assini', 5.05, -2.88),

  ('Central', 'Cape Coast', 5.11, -1.25), ('Central', 'Kasoa', 5.53, -0.42), ('Central', 'Elmina', 5.08, -1.35),
  ('Central', 'Winneba', 5.35, -0.62), ('Central', 'Swedru', 5.54, -0.70), ('Central', 'Mankessim', 5.27, -1.02),
  ('Central', 'Saltpond', 5.21, -1.06), ('Central', 'Dunkwa', 5.96, -1.78), ('Central', 'Assin Fosu', 5.70, -1.29),
  ('Central', 'Apam', 5.28, -0.74),

  ('Eastern', 'Koforidua', 6.09, -0.26), ('Eastern', 'Nsawam', 5.81, -0.35), ('Eastern', 'Nkawkaw', 6.55, -0.77),
  ('Eastern', 'Akim Oda', 5.93, -0.99), ('Eastern', 'Suhum', 6.04, -0.45), ('Eastern', 'Aburi', 5.85, -0.17),
  ('Eastern', 'Akropong', 5.97, -0.09), ('Eastern', 'Somanya', 6.10, -0.01),
  ('Eastern', 'Asamankese', 5.86, -0.66), ('Eastern', 'Kibi', 6.16, -0.55), ('Eastern', 'Mpraeso', 6.59, -0.73),
  ('Eastern', 'Akosombo', 6.30, 0.05),

  ('Volta', 'Ho', 6.60, 0.47), ('Volta', 'Hohoe', 7.15, 0.47), ('Volta', 'Kpando', 7.00, 0.29),
  ('Volta', 'Keta', 5.92, 0.99), ('Volta', 'Aflao', 6.12, 1.19), ('Volta', 'Anloga', 5.79, 0.90),
  ('Volta', 'Sogakope', 6.00, 0.60), ('Volta', 'Denu', 6.10, 1.15),

  ('Northern', 'Tamale', 9.40, -0.84), ('Northern', 'Sagnarigu', 9.43, -0.86), ('Northern', 'Yendi', 9.44, -0.01),
  ('Northern', 'Savelugu', 9.62, -0.83), ('Northern', 'Bimbilla', 8.86, 0.06), ('Northern', 'Tolon', 9.43, -1.07),

  ('Upper East', 'Bolgatanga', 10.79, -0.85), ('Upper East', 'Navrongo', 10.90, -1.09),
  ('Upper East', 'Bawku', 11.06, -0.24), ('Upper East', 'Paga', 10.99, -1.11),
  ('Upper East', 'Zebilla', 10.94, -0.47),

  ('Upper West', 'Wa', 10.06, -2.50), ('Upper West', 'Lawra', 10.64, -2.90), ('Upper West', 'Tumu', 10.88, -1.98),
  ('Upper West', 'Nandom', 10.85, -2.76), ('Upper West', 'Jirapa', 10.53, -2.70),

  ('Ahafo', 'Goaso', 6.80, -2.52), ('Ahafo', 'Bechem', 7.09, -2.02), ('Ahafo', 'Duayaw Nkwanta', 7.17, -2.10),
  ('Ahafo', 'Kenyasi', 6.99, -2.38), ('Ahafo', 'Hwidiem', 6.93, -2.35),

  ('Bono', 'Sunyani', 7.34, -2.33), ('Bono', 'Fiapre', 7.36, -2.35), ('Bono', 'Berekum', 7.45, -2.58),
  ('Bono', 'Dormaa Ahenkro', 7.28, -2.88), ('Bono', 'Wenchi', 7.74, -2.10), ('Bono', 'Sampa', 7.95, -2.70),

  ('Bono East', 'Techiman', 7.59, -1.93), ('Bono East', 'Kintampo', 8.06, -1.73),
  ('Bono East', 'Nkoranza', 7.57, -1.71), ('Bono East', 'Atebubu', 7.76, -0.98), ('Bono East', 'Yeji', 8.23, -0.65),

  ('North East', 'Nalerigu', 10.53, -0.37), ('North East', 'Walewale', 10.36, -0.80),
  ('North East', 'Gambaga', 10.53, -0.44), ('North East', 'Bunkpurugu', 10.52, 0.10),
  ('North East', 'Chereponi', 10.14, 0.28),

  ('Oti', 'Dambai', 8.07, 0.18), ('Oti', 'Nkwanta', 8.26, 0.52), ('Oti', 'Jasikan', 7.41, 0.46),
  ('Oti', 'Kadjebi', 7.53, 0.47), ('Oti', 'Kete Krachi', 7.79, -0.05),

  ('Savannah', 'Damongo', 9.08, -1.82), ('Savannah', 'Bole', 9.03, -2.49), ('Savannah', 'Salaga', 8.55, -0.52),
  ('Savannah', 'Sawla', 9.28, -2.42), ('Savannah', 'Buipe', 8.79, -1.54),

  ('Western North', 'Sefwi Wiawso', 6.21, -2.49), ('Western North', 'Bibiani', 6.46, -2.32),
  ('Western North', 'Enchi', 5.82, -2.82), ('Western North', 'Juaboso', 6.34, -2.83),
  ('Western North', 'Sefwi Bekwai', 6.20, -2.32);

-- Towns lie in their region, and suburbs in their town.
update places p set within_id = r.id
from places r
where r.kind = 'region' and (
  p.kind = 'town' and r.region = p.region
  or p.kind = 'region' and r.region = 'Brong Ahafo' and p.region in ('Ahafo', 'Bono', 'Bono East')
);

update places s set within_id = t.id
from places t, (values
  ('Greater Accra', 'Accra', array['Osu', 'Labone', 'Cantonments', 'Labadi', 'Teshie', 'Nungua', 'Spintex',
    'Airport Residential', 'East Legon', 'Legon', 'Madina', 'Adenta', 'Achimota', 'Dome', 'Kwabenya', 'Haatso', 'Lapaz',
    'Dansoman', 'Kaneshie', 'Darkuman', 'Odorkor', 'Mallam', 'Gbawe', 'Weija', 'Amasaman', 'Pokuase', 'Ofankor', 'Taifa',
    'Tesano', 'Abelemkpe', 'Dzorwulu', 'Ridge', 'Adabraka', 'Circle', 'Nima', 'James Town', 'Korle Bu', 'Abokobi',
    'Oyibi']),
  ('Greater Accra', 'Tema', array['Sakumono', 'Lashibi']),
  ('Ashanti', 'Kumasi', array['Adum', 'Suame', 'Bantama', 'Asokwa', 'Ahodwo', 'Nhyiaeso', 'Oforikrom', 'Ayeduase',
    'KNUST', 'Bomso', 'Kotei', 'Tafo', 'Kwadaso', 'Santasi', 'Atonsu']),
  ('Western', 'Takoradi', array['Effiakuma', 'Anaji']),
  ('Northern', 'Tamale', array['Sagnarigu']),
  ('Bono', 'Sunyani', array['Fiapre'])
) as town (region, name, suburbs)
where t.region = town.region and t.name = town.name and s.region = town.region and s.name = any(town.suburbs);

update places p set other_names = known.names
from (values
  ('Labadi', array['La']), ('Airport Residential', array['Airport']), ('Ada Foah', array['Ada']),
  ('Kumasi', array['Ksi', 'Oseikrom']), ('KNUST', array['UST']),
  ('Takoradi', array['Taadi', 'Tadi']), ('Cape Coast', array['Oguaa']),
  ('Assin Fosu', array['Fosu', 'Foso']), ('Akim Oda', array['Oda', 'Akyem Oda']),
  ('Koforidua', array['Kof', 'Koftown']), ('Kibi', array['Kyebi']), ('Bolgatanga', array['Bolga']),
  ('Dormaa Ahenkro', array['Dormaa']), ('Kete Krachi', array['Krachi']), ('Sefwi Wiawso', array['Wiawso'])
) as known (name, names)
where p.name = known.name;
