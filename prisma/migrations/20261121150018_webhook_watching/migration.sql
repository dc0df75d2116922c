-- What the charts of an endpoint read: its attempts, counted by the hour.
CREATE TABLE "webhook_attempt_hour" (
    "endpoint_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "team_id" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL,
    "status_2xx" INTEGER NOT NULL,
    "status_3xx" INTEGER NOT NULL,
    "status_4xx" INTEGER NOT NULL,
    "status_5xx" INTEGER NOT NULL,
    "status_none" INTEGER NOT NULL,
    "unfinished" INTEGER NOT NULL,
    "time_buckets" SMALLINT[],
    "time_counts" INTEGER[],

    CONSTRAINT "webhook_attempt_hour_pkey" PRIMARY KEY ("endpoint_id","hour")
);
CREATE INDEX "webhook_attempt_hour_hour_idx" ON "webhook_attempt_hour"("hour");
-- Those that are to be counted once more.
CREATE INDEX "webhook_attempt_hour_unfinished_idx" ON "webhook_attempt_hour" ("hour") WHERE unfinished > 0;
SELECT isolate_tenant_table('webhook_attempt_hour');

-- A state that lasts is told once, until it is over.
ALTER TABLE "webhook_notice" ADD COLUMN "ended_at" TIMESTAMPTZ(3);
CREATE UNIQUE INDEX "webhook_notice_open_idx" ON "webhook_notice" ("endpoint_id", "kind") WHERE ended_at IS NULL AND kind IN ('low_success', 'delayed');

-- Events of one type, however many there are of others.
CREATE INDEX "webhook_message_team_id_type_seq_idx" ON "webhook_message"("team_id", "type", "seq");
