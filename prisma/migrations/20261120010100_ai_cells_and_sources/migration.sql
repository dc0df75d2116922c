-- Cells carry everything that metrics, tests and intervals are made of, so that one table answers every filter and grouping.
ALTER TABLE "ai_cell" ADD COLUMN "engine_config_hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN "top1_n" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "top3_n" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "rank_sum" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "prominence_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN "citations_n" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "sentiment_positive_n" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "sentiment_neutral_n" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "sentiment_negative_n" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "brand_jaccard" DOUBLE PRECISION,
ADD COLUMN "domain_jaccard" DOUBLE PRECISION;

DROP INDEX "ai_cell_team_id_project_id_idx";
CREATE INDEX "ai_cell_team_id_project_id_engine_id_idx" ON "ai_cell"("team_id", "project_id", "engine_id");

-- The cited domains and pages of a project with their counts.
CREATE TABLE "ai_source" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "listing" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "registrable_domain" TEXT NOT NULL,
    "title" TEXT,
    "brand_id" TEXT,
    "source_class" TEXT NOT NULL DEFAULT 'other',
    "citations_n" INTEGER NOT NULL,
    "answers_n" INTEGER NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ai_source_pkey" PRIMARY KEY ("project_id","listing","key")
);
CREATE INDEX "ai_source_team_id_project_id_listing_citations_n_key_idx" ON "ai_source"("team_id", "project_id", "listing", "citations_n" DESC, "key" DESC);
ALTER TABLE "ai_source" ADD CONSTRAINT "ai_source_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "ai_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT isolate_tenant_table('ai_source');
SELECT keep_tally('ai_prompt', 'project_id', 'status');
SELECT keep_tally('ai_source', 'project_id', 'listing');
SELECT keep_tally('citation', 'project_id', 'kind');
INSERT INTO "row_tally" ("team_id", "relation", "scope_id", "status", "rows")
SELECT "team_id", 'ai_prompt', "project_id", "status", count(*) FROM "ai_prompt" GROUP BY 1, 3, 4
UNION ALL SELECT "team_id", 'citation', "project_id", "kind", count(*) FROM "citation" GROUP BY 1, 3, 4;
