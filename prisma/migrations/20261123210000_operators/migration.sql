-- Operators of the installation, what they allow each team, and what they changed.
ALTER TABLE "team" ADD COLUMN "limits" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "team" ADD COLUMN "may_use_operator_engines" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "user" ADD COLUMN "is_operator" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "operator_change" (
    "id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_label" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_label" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_change_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "operator_change_created_at_id_idx" ON "operator_change"("created_at" DESC, "id" DESC);

-- It names teams and people, so work inside one team's scope must not see it. Like the audit, it is never changed.
ALTER TABLE "operator_change" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "operators_only" ON "operator_change" USING ((SELECT current_setting('app.team_id', true)) = '*');
REVOKE UPDATE, DELETE ON "operator_change" FROM signalbox_app;
