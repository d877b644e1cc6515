-- 0002: settling a batch of calls as one statement.
-- Forward only. Safe: functions alone.
-- Locks: none.
-- Undo, if ever: a later file replaces the functions.

-- The places of a row are those of `src/store/shared/settle-row.ts`.
create function add_call(given jsonb, instance text) returns boolean language plpgsql as $$
begin
  insert into call (id, request_id, workspace_id, key_id, product_sku, model, operation, provider, region, flags, status,
                    price_from, started_at, ended_at, first_byte_ms, outcome, usage_source, hold, charge, batch_id, instance_id)
    values (given ->> 0, given ->> 1, given ->> 2, given ->> 3, given ->> 4, given ->> 5, given ->> 6, given ->> 7, given ->> 8,
            given ->> 9, (given ->> 10)::integer, (given ->> 11)::bigint, (given ->> 12)::bigint, (given ->> 13)::bigint,
            (given ->> 14)::bigint, given ->> 15, given ->> 16, (given ->> 17)::bigint, (given ->> 18)::bigint, given ->> 21,
            instance)
    on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  insert into charge_line (call_id, unit_kind, quantity, unit_price_pico, amount_nano, rest_pico)
    select given ->> 0, kind, quantity, price, quantity * (price / 1000) + quantity * (price % 1000) / 1000,
           quantity * (price % 1000) % 1000
      from (select line ->> 0 as kind, (line ->> 1)::bigint as quantity, (line ->> 2)::bigint as price
              from jsonb_array_elements(given -> 20) as line) as lines;
  return true;
end $$;

-- What a call that was recovered, while its instance was only cut off, really cost beyond that; null: nothing.
create function late_call(given jsonb) returns jsonb language sql stable as $$
  with rest as (
    select line ->> 0 as kind, (line ->> 1)::bigint - coalesce(l.quantity, 0) as quantity, (line ->> 2)::bigint as price
      from jsonb_array_elements(given -> 20) as line
      left join charge_line l on l.call_id = given ->> 0 and l.unit_kind = line ->> 0)
  select jsonb_set(jsonb_set(jsonb_set(given, '{0}', to_jsonb('late:' || (given ->> 0))),
      '{18}', to_jsonb(round(sum(quantity::numeric * price) / 1000)::bigint)),
      '{20}', jsonb_agg(jsonb_build_array(kind, quantity, price)))
    from rest where quantity > 0 having count(*) > 0
$$;

-- Draws a charge on a lease, as far as that has room.
create function draw_on(lease_id text, amount bigint) returns bigint language plpgsql as $$
declare
  room bigint;
begin
  select least(amount, granted - consumed) into room from lease where id = lease_id and state = 'open' for update;
  if coalesce(room, 0) <= 0 then
    return 0;
  end if;
  update lease set consumed = consumed + room where id = lease_id;
  return room;
end $$;

-- Takes what new calls were charged out of leases, and adds it to every sum. The accounts are locked already.
create function post_calls(fresh text[]) returns void language plpgsql as $$
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
      output_audio_tokens, characters, audio_seconds, images, web_searches, web_fetches, file_searches, code_sessions,
      requests)
    select workspace_id, bucket_start, key_id, model, product_sku, operation, status, count(*), sum(charge),
      sum(input_tokens), sum(cached_input_tokens), sum(cache_write_tokens), sum(cache_write_1h_tokens),
      sum(output_tokens), sum(input_audio_tokens), sum(output_audio_tokens), sum(characters), sum(audio_seconds),
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
      characters = usage_bucket.characters + excluded.characters,
      audio_seconds = usage_bucket.audio_seconds + excluded.audio_seconds,
      images = usage_bucket.images + excluded.images,
      web_searches = usage_bucket.web_searches + excluded.web_searches,
      web_fetches = usage_bucket.web_fetches + excluded.web_fetches,
      file_searches = usage_bucket.file_searches + excluded.file_searches,
      code_sessions = usage_bucket.code_sessions + excluded.code_sessions,
      requests = usage_bucket.requests + excluded.requests;
end $$;

-- Settles a batch. A call that is in the books already is left as it is and adds to no sum; its place then has the charge that
-- is there. The accounts are locked first, in one order, so that batches of several instances never wait for each other.
create function settle_calls(calls jsonb, instance text) returns table (place bigint, known bigint) language plpgsql as $$
declare
  given record;
  late jsonb;
  was record;
  fresh text[] := '{}';
begin
  insert into account (workspace_id) select distinct value ->> 2 from jsonb_array_elements(calls) order by 1
    on conflict (workspace_id) do nothing;
  perform 1 from account where workspace_id in (select value ->> 2 from jsonb_array_elements(calls))
    order by workspace_id for update;
  for given in select value as call, ordinality as at from jsonb_array_elements(calls) with ordinality loop
    place := given.at;
    known := null;
    if add_call(given.call, instance) then
      fresh := fresh || (given.call ->> 0);
    else
      select c.charge, c.outcome into was from call c where c.id = given.call ->> 0;
      known := was.charge;
      if was.outcome = 'recovered' and given.call ->> 15 <> 'recovered' then
        late := late_call(given.call);
        if late is not null then
          if add_call(late, instance) then
            fresh := fresh || (late ->> 0);
          end if;
          known := was.charge + (select c.charge from call c where c.id = late ->> 0);
        end if;
      end if;
    end if;
    return next;
  end loop;
  delete from open_call where call_id in (select value ->> 0 from jsonb_array_elements(calls));
  perform post_calls(fresh);
end $$;
