-- When the next scan of a project starts by itself, and why the last such turn did not.
ALTER TABLE "ai_project" ADD COLUMN     "next_scan_at" TIMESTAMPTZ(3),
ADD COLUMN     "skipped_scan" JSONB;

CREATE INDEX "ai_project_due_idx" ON "ai_project" ("next_scan_at") WHERE "next_scan_at" IS NOT NULL;
-- Those whose schedule nobody has read yet.
CREATE INDEX "ai_project_unplanned_idx" ON "ai_project" ("id")
    WHERE "next_scan_at" IS NULL AND "status" = 'active' AND "schedule" ->> 'every' <> 'manual';
