-- The expected cost of a classification while it is asked. It counts against the spend cap.
ALTER TABLE "ai_judgement" ADD COLUMN "reserved_usd" DECIMAL(12,6);
-- The classifications that are being asked. Each claim under a spend cap adds up what they reserve.
CREATE INDEX "ai_judgement_leased_idx" ON "ai_judgement" ("team_id") WHERE "lease_token" IS NOT NULL;
