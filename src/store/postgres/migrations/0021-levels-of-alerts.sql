-- 0021: a message of an alert is sent again when its limit is raised, or when a newer key joins a day on which keys expire.
-- Forward only. Safe: a column with a default, which the release before leaves out.
-- Locks: delivery, for one pass over the messages of alerts.
-- Undo, if ever: a later file puts back the index without the column, then drops the column.

alter table delivery add column level bigint not null default 0;

-- What was sent before is not sent again.
update delivery set level = case (select watched from alert where alert.id = alert_id)
  when 'balance' then 0
  when 'balance_left' then 0
  when 'keys_expiring' then created_at
  else allowed
end;

drop index delivery_once;
-- Test messages have no threshold, and nulls are all different.
create unique index delivery_once on delivery (alert_id, window_start, threshold, level);
