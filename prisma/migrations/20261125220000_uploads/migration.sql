-- Files that people upload in the browser. A file is stored in parts until it is imported, for at most a day.
CREATE TABLE "metrics_upload" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'receiving',
    "choices" JSONB NOT NULL DEFAULT '{}',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "preview" JSONB,
    "result" JSONB,
    "problem" TEXT,
    "run" INTEGER NOT NULL DEFAULT 0,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "metrics_upload_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "metrics_upload" ADD CONSTRAINT "metrics_upload_team_id_fkey" FOREIGN KEY ("team_id")
  REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "metrics_upload" ADD CONSTRAINT "metrics_upload_client_id_fkey" FOREIGN KEY ("client_id")
  REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "metrics_upload_team_id_created_at_idx" ON "metrics_upload" ("team_id", "created_at");
SELECT isolate_tenant_table('metrics_upload');

CREATE TABLE "metrics_upload_part" (
    "team_id" TEXT NOT NULL,
    "upload_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "metrics_upload_part_pkey" PRIMARY KEY ("upload_id", "number")
);
ALTER TABLE "metrics_upload_part" ADD CONSTRAINT "metrics_upload_part_upload_id_fkey" FOREIGN KEY ("upload_id")
  REFERENCES "metrics_upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT isolate_tenant_table('metrics_upload_part');

-- A committed check or import notifies every process: the upload, and the number of the run, so that each run counts once.
CREATE FUNCTION upload_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('upload_queued', NEW.id || ' ' || NEW.run);
  RETURN NULL;
END $$;
CREATE TRIGGER upload_queued AFTER UPDATE OF "run" ON "metrics_upload" FOR EACH ROW EXECUTE FUNCTION upload_queued();
