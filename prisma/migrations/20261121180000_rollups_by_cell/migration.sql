-- Rollups at the one grain that questions over many scans add up, with what is not additive cell by cell; before, every
-- combination of engine, region and topic was written, and only two were read.
DROP TABLE "ai_metric_rollup";

-- CreateTable
CREATE TABLE "ai_metric_rollup" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "is_branded" BOOLEAN NOT NULL,
    "brand_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "prompt_list_id" TEXT NOT NULL,
    "engine_config_hash" TEXT,
    "cells_n" INTEGER NOT NULL,
    "cell_rate_sum" DOUBLE PRECISION NOT NULL,
    "answers_n" INTEGER NOT NULL,
    "mentioned_n" INTEGER NOT NULL,
    "cited_n" INTEGER NOT NULL,
    "top1_n" INTEGER NOT NULL,
    "top3_n" INTEGER NOT NULL,
    "rank_sum" INTEGER NOT NULL,
    "prominence_sum" DOUBLE PRECISION NOT NULL,
    "citations_n" INTEGER NOT NULL,
    "sentiment_positive_n" INTEGER NOT NULL,
    "sentiment_neutral_n" INTEGER NOT NULL,
    "sentiment_negative_n" INTEGER NOT NULL,
    "cells" TEXT NOT NULL,
    "brand_likeness" BYTEA,
    "domain_likeness" BYTEA,

    CONSTRAINT "ai_metric_rollup_pkey" PRIMARY KEY ("scan_id","is_branded","brand_id","engine_id","region")
);

-- CreateTable
CREATE TABLE "ai_prompt_list" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "prompt_ids" TEXT[],

    CONSTRAINT "ai_prompt_list_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "ai_metric_rollup_team_id_project_id_idx" ON "ai_metric_rollup"("team_id", "project_id");

-- CreateIndex
CREATE INDEX "ai_prompt_list_team_id_idx" ON "ai_prompt_list"("team_id");

SELECT isolate_tenant_table('ai_metric_rollup');
SELECT isolate_tenant_table('ai_prompt_list');

-- Scans that were counted before are counted here, as domain/scans/write-rollups.ts counts them.
INSERT INTO "ai_metric_rollup"
SELECT c.team_id, c.project_id, c.scan_id, p.is_branded, c.brand_id, c.engine_id, c.region, md5(string_agg(c.prompt_id, ' ' ORDER BY c.prompt_id COLLATE "C")),
  CASE WHEN min(c.engine_config_hash) = max(c.engine_config_hash) THEN min(c.engine_config_hash) END, count(*), sum(c.mentioned_n::float8 / c.runs_n),
  sum(c.runs_n), sum(c.mentioned_n), sum(c.cited_n), sum(c.top1_n), sum(c.top3_n), sum(c.rank_sum), sum(c.prominence_sum), sum(c.citations_n),
  sum(c.sentiment_positive_n), sum(c.sentiment_neutral_n), sum(c.sentiment_negative_n),
  string_agg(chr(48 + CASE c.brand_id WHEN '' THEN c.runs_n ELSE c.mentioned_n END), '' ORDER BY c.prompt_id COLLATE "C"),
  string_agg(float8send(coalesce(c.brand_jaccard, 'NaN')), '' ORDER BY c.prompt_id COLLATE "C") FILTER (WHERE c.brand_id = ''),
  string_agg(float8send(coalesce(c.domain_jaccard, 'NaN')), '' ORDER BY c.prompt_id COLLATE "C") FILTER (WHERE c.brand_id = '')
FROM "ai_cell" c JOIN "ai_prompt" p ON p.id = c.prompt_id
GROUP BY c.team_id, c.project_id, c.scan_id, p.is_branded, c.brand_id, c.engine_id, c.region;

INSERT INTO "ai_prompt_list"
SELECT DISTINCT team_id, project_id, md5(array_to_string(prompt_ids, ' ')), prompt_ids FROM (
  SELECT c.team_id, c.project_id, array_agg(c.prompt_id ORDER BY c.prompt_id COLLATE "C") AS prompt_ids
  FROM "ai_cell" c JOIN "ai_prompt" p ON p.id = c.prompt_id WHERE c.brand_id = ''
  GROUP BY c.team_id, c.project_id, c.scan_id, p.is_branded, c.engine_id, c.region) l;
