create or replace trigger notification_choices_are_known
  before insert or update of in_app_off, push_off, email_off on notification_preferences
  for each row execute function check_notification_choices();
