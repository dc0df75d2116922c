-- CreateTable
CREATE TABLE "ai_scan_source" (
    "team_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "scan_id" TEXT NOT NULL,
    "listing" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "registrable_domain" TEXT NOT NULL,
    "brand_id" TEXT,
    "source_class" TEXT NOT NULL,
    "citations_n" INTEGER NOT NULL,
    "answers_n" INTEGER NOT NULL,

    CONSTRAINT "ai_scan_source_pkey" PRIMARY KEY ("scan_id","listing","key")
);

-- CreateIndex
CREATE INDEX "ai_scan_source_team_id_project_id_listing_key_idx" ON "ai_scan_source"("team_id", "project_id", "listing", "key");

SELECT isolate_tenant_table('ai_scan_source');

-- Scans that were counted before are counted here.
INSERT INTO "ai_scan_source"
SELECT a.team_id, a.project_id, a.scan_id, listing, key, min(c.registrable_domain), min(c.brand_id), min(c.source_class), count(*), count(DISTINCT a.id)
FROM "answer" a
JOIN "scan" s ON s.id = a.scan_id AND s.status IN ('completed', 'partial', 'failed')
JOIN "citation" c ON c.answer_id = a.id AND c.kind = 'cited'
CROSS JOIN LATERAL (VALUES ('cited_domain', c.registrable_domain), ('cited_url', c.url_canonical)) l(listing, key)
GROUP BY a.team_id, a.project_id, a.scan_id, listing, key;
