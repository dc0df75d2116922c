-- The source types that a team chose for domains, by registrable domain. Other domains are classified automatically.
ALTER TABLE "ai_project" ADD COLUMN "source_types" JSONB NOT NULL DEFAULT '{}';
