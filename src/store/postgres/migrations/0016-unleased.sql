-- 0016: what calls cost an account that no lease covered, because theirs had ended: a part of what it may be overspent by.
-- Forward only. Safe: a column with a default, and a function in place of the one of 0010, which the release before uses too.
-- Locks: account, for a moment.
-- Undo, if ever: a later file puts back the function of 0010 and drops the column.

alter table account add column unleased bigint not null default 0;

-- As in 0010. What calls cost within their holds and no lease covers is counted too.
create or replace function post_calls(fresh text[]) returns void language plpgsql as $$
declare
  part record;
  own text;
  of_batch bigint;
  of_instance bigint;
begin
  -- Lines of batches draw on the reservation of their batch first. Calls of one quarter hour lie in the same day and month, in
  -- every zone.
  for part in
    select workspace_id, key_id, batch_id, instance_id, max(started_at) as started_at, sum(charge)::bigint as charge,
           sum(least(charge, hold))::bigint as held
      from call where id = any (fresh) and batch_id is not null
      group by workspace_id, key_id, batch_id, instance_id, started_at / 900000
      order by workspace_id, key_id, batch_id, instance_id, started_at / 900000
  loop
    of_batch := draw_on('batch:' || part.batch_id, part.charge);
    -- A lease that was closed meanwhile has given its rest back: what comes late is posted, and taken from no lease.
    select id into own from lease
      where subject = part.workspace_id and instance_id = part.instance_id and state = 'open' and kind = 'instance'
        and "window" = 'balance';
    of_instance := draw_on(own, part.charge - of_batch);
    update account set posted = posted + part.charge, leased = leased - of_batch - of_instance,
        unleased = unleased + greatest(0, part.held - of_batch - of_instance)
      where workspace_id = part.workspace_id;
    update lease set consumed = least(granted, consumed + part.charge - of_batch)
      where instance_id = part.instance_id and state = 'open' and kind = 'instance' and "window" <> 'balance'
        and (subject = part.workspace_id or subject = part.key_id) and window_start <= part.started_at
        and (window_end is null or window_end > part.started_at);
  end loop;

  -- All other calls, together. Leases are locked before they are read: each statement sees what was committed until it begins.
  perform 1 from lease
    where state = 'open' and kind = 'instance' and (subject, instance_id) in (
      select workspace_id, instance_id from call where id = any (fresh) and batch_id is null
      union select key_id, instance_id from call where id = any (fresh) and batch_id is null)
    order by id for update;
  with spent as (
    select workspace_id, instance_id, sum(charge)::bigint as charge, sum(least(charge, hold))::bigint as held
      from call where id = any (fresh) and batch_id is null group by workspace_id, instance_id),
  room as (
    select distinct on (workspace_id, spent.instance_id) workspace_id, spent.instance_id, id,
           least(charge, granted - consumed) as drawn
      from spent join lease on subject = workspace_id and lease.instance_id = spent.instance_id
      where state = 'open' and kind = 'instance' and "window" = 'balance'
      order by workspace_id, spent.instance_id, seq),
  drawing as (
    update lease set consumed = consumed + drawn from room where lease.id = room.id)
  update account set posted = posted + total.charge, leased = leased - total.drawn, unleased = unleased + total.uncovered
    from (select workspace_id, sum(charge)::bigint as charge, sum(coalesce(drawn, 0))::bigint as drawn,
                 sum(greatest(0, held - coalesce(drawn, 0)))::bigint as uncovered
            from spent left join room using (workspace_id, instance_id) group by workspace_id) as total
    where account.workspace_id = total.workspace_id;
  update lease set consumed = least(granted, consumed + charge)
    from (select lease.id, sum(call.charge)::bigint as charge
            from call join lease on lease.instance_id = call.instance_id
              and (subject = workspace_id or subject = call.key_id) and window_start <= call.started_at
              and (window_end is null or window_end > call.started_at)
            where call.id = any (fresh) and call.batch_id is null
              and state = 'open' and kind = 'instance' and "window" <> 'balance'
            group by lease.id) as drawn
    where lease.id = drawn.id;

  insert into limit_use (subject, "window", window_start, posted)
    select key_id, 'total', 0, sum(charge) from call where id = any (fresh) group by key_id order by key_id
    on conflict (subject, "window", window_start) do update set posted = limit_use.posted + excluded.posted;

  insert into key_use (key_id, workspace_id, last_used_at, model, call_id)
    select distinct on (key_id) key_id, workspace_id, started_at, model, id
      from call where id = any (fresh) order by key_id, started_at desc, seq desc
    on conflict (key_id) do update set last_used_at = excluded.last_used_at, model = excluded.model, call_id = excluded.call_id
      where excluded.last_used_at >= key_use.last_used_at;

  with own as (
    select id, started_at - started_at % 900000 as bucket_start, workspace_id, key_id, model, product_sku, operation, status,
           charge
      from call where id = any (fresh)),
  heads as (
    select workspace_id, bucket_start, key_id, model, product_sku, operation, status, count(*) as calls, sum(charge) as charge
      from own group by workspace_id, bucket_start, key_id, model, product_sku, operation, status),
  units as (
    select workspace_id, bucket_start, key_id, model, product_sku, operation, status,
           coalesce(sum(quantity) filter (where unit_kind = 'input_tokens'), 0) as input_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'cached_input_tokens'), 0) as cached_input_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'cache_write_tokens'), 0) as cache_write_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'cache_write_1h_tokens'), 0) as cache_write_1h_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'output_tokens'), 0) as output_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'input_audio_tokens'), 0) as input_audio_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'output_audio_tokens'), 0) as output_audio_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'cached_input_audio_tokens'), 0) as cached_input_audio_tokens,
           coalesce(sum(quantity) filter (where unit_kind = 'characters'), 0) as characters,
           coalesce(sum(quantity) filter (where unit_kind = 'audio_seconds'), 0) as audio_seconds,
           coalesce(sum(quantity) filter (where unit_kind = 'images'), 0) as images,
           coalesce(sum(quantity) filter (where unit_kind = 'web_searches'), 0) as web_searches,
           coalesce(sum(quantity) filter (where unit_kind = 'web_fetches'), 0) as web_fetches,
           coalesce(sum(quantity) filter (where unit_kind = 'file_searches'), 0) as file_searches,
           coalesce(sum(quantity) filter (where unit_kind = 'code_sessions'), 0) as code_sessions,
           coalesce(sum(quantity) filter (where unit_kind = 'requests'), 0) as requests
      from own join charge_line on call_id = own.id
      group by workspace_id, bucket_start, key_id, model, product_sku, operation, status)
  insert into usage_bucket (workspace_id, bucket_start, key_id, model, product_sku, operation, status, calls, charge,
      input_tokens, cached_input_tokens, cache_write_tokens, cache_write_1h_tokens, output_tokens, input_audio_tokens,
      output_audio_tokens, cached_input_audio_tokens, characters, audio_seconds, images, web_searches, web_fetches,
      file_searches, code_sessions, requests)
    select workspace_id, bucket_start, key_id, model, product_sku, operation, status, calls, charge,
      coalesce(input_tokens, 0), coalesce(cached_input_tokens, 0), coalesce(cache_write_tokens, 0),
      coalesce(cache_write_1h_tokens, 0), coalesce(output_tokens, 0), coalesce(input_audio_tokens, 0),
      coalesce(output_audio_tokens, 0), coalesce(cached_input_audio_tokens, 0), coalesce(characters, 0),
      coalesce(audio_seconds, 0), coalesce(images, 0), coalesce(web_searches, 0), coalesce(web_fetches, 0),
      coalesce(file_searches, 0), coalesce(code_sessions, 0), coalesce(requests, 0)
      from heads left join units using (workspace_id, bucket_start, key_id, model, product_sku, operation, status)
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

-- As in 0010: replacing the function has removed its settings.
alter function post_calls(text[]) set enable_seqscan = off;
alter function post_calls(text[]) set jit = off;
