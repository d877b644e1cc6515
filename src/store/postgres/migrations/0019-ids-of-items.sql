-- 0019: items whose own id is too long or names no path are stored under the id that stands for it, as new ones are.
-- Forward only. Safe: the ids that callers sent still find them.
-- Locks: the rows that change. Reads the ids of all items once.
-- Undo, if ever: nothing to undo, since an item keeps its own id in its body.

do $$
declare
  item record;
  derived text;
  hash bytea;
  rest numeric;
begin
  -- The length is that of UTF-16, in which characters beyond 16 bits count twice.
  for item in
    select seq, object_id, part, item_id from object_item
      where item_id in ('', '.', '..') or length(regexp_replace(item_id, '[\U00010000-\U0010FFFF]', 'xx', 'g')) > 512
  loop
    -- As the program does it: 22 base62 digits of the SHA-256 of the id as JSON, the lowest digit first.
    hash := sha256(convert_to(to_json(item.item_id)::text, 'UTF8'));
    rest := 0;
    for at in 0..31 loop
      rest := rest * 256 + get_byte(hash, at);
    end loop;
    derived := 'item_';
    for digit in 1..22 loop
      derived := derived || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', (rest % 62)::integer + 1, 1);
      rest := div(rest, 62);
    end loop;
    if exists (select 1 from object_item where object_id = item.object_id and part = item.part and item_id = derived) then
      delete from object_item where seq = item.seq;
    else
      update object_item set item_id = derived where seq = item.seq;
    end if;
  end loop;
end $$;
