-- The rows that AI-visibility metrics are computed from: sums over answers, per prompt, engine and region, per brand, and per scan.
-- CreateTable
CREATE TABLE "visibility_cell" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "prompt_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "engine_config_hash" TEXT NOT NULL DEFAULT '',
    "answers" SMALLINT NOT NULL,
    "brands_mentioned" INTEGER NOT NULL,
    "brands_mentioned_sq" INTEGER NOT NULL,
    "grounded" SMALLINT NOT NULL,
    "citations" INTEGER NOT NULL,
    "citations_sq" INTEGER NOT NULL,
    "brand_similarity" DOUBLE PRECISION,
    "domain_similarity" DOUBLE PRECISION,

    CONSTRAINT "visibility_cell_pkey" PRIMARY KEY ("scan_id","prompt_id","engine_id","region")
);

-- CreateTable
CREATE TABLE "visibility_cell_brand" (
    "team_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "brand_id" TEXT NOT NULL,
    "prompt_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "mentioned" SMALLINT NOT NULL,
    "brands_beside" INTEGER NOT NULL,
    "top1" SMALLINT NOT NULL,
    "top3" SMALLINT NOT NULL,
    "rank_sum" INTEGER NOT NULL,
    "rank_sq_sum" INTEGER NOT NULL,
    "prominence_sum" DOUBLE PRECISION NOT NULL,
    "prominence_sq_sum" DOUBLE PRECISION NOT NULL,
    "cited" SMALLINT NOT NULL,
    "citations" INTEGER NOT NULL,
    "citations_sq" INTEGER NOT NULL,
    "citations_product" INTEGER NOT NULL,
    "positive" SMALLINT NOT NULL,
    "neutral" SMALLINT NOT NULL,
    "negative" SMALLINT NOT NULL,

    CONSTRAINT "visibility_cell_brand_pkey" PRIMARY KEY ("scan_id","brand_id","prompt_id","engine_id","region")
);

-- CreateTable
CREATE TABLE "visibility_scan_brand" (
    "team_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "brand_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "is_branded" BOOLEAN NOT NULL,
    "answers" INTEGER NOT NULL,
    "brands_mentioned" INTEGER NOT NULL,
    "grounded" INTEGER NOT NULL,
    "all_citations" INTEGER NOT NULL,
    "mentioned" INTEGER NOT NULL,
    "top1" INTEGER NOT NULL,
    "top3" INTEGER NOT NULL,
    "rank_sum" INTEGER NOT NULL,
    "prominence_sum" DOUBLE PRECISION NOT NULL,
    "cited" INTEGER NOT NULL,
    "citations" INTEGER NOT NULL,
    "positive" INTEGER NOT NULL,
    "neutral" INTEGER NOT NULL,
    "negative" INTEGER NOT NULL,

    CONSTRAINT "visibility_scan_brand_pkey" PRIMARY KEY ("scan_id","brand_id","engine_id","region","is_branded")
);

-- CreateIndex
CREATE INDEX "visibility_cell_team_id_project_id_engine_id_idx" ON "visibility_cell"("team_id", "project_id", "engine_id");
SELECT isolate_tenant_table('visibility_cell');
SELECT isolate_tenant_table('visibility_cell_brand');
SELECT isolate_tenant_table('visibility_scan_brand');

-- Fills the tables for the scans of before, one at a time, as domain/scans/write-visibility.ts does. About half a second for a scan of
-- 2,700 answers.
DO $$
DECLARE s record;
BEGIN
  PERFORM set_config('enable_nestloop', 'off', true);
  FOR s IN SELECT id, team_id, project_id FROM scan WHERE status IN ('completed', 'partial', 'failed') LOOP
    WITH brand AS MATERIALIZED (
      SELECT id, kind IN ('own', 'competitor') AS is_tracked FROM ai_brand WHERE project_id = s.project_id AND kind <> 'ignored'),
    fact AS MATERIALIZED (
      SELECT a.prompt_id, a.engine_id, a.region, a.id, a.engine_config_hash, m.brands, coalesce(m.brands_mentioned, 0) AS brands_mentioned,
        c.domains, c.citations
      FROM answer a
      CROSS JOIN LATERAL (
        SELECT array_agg(m.brand_id) AS brands, count(*) FILTER (WHERE b.is_tracked) AS brands_mentioned
        FROM (SELECT * FROM mention WHERE answer_id = a.id OFFSET 0) m JOIN brand b ON b.id = m.brand_id) m
      CROSS JOIN LATERAL (
        SELECT array_agg(DISTINCT c.registrable_domain) AS domains, count(*) AS citations
        FROM (SELECT * FROM citation WHERE answer_id = a.id AND kind = 'cited' OFFSET 0) c) c
      WHERE a.scan_id = s.id),
    similarity AS (
      SELECT prompt_id, engine_id, region,
        avg(n.brands::float8 / nullif(coalesce(cardinality(x.brands), 0) + coalesce(cardinality(y.brands), 0) - n.brands, 0)) AS brands,
        avg(n.domains::float8 / nullif(coalesce(cardinality(x.domains), 0) + coalesce(cardinality(y.domains), 0) - n.domains, 0)) AS domains
      FROM fact x JOIN fact y USING (prompt_id, engine_id, region)
      CROSS JOIN LATERAL (
        SELECT (SELECT count(*) FROM unnest(x.brands) AS n(name) WHERE n.name = ANY(y.brands)) AS brands,
          (SELECT count(*) FROM unnest(x.domains) AS n(name) WHERE n.name = ANY(y.domains)) AS domains OFFSET 0) n
      WHERE x.id < y.id GROUP BY prompt_id, engine_id, region),
    cell AS (
      INSERT INTO visibility_cell (team_id, project_id, scan_id, prompt_id, engine_id, region, engine_config_hash, answers,
        brands_mentioned, brands_mentioned_sq, grounded, citations, citations_sq, brand_similarity, domain_similarity)
      SELECT s.team_id, s.project_id, s.id, a.prompt_id, a.engine_id, a.region,
        CASE WHEN min(a.engine_config_hash) = max(a.engine_config_hash) THEN min(a.engine_config_hash)
          ELSE min(a.engine_config_hash) || '+' || max(a.engine_config_hash) END,
        count(*), sum(a.brands_mentioned), sum(a.brands_mentioned ^ 2), count(*) FILTER (WHERE a.citations > 0), sum(a.citations),
        sum(a.citations ^ 2), max(n.brands), max(n.domains)
      FROM fact a LEFT JOIN similarity n USING (prompt_id, engine_id, region) GROUP BY a.prompt_id, a.engine_id, a.region),
    named AS (
      SELECT a.prompt_id, a.engine_id, a.region, m.brand_id, count(*) AS mentioned, sum(a.brands_mentioned) AS brands_beside,
        count(*) FILTER (WHERE m.rank <= 1) AS top1, count(*) FILTER (WHERE m.rank <= 3) AS top3, sum(m.rank) AS rank_sum,
        sum(m.rank ^ 2) AS rank_sq_sum, sum(ln(2::float8) / ln((1 + m.rank)::float8)) AS prominence_sum,
        sum((ln(2::float8) / ln((1 + m.rank)::float8)) ^ 2) AS prominence_sq_sum, 0 AS cited, 0 AS citations, 0 AS citations_sq,
        0 AS citations_product, count(*) FILTER (WHERE m.sentiment = 'positive') AS positive,
        count(*) FILTER (WHERE m.sentiment = 'neutral') AS neutral, count(*) FILTER (WHERE m.sentiment = 'negative') AS negative
      FROM fact a CROSS JOIN LATERAL (SELECT * FROM mention WHERE answer_id = a.id OFFSET 0) m GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT a.prompt_id, a.engine_id, a.region, c.brand_id, 0, 0, 0, 0, 0, 0, 0, 0, count(*), sum(c.n), sum(c.n ^ 2),
        sum(c.n * a.citations), 0, 0, 0
      FROM fact a CROSS JOIN LATERAL (
        SELECT brand_id, count(*) AS n FROM (SELECT * FROM citation WHERE answer_id = a.id AND kind = 'cited' OFFSET 0) c
        WHERE brand_id IS NOT NULL GROUP BY brand_id) c GROUP BY 1, 2, 3, 4)
    INSERT INTO visibility_cell_brand (team_id, scan_id, brand_id, prompt_id, engine_id, region, mentioned, brands_beside, top1, top3,
      rank_sum, rank_sq_sum, prominence_sum, prominence_sq_sum, cited, citations, citations_sq, citations_product, positive, neutral, negative)
    SELECT s.team_id, s.id, a.brand_id, a.prompt_id, a.engine_id, a.region, sum(mentioned), sum(brands_beside), sum(top1), sum(top3),
      sum(rank_sum), sum(rank_sq_sum), sum(prominence_sum), sum(prominence_sq_sum), sum(cited), sum(citations), sum(citations_sq),
      sum(citations_product), sum(positive), sum(neutral), sum(negative)
    FROM named a JOIN brand b ON b.id = a.brand_id GROUP BY a.brand_id, a.prompt_id, a.engine_id, a.region;

    INSERT INTO visibility_scan_brand (team_id, scan_id, brand_id, engine_id, region, is_branded, answers, brands_mentioned, grounded,
      all_citations, mentioned, top1, top3, rank_sum, prominence_sum, cited, citations, positive, neutral, negative)
    SELECT s.team_id, s.id, b.id, c.engine_id, c.region, p.is_branded, sum(c.answers), sum(c.brands_mentioned), sum(c.grounded),
      sum(c.citations), coalesce(sum(n.mentioned), 0), coalesce(sum(n.top1), 0), coalesce(sum(n.top3), 0), coalesce(sum(n.rank_sum), 0),
      coalesce(sum(n.prominence_sum), 0), coalesce(sum(n.cited), 0), coalesce(sum(n.citations), 0), coalesce(sum(n.positive), 0),
      coalesce(sum(n.neutral), 0), coalesce(sum(n.negative), 0)
    FROM visibility_cell c JOIN ai_prompt p ON p.id = c.prompt_id JOIN ai_brand b ON b.project_id = s.project_id AND b.kind <> 'ignored'
    LEFT JOIN visibility_cell_brand n ON n.scan_id = s.id AND n.brand_id = b.id AND n.prompt_id = c.prompt_id
      AND n.engine_id = c.engine_id AND n.region = c.region
    WHERE c.scan_id = s.id GROUP BY b.id, c.engine_id, c.region, p.is_branded;
  END LOOP;
  PERFORM set_config('enable_nestloop', 'on', true);
END $$;

ANALYZE "visibility_cell", "visibility_cell_brand", "visibility_scan_brand";
