-- The sums of squares and products over single answers, for design effects. Until now, only cells had them.
ALTER TABLE "visibility_scan_brand"
  ADD COLUMN "brands_mentioned_sq" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "all_citations_sq" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "brands_beside" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "rank_sq_sum" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "prominence_sq_sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
  ADD COLUMN "citations_sq" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "citations_product" INTEGER NOT NULL DEFAULT 0;

UPDATE visibility_scan_brand v SET brands_mentioned_sq = c.brands_mentioned_sq, all_citations_sq = c.all_citations_sq,
  brands_beside = c.brands_beside, rank_sq_sum = c.rank_sq_sum, prominence_sq_sum = c.prominence_sq_sum,
  citations_sq = c.citations_sq, citations_product = c.citations_product
FROM (
  SELECT s.scan_id, s.brand_id, s.engine_id, s.region, s.is_branded,
    sum(c.brands_mentioned_sq) AS brands_mentioned_sq, sum(c.citations_sq) AS all_citations_sq,
    coalesce(sum(n.brands_beside), 0) AS brands_beside, coalesce(sum(n.rank_sq_sum), 0) AS rank_sq_sum,
    coalesce(sum(n.prominence_sq_sum), 0) AS prominence_sq_sum, coalesce(sum(n.citations_sq), 0) AS citations_sq,
    coalesce(sum(n.citations_product), 0) AS citations_product
  FROM visibility_scan_brand s
  JOIN visibility_cell c ON c.scan_id = s.scan_id AND c.engine_id = s.engine_id AND c.region = s.region
  JOIN ai_prompt p ON p.id = c.prompt_id AND p.is_branded = s.is_branded
  LEFT JOIN visibility_cell_brand n ON n.scan_id = s.scan_id AND n.brand_id = s.brand_id AND n.prompt_id = c.prompt_id
    AND n.engine_id = c.engine_id AND n.region = c.region
  GROUP BY 1, 2, 3, 4, 5) c
WHERE c.scan_id = v.scan_id AND c.brand_id = v.brand_id AND c.engine_id = v.engine_id AND c.region = v.region
  AND c.is_branded = v.is_branded;
