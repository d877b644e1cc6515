-- 0023: each lease of a plan's limit read all buckets of the workspace, or of all, while its account was locked.
-- Forward only. Safe: a new table, kept by a trigger, so that what the release before settles is in it too.
-- Locks: calls cannot be settled while the buckets are read once: about a second for a million. They wait in the spool meanwhile.
-- Undo, if ever: a later file drops the trigger with its function, then the table.

-- At most 2,976 rows a month, however many keys and models a workspace uses. Begins and ends as the usage buckets do. An index of
-- these with their charges would do as well, but each settlement would have to write it.
create table charge_bucket (
  workspace_id text not null,
  bucket_start bigint not null,
  charge       bigint not null,
  primary key (workspace_id, bucket_start)
);

-- The accounts are locked already, so that rows of one workspace are added to in turn.
create function add_up_calls() returns trigger language plpgsql as $$
begin
  insert into charge_bucket as kept
    select workspace_id, started_at - started_at % 900000 as bucket_start, sum(charge) from added group by 1, 2 order by 1, 2
    on conflict (workspace_id, bucket_start) do update set charge = kept.charge + excluded.charge;
  return null;
end $$;
-- Made first: no call is settled from here to the end of the transaction.
create trigger call_is_added_up after insert on call
  referencing new table as added for each statement execute function add_up_calls();

insert into charge_bucket
  select workspace_id, bucket_start, sum(charge) from usage_bucket group by workspace_id, bucket_start;
