-- A citation is known by its answer, its page and its kind, which the unique index says already.
ALTER TABLE "citation" DROP CONSTRAINT "citation_pkey", DROP COLUMN "id";
ALTER TABLE "citation" ADD CONSTRAINT "citation_pkey" PRIMARY KEY USING INDEX "citation_answer_id_url_canonical_kind_key";

-- Sources and the tally of citations are counted when a scan ends (domain/scans/add-sources.ts), not with every answer.
DROP TRIGGER tally_insert ON "citation";
DROP TRIGGER tally_update ON "citation";
DROP TRIGGER tally_delete ON "citation";
ALTER TABLE "scan" ADD COLUMN "sources_counted" BOOLEAN NOT NULL DEFAULT true;

-- What scans under way have counted with their answers so far is counted at their end: the others' sources begin anew.
UPDATE "scan" SET "sources_counted" = false WHERE "status" IN ('queued', 'running');
CREATE TEMPORARY TABLE under_way ON COMMIT DROP AS
SELECT DISTINCT "project_id" FROM "scan" s WHERE NOT "sources_counted" AND EXISTS (SELECT FROM "answer" a WHERE a."scan_id" = s."id");

DELETE FROM "ai_source" WHERE "project_id" IN (SELECT "project_id" FROM under_way);
INSERT INTO "ai_source" ("team_id", "project_id", "listing", "key", "registrable_domain", "title", "brand_id", "source_class", "citations_n", "answers_n", "first_seen_at", "last_seen_at")
SELECT c."team_id", c."project_id", c."kind" || l."entity", l."key", min(c."registrable_domain"), max(l."title"), min(c."brand_id"), min(c."source_class"),
  count(*), count(DISTINCT a."id"), min(a."asked_at"), max(a."asked_at")
FROM under_way u
JOIN "scan" s ON s."project_id" = u."project_id" AND s."sources_counted"
JOIN "answer" a ON a."scan_id" = s."id"
JOIN "citation" c ON c."answer_id" = a."id"
CROSS JOIN LATERAL (VALUES ('_domain', c."registrable_domain", NULL), ('_url', c."url_canonical", c."title")) l("entity", "key", "title")
GROUP BY c."team_id", c."project_id", c."kind", l."entity", l."key";

DELETE FROM "row_tally" WHERE "relation" = 'citation' AND "scope_id" IN (SELECT "project_id" FROM under_way);
INSERT INTO "row_tally" ("team_id", "relation", "scope_id", "status", "rows")
SELECT c."team_id", 'citation', c."project_id", c."kind", count(*)
FROM under_way u
JOIN "scan" s ON s."project_id" = u."project_id" AND s."sources_counted"
JOIN "answer" a ON a."scan_id" = s."id"
JOIN "citation" c ON c."answer_id" = a."id"
GROUP BY c."team_id", c."project_id", c."kind";
