-- 0023: what each workspace stores until it deletes it is counted, so that it can be limited.
-- Forward only. Safe: a new table, kept by triggers.
-- Locks: the database, for one pass over conversations and their items.
-- Undo, if ever: a later file drops the triggers and the table.

create table stored_use (
  workspace_id text primary key,
  bytes        integer not null
) strict, without rowid;

-- A row counts its text and 1 KiB more. What a charged call stores expires, and counts nothing.
create trigger object_is_counted after insert on object
  when new.kind in ('conversation', 'file', 'voice', 'voice-consent', 'batch')
  begin
    insert into stored_use values (new.workspace_id, octet_length(new.fields) + 1024)
      on conflict (workspace_id) do update set bytes = bytes + excluded.bytes;
  end;
create trigger object_is_counted_again after update of fields on object
  when new.kind in ('conversation', 'file', 'voice', 'voice-consent', 'batch')
  begin
    update stored_use set bytes = bytes + octet_length(new.fields) - octet_length(old.fields)
      where workspace_id = new.workspace_id;
  end;
create trigger object_is_uncounted after delete on object
  when old.kind in ('conversation', 'file', 'voice', 'voice-consent', 'batch')
  begin
    update stored_use set bytes = bytes - octet_length(old.fields) - 1024 where workspace_id = old.workspace_id;
  end;
create trigger object_item_is_counted after insert on object_item
  begin
    update stored_use set bytes = bytes + octet_length(new.body) + 1024
      where workspace_id = (select workspace_id from object where id = new.object_id and kind = 'conversation');
  end;
create trigger object_item_is_uncounted after delete on object_item
  begin
    update stored_use set bytes = bytes - octet_length(old.body) - 1024
      where workspace_id = (select workspace_id from object where id = old.object_id and kind = 'conversation');
  end;

insert into stored_use
  select workspace_id, sum(bytes)
    from (select workspace_id, octet_length(fields) + 1024 as bytes from object
            where kind in ('conversation', 'file', 'voice', 'voice-consent', 'batch')
          union all
          select workspace_id, octet_length(body) + 1024 from object_item join object on object.id = object_id
            where kind = 'conversation')
    group by workspace_id;
