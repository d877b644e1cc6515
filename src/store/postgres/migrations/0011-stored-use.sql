-- 0011: what each workspace stores until it deletes it is counted, so that it can be limited.
-- Forward only. Safe: a new table, kept by triggers, so that it is true also for what the release before writes.
-- Locks: objects and items cannot be written while those that are there are counted: one pass over conversations and their items.
-- Undo, if ever: a later file drops the triggers, their functions and the table.

create table stored_use (
  workspace_id text primary key,
  bytes        bigint not null
);

-- A row counts its text and 1 KiB more. What a charged call stores expires, and counts nothing.
create function lasting_bytes(kind text, content text) returns bigint language sql immutable as $$
  select case when kind in ('conversation', 'file', 'voice', 'voice-consent', 'batch') then octet_length(content) + 1024 else 0 end
$$;

create function count_object() returns trigger language plpgsql as $$
begin
  insert into stored_use as used
    values (new.workspace_id, lasting_bytes(new.kind, new.fields) - case tg_op when 'UPDATE' then lasting_bytes(old.kind, old.fields) else 0 end)
    on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  return null;
end $$;
create trigger object_is_counted after insert on object
  for each row when (lasting_bytes(new.kind, new.fields) > 0) execute function count_object();
create trigger object_is_counted_again after update of fields on object
  for each row when (lasting_bytes(new.kind, new.fields) <> lasting_bytes(old.kind, old.fields)) execute function count_object();

-- Workspaces in their order, so that of two that clear up neither waits for the other.
create function uncount_objects() returns trigger language plpgsql as $$
begin
  insert into stored_use as used
    select workspace_id, -sum(lasting_bytes(kind, fields)) from gone where lasting_bytes(kind, fields) > 0
      group by workspace_id order by workspace_id
    on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  return null;
end $$;
create trigger object_is_uncounted after delete on object
  referencing old table as gone for each statement execute function uncount_objects();

create function count_items() returns trigger language plpgsql as $$
begin
  insert into stored_use as used
    select workspace_id, sum(lasting_bytes(kind, body)) from added join object on object.id = object_id
      where kind = 'conversation' group by workspace_id order by workspace_id
    on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  return null;
end $$;
create trigger object_item_is_counted after insert on object_item
  referencing new table as added for each statement execute function count_items();

create function uncount_items() returns trigger language plpgsql as $$
begin
  insert into stored_use as used
    select workspace_id, -sum(lasting_bytes(kind, body)) from gone join object on object.id = object_id
      where kind = 'conversation' group by workspace_id order by workspace_id
    on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  return null;
end $$;
create trigger object_item_is_uncounted after delete on object_item
  referencing old table as gone for each statement execute function uncount_items();

-- As in 0010: plans made for empty tables would read larger ones from end to end.
alter function count_items() set enable_seqscan = off;
alter function uncount_items() set enable_seqscan = off;

insert into stored_use
  select workspace_id, sum(bytes)
    from (select workspace_id, lasting_bytes(kind, fields) as bytes from object
          union all
          select workspace_id, lasting_bytes(kind, body) from object_item join object on object.id = object_id where kind = 'conversation') as part
    where bytes > 0
    group by workspace_id;
