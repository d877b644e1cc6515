-- 0033: the places of deleted items are known for a day, so that lists can go on after them.
-- Forward only. Safe: a new table.
-- Locks: nothing that is there.
-- Undo, if ever: a later file drops the table with its triggers.

create table deleted_item (
  seq          integer primary key,
  workspace_id text not null,
  object_id    text not null,
  part         text not null,
  item_id      text not null,
  deleted_at   integer not null
) strict;

create index deleted_item_by_id on deleted_item (object_id, part, item_id);
create index deleted_item_by_time on deleted_item (deleted_at);

-- As a deleted object: 1 KiB.
create trigger deleted_item_is_counted after insert on deleted_item
  begin
    update stored_use set bytes = bytes + 1024 where workspace_id = new.workspace_id;
  end;
create trigger deleted_item_is_uncounted after delete on deleted_item
  begin
    update stored_use set bytes = bytes - 1024 where workspace_id = old.workspace_id;
  end;
