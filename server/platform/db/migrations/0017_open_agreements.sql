-- The open agreements of a person, for the page 'Deals' and the dashboard.
create index open_agreements_of_seller on agreements (seller_id, id desc) where due is not null;
create index open_agreements_of_buyer on agreements (buyer_id, id desc) where due is not null;
