-- The expected cost of a task while it is asked, and of the billed requests whose cost is not known. Both count against the spend cap.
ALTER TABLE "scan_task" ADD COLUMN "reserved_usd" DECIMAL(12,6);
ALTER TABLE "scan" ADD COLUMN "expected_usd" DECIMAL(12,6) NOT NULL DEFAULT 0;
-- The tasks that are being asked. Each claim under a spend cap adds up what they reserve.
CREATE INDEX "scan_task_leased_idx" ON "scan_task" ("team_id") WHERE "lease_token" IS NOT NULL;
