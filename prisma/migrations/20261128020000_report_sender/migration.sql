-- The name and the logo that a team's reports show. The logo is stored here, because it is small and changes rarely.
CREATE TABLE "report_sender" (
    "team_id" TEXT NOT NULL,
    "name" TEXT,
    "logo" BYTEA,
    "logo_hash" TEXT,
    "logo_type" TEXT,
    "logo_width" INTEGER,
    "logo_height" INTEGER,

    CONSTRAINT "report_sender_pkey" PRIMARY KEY ("team_id")
);
ALTER TABLE "report_sender" ADD CONSTRAINT "report_sender_team_id_fkey" FOREIGN KEY ("team_id")
  REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT isolate_tenant_table('report_sender');
