-- The expected cost of a task while it is asked, and of the billed requests whose cost is not known. Both count against the spend cap.
ALTER TABLE "scan_task" ADD COLUMN "reserved_usd" DECIMAL(12,6);
ALTER TABLE "scan" ADD COLUMN "expected_usd" DECIMAL(12,6) NOT NULL DEFAULT 0;
