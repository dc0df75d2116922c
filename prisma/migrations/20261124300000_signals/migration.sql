-- Signals, their history, the rules of their detection, and the clients to evaluate (docs/signals.md).
CREATE TABLE "signal_rule" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT,
    "project_id" TEXT,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "sensitivity" TEXT NOT NULL DEFAULT 'medium',
    "params" JSONB NOT NULL DEFAULT '{}',
    "severity_floor" TEXT NOT NULL DEFAULT 'info',
    "cooldown_hours" INTEGER NOT NULL DEFAULT 72,
    "muted_until" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signal_rule_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "signal_rule_team_id_created_at_id_idx" ON "signal_rule"("team_id", "created_at" DESC, "id" DESC);
CREATE INDEX "signal_rule_team_id_updated_at_id_idx" ON "signal_rule"("team_id", "updated_at", "id");
CREATE INDEX "signal_rule_client_id_idx" ON "signal_rule"("client_id");
CREATE INDEX "signal_rule_project_id_idx" ON "signal_rule"("project_id");
ALTER TABLE "signal_rule" ADD CONSTRAINT "signal_rule_client_id_fkey" FOREIGN KEY ("client_id")
  REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "signal_rule" ADD CONSTRAINT "signal_rule_project_id_fkey" FOREIGN KEY ("project_id")
  REFERENCES "ai_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT isolate_tenant_table('signal_rule');

CREATE TABLE "signal" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "project_id" TEXT,
    "rule_id" TEXT,
    "type" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "impact" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "subject" JSONB NOT NULL,
    "observed" JSONB NOT NULL,
    "expected" JSONB NOT NULL,
    "delta_abs" DOUBLE PRECISION,
    "delta_rel" DOUBLE PRECISION,
    "score" DOUBLE PRECISION,
    "method" TEXT,
    "period_from" DATE NOT NULL,
    "period_to" DATE NOT NULL,
    "period_timezone" TEXT NOT NULL,
    "baseline_from" DATE,
    "baseline_to" DATE,
    "evidence" JSONB NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "check_key" TEXT NOT NULL,
    "checked_through" TEXT NOT NULL,
    "absences" SMALLINT NOT NULL DEFAULT 0,
    "occurrences" INTEGER NOT NULL DEFAULT 1,
    "first_detected_at" TIMESTAMPTZ(3) NOT NULL,
    "last_detected_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "snoozed_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "resolution" TEXT,
    "mailed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signal_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "signal_team_id_created_at_id_idx" ON "signal"("team_id", "created_at" DESC, "id" DESC);
CREATE INDEX "signal_team_id_status_created_at_id_idx" ON "signal"("team_id", "status", "created_at" DESC, "id" DESC);
CREATE INDEX "signal_team_id_updated_at_id_idx" ON "signal"("team_id", "updated_at", "id");
CREATE INDEX "signal_team_id_dedupe_key_idx" ON "signal"("team_id", "dedupe_key");
CREATE INDEX "signal_team_id_project_id_idx" ON "signal"("team_id", "project_id");
CREATE INDEX "signal_client_id_status_severity_idx" ON "signal"("client_id", "status", "severity");
-- Of several evaluations that find the same condition at once, one creates the signal.
CREATE UNIQUE INDEX "signal_active_key" ON "signal"("team_id", "dedupe_key") WHERE "status" IN ('open', 'acknowledged', 'snoozed');
CREATE INDEX "signal_snoozed_idx" ON "signal"("snoozed_until") WHERE "status" = 'snoozed';
CREATE INDEX "signal_to_mail_idx" ON "signal"("team_id") WHERE "mailed_at" IS NULL AND "status" = 'open';
ALTER TABLE "signal" ADD CONSTRAINT "signal_client_id_fkey" FOREIGN KEY ("client_id")
  REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT isolate_tenant_table('signal');

CREATE TABLE "signal_entry" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "signal_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_label" TEXT NOT NULL,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signal_entry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "signal_entry_signal_id_id_idx" ON "signal_entry"("signal_id", "id");
ALTER TABLE "signal_entry" ADD CONSTRAINT "signal_entry_signal_id_fkey" FOREIGN KEY ("signal_id")
  REFERENCES "signal"("id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT isolate_tenant_table('signal_entry');

CREATE TABLE "signal_evaluation" (
    "client_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(6),
    "evaluated_at" TIMESTAMPTZ(3),

    CONSTRAINT "signal_evaluation_pkey" PRIMARY KEY ("client_id")
);
CREATE INDEX "signal_evaluation_due_idx" ON "signal_evaluation"("due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "signal_evaluation" ADD CONSTRAINT "signal_evaluation_client_id_fkey" FOREIGN KEY ("client_id")
  REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT isolate_tenant_table('signal_evaluation');

-- The commit that ends a scan or a sync also marks its client as due. The mark survives a crash; the notification only saves waiting.
CREATE FUNCTION signals_due(due_team_id TEXT, due_client_id TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO signal_evaluation (client_id, team_id, due_at) VALUES (due_client_id, due_team_id, clock_timestamp())
  ON CONFLICT (client_id) DO UPDATE SET due_at = excluded.due_at;
  PERFORM pg_notify('signals_due', due_client_id);
END $$;

CREATE FUNCTION scan_signals_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signals_due(p.team_id, p.client_id) FROM ai_project p WHERE p.id = NEW.project_id;
  RETURN NULL;
END $$;
CREATE TRIGGER scan_signals_due AFTER UPDATE OF status ON "scan" FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'partial') AND OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION scan_signals_due();

CREATE FUNCTION sync_signals_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signals_due(d.team_id, d.client_id) FROM data_source d WHERE d.id = NEW.data_source_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sync_signals_due_insert AFTER INSERT ON "sync_run" FOR EACH ROW
  WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION sync_signals_due();
CREATE TRIGGER sync_signals_due_update AFTER UPDATE OF finished_at ON "sync_run" FOR EACH ROW
  WHEN (NEW.finished_at IS NOT NULL AND OLD.finished_at IS NULL) EXECUTE FUNCTION sync_signals_due();
