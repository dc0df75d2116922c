-- Content may be removed for good, and recoveries know their pace, their phase and what they reopened.
ALTER TABLE "webhook_message" ADD COLUMN "expunged_at" TIMESTAMPTZ(3);
ALTER TABLE "webhook_delivery" ADD COLUMN "reopened_from" TEXT;
ALTER TABLE "webhook_recovery" ADD COLUMN "include_missing" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "is_on_missing" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "next_slot_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- What people look for in the log is rare among millions of successes. A delivery that succeeds at once touches none of these.
CREATE INDEX "webhook_delivery_trouble_idx" ON "webhook_delivery" ("team_id", "created_at" DESC, "id" DESC)
  WHERE last_error_code IS NOT NULL OR state IN ('exhausted', 'cancelled', 'held', 'expired');
CREATE INDEX "webhook_delivery_rare_type_idx" ON "webhook_delivery" ("team_id", "event_type", "created_at" DESC, "id" DESC)
  WHERE event_type NOT IN ('signal.created', 'scan.completed');
CREATE INDEX "webhook_delivery_recovery_idx" ON "webhook_delivery" ("recovery_id", "state") WHERE recovery_id IS NOT NULL;
