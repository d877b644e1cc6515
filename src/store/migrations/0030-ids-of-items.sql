-- 0030: items whose own id is too long, holds NUL or names no path are stored under the id that stands for it, as new ones are.
-- Forward only. Safe: the ids that callers sent still find them.
-- Locks: the database, for one pass over the ids of items.
-- Undo, if ever: nothing to undo, since an item keeps its own id in its body.

-- `stored_item_id` is a function of the program.
update or ignore object_item set item_id = stored_item_id(item_id) where item_id <> stored_item_id(item_id);

-- What is left is stored a second time under that id.
delete from object_item where item_id <> stored_item_id(item_id);
