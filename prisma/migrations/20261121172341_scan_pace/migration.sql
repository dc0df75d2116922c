-- How fast an engine is asked, and when it rests.
ALTER TABLE "team_engine" ADD COLUMN     "next_question_at" TIMESTAMPTZ(3),
ADD COLUMN     "per_minute" INTEGER;

-- What is being asked of an engine, for those who look whether its asker still lives.
CREATE INDEX "scan_task_asked_idx" ON "scan_task" ("scan_id") WHERE "status" = 'running';

-- What vendors sent is kept for a while only.
CREATE INDEX "answer_raw_idx" ON "answer" ("asked_at") WHERE "raw" IS NOT NULL;
