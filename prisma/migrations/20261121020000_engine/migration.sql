-- CreateTable
CREATE TABLE "engine_event" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_run" (
    "id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "slot_key" TEXT,
    "slot_limit" INTEGER,
    "lease_token" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "worker_pid" INTEGER,
    "outcome" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "engine_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_step" (
    "run_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "result" JSONB NOT NULL,
    "wakes_at" TIMESTAMPTZ(3),

    CONSTRAINT "engine_step_pkey" PRIMARY KEY ("run_id","id")
);

-- CreateTable
CREATE TABLE "engine_once" (
    "key" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "engine_once_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "engine_run_event_id_idx" ON "engine_run"("event_id");

-- CreateIndex
CREATE INDEX "engine_once_expires_at_idx" ON "engine_once"("expires_at");

-- AddForeignKey
ALTER TABLE "engine_run" ADD CONSTRAINT "engine_run_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "engine_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_step" ADD CONSTRAINT "engine_step_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "engine_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The queue: only what is still to do is in these indexes.
CREATE INDEX "engine_run_due_idx" ON "engine_run" ("due_at", "id") WHERE state = 'open';
CREATE INDEX "engine_run_leased_idx" ON "engine_run" ("leased_until") WHERE state = 'open' AND leased_until IS NOT NULL;
CREATE INDEX "engine_run_ended_idx" ON "engine_run" ("ended_at") WHERE state <> 'open';
CREATE INDEX "engine_event_received_idx" ON "engine_event" ("received_at");

-- Leases what is due to one process. Claims wait for each other, so that the places of a key are counted right by several processes at once;
-- in a function, because each of its statements sees what was committed before it, which one statement that had to wait would not.
CREATE FUNCTION engine_claim(functions text[], driven text[], wanted integer, lease_seconds double precision, pid integer)
RETURNS TABLE (id text, function_id text, attempt integer, lease_token uuid, event jsonb, steps jsonb) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('engine_claim', 0));
  RETURN QUERY
  WITH due AS (
    SELECT r.id, r.due_at, r.slot_key, r.slot_limit,
           row_number() OVER (PARTITION BY r.slot_key ORDER BY r.due_at, r.id) AS place
    FROM engine_run r
    WHERE r.state = 'open' AND r.due_at <= now() AND (r.leased_until IS NULL OR r.leased_until <= now())
      AND r.function_id = ANY (functions) AND r.id <> ALL (driven)
  ), busy AS (
    SELECT r.slot_key, count(*) AS places FROM engine_run r
    WHERE r.state = 'open' AND r.leased_until > now() AND r.slot_key IS NOT NULL GROUP BY r.slot_key
  ), chosen AS (
    SELECT due.id FROM due LEFT JOIN busy USING (slot_key)
    WHERE slot_key IS NULL OR place + coalesce(places, 0) <= slot_limit
    ORDER BY due_at, due.id LIMIT wanted
  ), leased AS (
    UPDATE engine_run r SET lease_token = gen_random_uuid(), leased_until = now() + make_interval(secs => lease_seconds),
      worker_pid = pid, started_at = coalesce(r.started_at, now())
    FROM chosen WHERE r.id = chosen.id RETURNING r.*
  )
  SELECT l.id, l.function_id, l.attempt, l.lease_token, e.payload,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'result', s.result, 'due_in_ms',
       greatest(0, ceil(extract(epoch FROM s.wakes_at - now()) * 1000))) ORDER BY s.ordinal), '[]') FROM engine_step s WHERE s.run_id = l.id)
  FROM leased l JOIN engine_event e ON e.id = l.event_id;
END $$;

-- A notice to mail and a recovery to carry out tell the listening processes too; what nobody heard, the sweep finds.
CREATE FUNCTION webhook_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_notice_tell AFTER INSERT ON "webhook_notice" FOR EACH ROW EXECUTE FUNCTION webhook_tell('webhook_notice');
CREATE TRIGGER webhook_recovery_tell AFTER INSERT ON "webhook_recovery" FOR EACH ROW EXECUTE FUNCTION webhook_tell('webhook_recovery');
