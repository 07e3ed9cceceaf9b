-- What a photo was called when it was sent, so that its seller's browser knows it again once it is an image. Null of
-- photos that came otherwise.
alter table product_images
  add column client_key uuid,
  add column file_name text constraint image_file_name_length check (length(file_name) <= 255);
