-- 0011: cached audio tokens of realtime sessions, in the sums of usage.
-- Forward only. Safe: a column with a default, and a function in place of the one of 0002 with that column in it. An instance of
-- the last release goes on: it bills no such tokens.
-- Locks: usage_bucket, for a moment.
-- Undo, if ever: a later file replaces the function and drops the column.

alter table usage_bucket add column cached_input_audio_tokens bigint not null default 0;

-- Takes what new calls were charged out of leases, and adds it to every sum. The accounts are locked already.
create or replace function post_calls(fresh text[]) returns void language plpgsql as $$
declare
  part record;
  own text;
  of_batch bigint;
  of_instance bigint;
begin
  -- Calls of one quarter hour lie in the same day and month, in every zone.
  for part in
    select workspace_id, key_id, batch_id, instance_id, max(started_at) as started_at, sum(charge)::bigint as charge
      from call where id = any (fresh)
      group by workspace_id, key_id, batch_id, instance_id, started_at / 900000
      order by workspace_id, key_id, batch_id, instance_id, started_at / 900000
  loop
    of_batch := 0;
    if part.batch_id is not null then
      of_batch := draw_on('batch:' || part.batch_id, part.charge);
    end if;
    -- A lease that was closed meanwhile has given its rest back: what comes late is posted, and taken from no lease.
    select id into own from lease
      where subject = part.workspace_id and instance_id = part.instance_id and state = 'open' and kind = 'instance'
        and "window" = 'balance';
    of_instance := draw_on(own, part.charge - of_batch);
    update account set posted = posted + part.charge, leased = leased - of_batch - of_instance
      where workspace_id = part.workspace_id;
    update lease set consumed = least(granted, consumed + part.charge - of_batch)
      where instance_id = part.instance_id and state = 'open' and kind = 'instance' and "window" <> 'balance'
        and (subject = part.workspace_id or subject = part.key_id) and window_start <= part.started_at
        and (window_end is null or window_end > part.started_at);
  end loop;

  insert into limit_use (subject, "window", window_start, posted)
    select key_id, 'total', 0, sum(charge) from call where id = any (fresh) group by key_id order by key_id
    on conflict (subject, "window", window_start) do update set posted = limit_use.posted + excluded.posted;

  insert into key_use (key_id, workspace_id, last_used_at, model, call_id)
    select distinct on (key_id) key_id, workspace_id, started_at, model, id
      from call where id = any (fresh) order by key_id, started_at desc, seq desc
    on conflict (key_id) do update set last_used_at = excluded.last_used_at, model = excluded.model, call_id = excluded.call_id
      where excluded.last_used_at >= key_use.last_used_at;

  insert into usage_bucket (workspace_id, bucket_start, key_id, model, product_sku, operation, status, calls, charge,
      input_tokens, cached_input_tokens, cache_write_tokens, cache_write_1h_tokens, output_tokens, input_audio_tokens,
      output_audio_tokens, cached_input_audio_tokens, characters, audio_seconds, images, web_searches, web_fetches,
      file_searches, code_sessions, requests)
    select workspace_id, bucket_start, key_id, model, product_sku, operation, status, count(*), sum(charge),
      sum(input_tokens), sum(cached_input_tokens), sum(cache_write_tokens), sum(cache_write_1h_tokens),
      sum(output_tokens), sum(input_audio_tokens), sum(output_audio_tokens), sum(cached_input_audio_tokens),
      sum(characters), sum(audio_seconds),
      sum(images), sum(web_searches), sum(web_fetches), sum(file_searches), sum(code_sessions), sum(requests)
      from (select c.*, c.started_at - c.started_at % 900000 as bucket_start, units.* from call c
        cross join lateral (select
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'input_tokens'), 0) as input_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'cached_input_tokens'), 0) as cached_input_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'cache_write_tokens'), 0) as cache_write_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'cache_write_1h_tokens'), 0) as cache_write_1h_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'output_tokens'), 0) as output_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'input_audio_tokens'), 0) as input_audio_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'output_audio_tokens'), 0) as output_audio_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'cached_input_audio_tokens'), 0) as cached_input_audio_tokens,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'characters'), 0) as characters,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'audio_seconds'), 0) as audio_seconds,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'images'), 0) as images,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'web_searches'), 0) as web_searches,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'web_fetches'), 0) as web_fetches,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'file_searches'), 0) as file_searches,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'code_sessions'), 0) as code_sessions,
          coalesce(sum(l.quantity) filter (where l.unit_kind = 'requests'), 0) as requests
          from charge_line l where l.call_id = c.id) as units
        where c.id = any (fresh)) as used
      group by workspace_id, bucket_start, key_id, model, product_sku, operation, status
      order by workspace_id, bucket_start, key_id, model, product_sku, operation, status
    on conflict (workspace_id, bucket_start, key_id, model, product_sku, operation, status) do update set
      calls = usage_bucket.calls + excluded.calls, charge = usage_bucket.charge + excluded.charge,
      input_tokens = usage_bucket.input_tokens + excluded.input_tokens,
      cached_input_tokens = usage_bucket.cached_input_tokens + excluded.cached_input_tokens,
      cache_write_tokens = usage_bucket.cache_write_tokens + excluded.cache_write_tokens,
      cache_write_1h_tokens = usage_bucket.cache_write_1h_tokens + excluded.cache_write_1h_tokens,
      output_tokens = usage_bucket.output_tokens + excluded.output_tokens,
      input_audio_tokens = usage_bucket.input_audio_tokens + excluded.input_audio_tokens,
      output_audio_tokens = usage_bucket.output_audio_tokens + excluded.output_audio_tokens,
      cached_input_audio_tokens = usage_bucket.cached_input_audio_tokens + excluded.cached_input_audio_tokens,
      characters = usage_bucket.characters + excluded.characters,
      audio_seconds = usage_bucket.audio_seconds + excluded.audio_seconds,
      images = usage_bucket.images + excluded.images,
      web_searches = usage_bucket.web_searches + excluded.web_searches,
      web_fetches = usage_bucket.web_fetches + excluded.web_fetches,
      file_searches = usage_bucket.file_searches + excluded.file_searches,
      code_sessions = usage_bucket.code_sessions + excluded.code_sessions,
      requests = usage_bucket.requests + excluded.requests;
end $$;
