-- 0024: cached audio tokens of realtime sessions, in the sums of usage.
-- Forward only. Safe: a column with a default. Earlier calls have none.
-- Locks: the database, for a moment.
-- Undo, if ever: a later file drops the column.

alter table usage_bucket add column cached_input_audio_tokens integer not null default 0;
