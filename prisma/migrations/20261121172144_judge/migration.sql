-- AlterTable
ALTER TABLE "scan" ADD COLUMN     "judge_until" TIMESTAMPTZ(3),
ADD COLUMN     "judged_n" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "to_judge_n" INTEGER;

-- CreateTable
CREATE TABLE "ai_judge" (
    "team_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "model" TEXT,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "monthly_budget" INTEGER NOT NULL DEFAULT 0,
    "month" DATE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_n" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_judge_pkey" PRIMARY KEY ("team_id")
);

-- CreateTable
CREATE TABLE "ai_judgement" (
    "answer_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "lease_token" TEXT,

    CONSTRAINT "ai_judgement_pkey" PRIMARY KEY ("answer_id")
);

-- CreateIndex
CREATE INDEX "ai_judgement_scan_id_idx" ON "ai_judgement"("scan_id");CREATE INDEX "ai_judgement_open_idx" ON "ai_judgement" ("scan_id", "due_at" NULLS FIRST) WHERE "status" IN ('pending', 'running');

SELECT isolate_tenant_table('ai_judge');
SELECT isolate_tenant_table('ai_judgement');
