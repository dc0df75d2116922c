-- Answers are found by the domains that they cite, and by no address; what was only retrieved is not looked for. An answer has some twenty
-- citations, each of which was written into both.
-- DropIndex
DROP INDEX "citation_project_id_registrable_domain_idx";

-- DropIndex
DROP INDEX "citation_project_id_url_canonical_idx";

CREATE INDEX "citation_cited_domain_idx" ON "citation" ("project_id", "registrable_domain") WHERE "kind" = 'cited';
