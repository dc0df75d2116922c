-- CreateTable
CREATE TABLE "ai_brand_suggestions" (
    "project_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "scan_answers_n" INTEGER NOT NULL,
    "read_n" INTEGER NOT NULL,
    "suggestions" JSONB NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_brand_suggestions_pkey" PRIMARY KEY ("project_id")
);
SELECT isolate_tenant_table('ai_brand_suggestions');
