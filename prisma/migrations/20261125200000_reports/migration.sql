-- Share links of reports. Only the SHA-256 of a link's token is stored.
CREATE TABLE "report_share_link" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_viewed_at" TIMESTAMPTZ(3),
    "view_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "report_share_link_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "report_share_link" ADD CONSTRAINT "report_share_link_report_id_fkey" FOREIGN KEY ("report_id")
  REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "report_share_link_token_hash_key" ON "report_share_link" ("token_hash");
CREATE INDEX "report_share_link_team_id_report_id_created_at_id_idx"
  ON "report_share_link" ("team_id", "report_id", "created_at" DESC, "id" DESC);
SELECT isolate_tenant_table('report_share_link');

-- Commentary of a report or of one of its sections, by period. Rows are only inserted: the newest row of a period counts.
CREATE TABLE "report_commentary" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "section_id" TEXT,
    "period_from" DATE NOT NULL,
    "period_to" DATE NOT NULL,
    "markdown" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_commentary_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "report_commentary" ADD CONSTRAINT "report_commentary_report_id_fkey" FOREIGN KEY ("report_id")
  REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "report_commentary_team_id_report_id_period_to_idx" ON "report_commentary" ("team_id", "report_id", "period_to");
CREATE INDEX "report_commentary_team_id_report_id_created_at_id_idx"
  ON "report_commentary" ("team_id", "report_id", "created_at" DESC, "id" DESC);
SELECT isolate_tenant_table('report_commentary');

CREATE INDEX "goal_team_id_client_id_created_at_id_idx" ON "goal" ("team_id", "client_id", "created_at" DESC, "id" DESC);
