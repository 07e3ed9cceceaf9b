create or replace trigger forget_imei after update of category_id on products
  for each row when (old.category_id = 'mobile' and new.category_id is distinct from 'mobile')
  execute function forget_imei();
