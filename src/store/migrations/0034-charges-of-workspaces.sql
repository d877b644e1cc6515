-- 0034: each lease of a plan's limit, and each key that asked for its use, read all buckets of the workspace while nothing else ran.
-- Forward only. Safe: a new table, kept by a trigger.
-- Locks: the database, for one pass over the buckets: about a second for a million.
-- Undo, if ever: a later file drops the trigger and the table.

-- At most 2,976 rows a month, however many keys and models a workspace uses. Begins and ends as the usage buckets do.
create table charge_bucket (
  workspace_id text not null,
  bucket_start integer not null,
  charge       integer not null,
  primary key (workspace_id, bucket_start)
) strict, without rowid;

create trigger call_is_added_up after insert on call
  begin
    insert into charge_bucket values (new.workspace_id, new.started_at - new.started_at % 900000, new.charge)
      on conflict (workspace_id, bucket_start) do update set charge = charge + excluded.charge;
  end;

insert into charge_bucket
  select workspace_id, bucket_start, sum(charge) from usage_bucket group by workspace_id, bucket_start;
