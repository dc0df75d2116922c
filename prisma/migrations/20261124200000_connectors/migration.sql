-- Data sources that Signalbox reads by itself: authorizations, and syncs that survive a killed process.
CREATE TABLE "source_grant" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "state_hash" BYTEA,
    "data_source_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "authorized_at" TIMESTAMPTZ(3),

    CONSTRAINT "source_grant_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "source_grant" ADD CONSTRAINT "source_grant_team_id_fkey" FOREIGN KEY ("team_id")
  REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "source_grant_state_hash_key" ON "source_grant" ("state_hash");
CREATE INDEX "source_grant_team_id_created_at_idx" ON "source_grant" ("team_id", "created_at");
SELECT isolate_tenant_table('source_grant');

ALTER TABLE "data_source"
  ADD COLUMN "request_options" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "history_from" DATE,
  ADD COLUMN "failed_attempts" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX "data_source_due_idx" ON "data_source" ("next_sync_at") WHERE "next_sync_at" IS NOT NULL;

ALTER TABLE "sync_run"
  ADD COLUMN "done_from" DATE,
  ADD COLUMN "quality" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "lease_id" TEXT,
  ADD COLUMN "lease_until" TIMESTAMPTZ(3);
-- One sync per source at a time.
CREATE UNIQUE INDEX "sync_run_open_idx" ON "sync_run" ("data_source_id") WHERE "status" IN ('queued', 'running');

-- A committed sync notifies every process: its id, and the account, of which one sync runs at a time.
CREATE FUNCTION sync_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sync_queued', NEW.id || ' ' || d.provider || ':' || d.account_id) FROM data_source d WHERE d.id = NEW.data_source_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sync_queued AFTER INSERT ON "sync_run" FOR EACH ROW WHEN (NEW.status = 'queued') EXECUTE FUNCTION sync_queued();
