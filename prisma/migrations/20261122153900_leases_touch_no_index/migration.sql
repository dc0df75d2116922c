-- A lease changed `state`, which six indexes ask for, so each lease was written into all four that a leased delivery is in. They ask for
-- `phase` now, which a lease leaves as it is, and beside a little room in each page a lease is one row written and no index.
ALTER TABLE "webhook_delivery" ADD COLUMN "phase" TEXT
  GENERATED ALWAYS AS (CASE WHEN "state" IN ('pending', 'leased') THEN 'open' ELSE "state" END) STORED;
ALTER TABLE "webhook_delivery" SET (fillfactor = 70);
DROP INDEX "webhook_delivery_due_idx", "webhook_delivery_due_by_endpoint_idx", "webhook_delivery_leased_by_endpoint_idx",
  "webhook_delivery_held_idx", "webhook_delivery_trouble_idx", "webhook_delivery_recovery_idx";
CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery" ("next_attempt_at") WHERE phase = 'open';
CREATE INDEX "webhook_delivery_due_by_endpoint_idx" ON "webhook_delivery" ("endpoint_id", "next_attempt_at", "id") WHERE phase = 'open';
CREATE INDEX "webhook_delivery_held_idx" ON "webhook_delivery" ("endpoint_id", "created_at", "id") WHERE phase = 'held';
CREATE INDEX "webhook_delivery_trouble_idx" ON "webhook_delivery" ("team_id", "created_at" DESC, "id" DESC)
  WHERE last_error_code IS NOT NULL OR phase IN ('exhausted', 'cancelled', 'held', 'expired');
CREATE INDEX "webhook_delivery_recovery_idx" ON "webhook_delivery" ("recovery_id", "phase") WHERE recovery_id IS NOT NULL;

-- What is leased is found by who leased it.
CREATE TABLE "webhook_claim" (
    "token" UUID NOT NULL,
    "holder" INTEGER NOT NULL,
    "delivery_ids" TEXT[],
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_claim_pkey" PRIMARY KEY ("token")
);
CREATE INDEX "webhook_claim_holder_idx" ON "webhook_claim"("holder");
-- Sixty ids are a little more than what Postgres would begin to compress.
ALTER TABLE "webhook_claim" SET (toast_tuple_target = 8160);
INSERT INTO "webhook_claim" (token, holder, delivery_ids)
  SELECT gen_random_uuid(), 0, array_agg(id) FROM "webhook_delivery" WHERE state = 'leased' HAVING count(*) > 0;
