-- contract: processes of the previous version lease deliveries without endpoint_queue, so they stop delivering until they are replaced.
-- One scheduling row per endpoint (docs/delivery.md). is_active is generated, so that a claim changes no index while the endpoint stays active.
CREATE TABLE "endpoint_queue" (
    "endpoint_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "in_flight" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "max_in_flight" INTEGER NOT NULL DEFAULT 5,
    "next_due_at" TIMESTAMPTZ(6),
    "last_served_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_active" BOOLEAN GENERATED ALWAYS AS ("next_due_at" IS NOT NULL OR "in_flight" <> ARRAY[]::TEXT[]) STORED,

    CONSTRAINT "endpoint_queue_pkey" PRIMARY KEY ("endpoint_id")
) WITH (fillfactor = 50);
ALTER TABLE "endpoint_queue" ADD CONSTRAINT "endpoint_queue_endpoint_id_fkey" FOREIGN KEY ("endpoint_id")
  REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "endpoint_queue_active_idx" ON "endpoint_queue" ("team_id") WHERE is_active;
SELECT isolate_tenant_table('endpoint_queue');

INSERT INTO "endpoint_queue" (endpoint_id, team_id, in_flight, next_due_at)
  SELECT e.id, e.team_id,
    ARRAY(SELECT d.id FROM "webhook_delivery" d WHERE d.endpoint_id = e.id AND d.phase = 'open' AND d.state = 'leased'),
    (SELECT min(d.next_attempt_at) FROM "webhook_delivery" d WHERE d.endpoint_id = e.id AND d.phase = 'open' AND d.state = 'pending')
  FROM "webhook_endpoint" e;

CREATE FUNCTION endpoint_queue_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO endpoint_queue (endpoint_id, team_id) VALUES (NEW.id, NEW.team_id);
  RETURN NULL;
END $$;
CREATE TRIGGER endpoint_queue_row AFTER INSERT ON "webhook_endpoint" FOR EACH ROW EXECUTE FUNCTION endpoint_queue_row();

-- A committed delivery notifies every process of its endpoint. Nobody is notified of a rolled-back one.
DROP TRIGGER webhook_delivery_wake ON "webhook_delivery";
CREATE OR REPLACE FUNCTION webhook_wake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('webhook_due', endpoint_id) FROM (SELECT DISTINCT endpoint_id FROM inserted WHERE state = 'pending') AS woken;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_delivery_wake AFTER INSERT ON "webhook_delivery" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_wake();

-- endpoint_queue lists what is in flight.
DROP TABLE "webhook_claim";

-- Why paused_until is set: receiver | breaker | order.
ALTER TABLE "webhook_endpoint" ADD COLUMN "paused_by" TEXT;
