-- 0022: the places of deleted items are known for a day, so that lists can go on after them.
-- Forward only. Safe: a new table. What the release before deletes leaves no place.
-- Locks: nothing that is there.
-- Undo, if ever: a later file drops the table with its triggers, and their functions.

create table deleted_item (
  seq          bigint primary key,
  workspace_id text not null,
  object_id    text not null,
  part         text not null,
  item_id      text not null,
  deleted_at   bigint not null
);
create index deleted_item_by_id on deleted_item (object_id, part, item_id);
create index deleted_item_by_time on deleted_item (deleted_at);

-- As a deleted object: 1 KiB. Workspaces in their order, as in 0011.
create function count_deleted_items() returns trigger language plpgsql as $$
begin
  insert into stored_use as used
    select workspace_id, 1024 * count(*) from added group by workspace_id order by workspace_id
    on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  return null;
end $$;
create trigger deleted_item_is_counted after insert on deleted_item
  referencing new table as added for each statement execute function count_deleted_items();

create function uncount_deleted_items() returns trigger language plpgsql as $$
begin
  insert into stored_use as used
    select workspace_id, -1024 * count(*) from gone group by workspace_id order by workspace_id
    on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  return null;
end $$;
create trigger deleted_item_is_uncounted after delete on deleted_item
  referencing old table as gone for each statement execute function uncount_deleted_items();
