-- AlterTable
ALTER TABLE "answer" ADD COLUMN     "is_labelled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "scan" ADD COLUMN     "brands_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ai_recount" (
    "project_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "scan_id" TEXT,
    "after_answer" TEXT NOT NULL DEFAULT '',
    "done_n" INTEGER NOT NULL DEFAULT 0,
    "total_n" INTEGER NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_recount_pkey" PRIMARY KEY ("project_id")
);
CREATE INDEX "ai_recount_open_idx" ON "ai_recount" ("updated_at") WHERE "finished_at" IS NULL;
SELECT isolate_tenant_table('ai_recount');

-- Files that were imported before were labelled, as far as anybody can tell: they stay as they are.
UPDATE "answer" a SET "is_labelled" = true FROM "scan" s WHERE s."id" = a."scan_id" AND s."trigger" = 'import';
