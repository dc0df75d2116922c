-- Rollups say all of their cells, so that what tells prompts apart is read from them too; and an engine that changed in
-- mid-scan has a row for each configuration.
DROP INDEX "ai_metric_rollup_team_id_project_id_engine_id_idx";

TRUNCATE "ai_metric_rollup";

-- AlterTable
ALTER TABLE "ai_metric_rollup" DROP CONSTRAINT "ai_metric_rollup_pkey",
ADD COLUMN     "cited" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "citations" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "mentions" TEXT NOT NULL DEFAULT '',
ALTER COLUMN "engine_config_hash" SET NOT NULL,
ALTER COLUMN "engine_config_hash" SET DEFAULT '';

-- Scans that were counted before are counted here, as domain/scans/write-rollups.ts counts them.
INSERT INTO "ai_prompt_list" (team_id, project_id, id, prompt_ids)
SELECT DISTINCT team_id, project_id, md5(array_to_string(prompt_ids, ' ')), prompt_ids FROM (
  SELECT c.team_id, c.project_id, array_agg(c.prompt_id ORDER BY c.prompt_id COLLATE "C") AS prompt_ids
  FROM "ai_cell" c JOIN "ai_prompt" p ON p.id = c.prompt_id WHERE c.brand_id = ''
  GROUP BY c.team_id, c.project_id, c.scan_id, p.is_branded, c.engine_id, c.region, c.engine_config_hash) l
ON CONFLICT (project_id, id) DO NOTHING;

WITH named AS MATERIALIZED (
  SELECT a.scan_id, a.prompt_id, a.engine_id, a.region, m.brand_id,
    string_agg(chr(48 + 4 * m.rank + CASE m.sentiment WHEN 'positive' THEN 1 WHEN 'neutral' THEN 2 WHEN 'negative' THEN 3 ELSE 0 END), '' ORDER BY m.rank, m.sentiment) AS mentions
  FROM "answer" a JOIN "mention" m ON m.answer_id = a.id
  GROUP BY 1, 2, 3, 4, 5)
INSERT INTO "ai_metric_rollup" (team_id, project_id, scan_id, is_branded, brand_id, engine_id, region, prompt_list_id, engine_config_hash, cells_n,
  cell_rate_sum, answers_n, mentioned_n, cited_n, top1_n, top3_n, rank_sum, prominence_sum, citations_n, sentiment_positive_n,
  sentiment_neutral_n, sentiment_negative_n, cells, mentions, cited, citations, brand_likeness, domain_likeness)
SELECT c.team_id, c.project_id, c.scan_id, p.is_branded, c.brand_id, c.engine_id, c.region, md5(string_agg(c.prompt_id, ' ' ORDER BY c.prompt_id COLLATE "C")),
  c.engine_config_hash, count(*), sum(c.mentioned_n::float8 / c.runs_n),
  sum(c.runs_n), sum(c.mentioned_n), sum(c.cited_n), sum(c.top1_n), sum(c.top3_n), sum(c.rank_sum), sum(c.prominence_sum), sum(c.citations_n),
  sum(c.sentiment_positive_n), sum(c.sentiment_neutral_n), sum(c.sentiment_negative_n),
  string_agg(chr(48 + CASE c.brand_id WHEN '' THEN c.runs_n ELSE c.mentioned_n END), '' ORDER BY c.prompt_id COLLATE "C"),
  coalesce(string_agg(n.mentions, '' ORDER BY c.prompt_id COLLATE "C"), ''),
  string_agg(chr(48 + c.cited_n), '' ORDER BY c.prompt_id COLLATE "C"), string_agg(chr(48 + c.citations_n), '' ORDER BY c.prompt_id COLLATE "C"),
  string_agg(float8send(coalesce(c.brand_jaccard, 'NaN')), '' ORDER BY c.prompt_id COLLATE "C") FILTER (WHERE c.brand_id = ''),
  string_agg(float8send(coalesce(c.domain_jaccard, 'NaN')), '' ORDER BY c.prompt_id COLLATE "C") FILTER (WHERE c.brand_id = '')
FROM "ai_cell" c JOIN "ai_prompt" p ON p.id = c.prompt_id
LEFT JOIN named n ON n.scan_id = c.scan_id AND n.prompt_id = c.prompt_id AND n.engine_id = c.engine_id AND n.region = c.region AND n.brand_id = c.brand_id
GROUP BY c.team_id, c.project_id, c.scan_id, p.is_branded, c.brand_id, c.engine_id, c.region, c.engine_config_hash;

ALTER TABLE "ai_metric_rollup" ADD CONSTRAINT "ai_metric_rollup_pkey" PRIMARY KEY ("scan_id", "is_branded", "brand_id", "engine_id", "region", "engine_config_hash");

-- CreateIndex
CREATE INDEX "ai_metric_rollup_team_id_project_id_engine_id_idx" ON "ai_metric_rollup"("team_id", "project_id", "engine_id");

ANALYZE "ai_metric_rollup";
