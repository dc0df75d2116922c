-- Ids of the engines that scans of the project ask.
ALTER TABLE "ai_project" ADD COLUMN     "asked_engines" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- A task waits until due_at, or is asked under a lease that ends then.
ALTER TABLE "scan_task" ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "lease_token" TEXT;
CREATE INDEX "scan_task_open_idx" ON "scan_task" ("scan_id", "engine_id", "due_at" NULLS FIRST) WHERE "status" IN ('pending', 'running');

-- One scan of a project at a time.
CREATE UNIQUE INDEX "scan_one_open_idx" ON "scan" ("project_id") WHERE "status" IN ('queued', 'running');
CREATE INDEX "scan_open_idx" ON "scan" ("queued_at") WHERE "status" IN ('queued', 'running');

-- What a team chose for an engine that we ask for it.
CREATE TABLE "team_engine" (
    "team_id" TEXT NOT NULL,
    "engine_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "base_url" TEXT,
    "web_search" BOOLEAN NOT NULL DEFAULT true,
    "key_sealed" BYTEA,
    "key_hint" TEXT,
    "concurrency" SMALLINT NOT NULL DEFAULT 4,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_engine_pkey" PRIMARY KEY ("team_id","engine_id")
);
SELECT isolate_tenant_table('team_engine');

-- The engines that we ask. Their ids differ from those of files, so that no import has taken one.
INSERT INTO "ai_engine" ("id", "name", "surface") VALUES
    ('openai_api', 'OpenAI', 'api'),
    ('perplexity_api', 'Perplexity', 'api'),
    ('gemini_api', 'Gemini', 'api'),
    ('anthropic_api', 'Claude', 'api'),
    ('compatible_api', 'OpenAI-compatible', 'api'),
    ('sample', 'Sample (invented answers)', 'api')
ON CONFLICT ("id") DO NOTHING;
