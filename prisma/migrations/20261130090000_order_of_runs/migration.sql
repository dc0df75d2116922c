-- Claims ask the first run of every prompt before the second. The index has the run, so that a claim reads only the
-- tasks that it leases. It is built before the other one is dropped, so that tasks can be read meanwhile.
CREATE INDEX "scan_task_claim_idx" ON "scan_task" ("scan_id", "engine_id", "due_at" NULLS FIRST, "run_index") WHERE "status" IN ('pending', 'running');
DROP INDEX "scan_task_open_idx";
