-- Internationalized domains of brands, such as müller.de, now match cited pages. Earlier answers of projects with such a
-- domain are read again. Otherwise, scans before and after this version would differ by their rules.
INSERT INTO "ai_recount" AS r ("project_id", "team_id", "version", "total_n", "finished_at")
SELECT p."id", p."team_id", 1, a."n", CASE WHEN a."n" = 0 THEN now() END
FROM "ai_project" p
CROSS JOIN LATERAL (
  SELECT coalesce(sum(s."answers_valid"), 0)::int AS "n" FROM "scan" s
  WHERE s."team_id" = p."team_id" AND s."project_id" = p."id" AND s."status" IN ('completed', 'partial', 'failed', 'canceled')
) a
WHERE EXISTS (
  SELECT FROM "ai_brand" b
  WHERE b."team_id" = p."team_id" AND b."project_id" = p."id" AND b."kind" <> 'ignored'
    AND array_to_string(b."domains" || b."domain_paths", ' ') ~ '[^[:ascii:]]'
)
ON CONFLICT ("project_id") DO UPDATE SET "version" = r."version" + 1, "scan_id" = NULL, "after_answer" = '', "done_n" = 0,
  "total_n" = excluded."total_n", "finished_at" = excluded."finished_at", "updated_at" = now();
