-- Settled values that a sync found changed: the total of a metric and day before and after. Signals read the last days of it.
CREATE TABLE "restated_day" (
    "team_id" TEXT NOT NULL,
    "data_source_id" TEXT NOT NULL,
    "metric_id" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "restated_at" TIMESTAMPTZ(3) NOT NULL,
    "value_before" DECIMAL(24,6) NOT NULL,
    "value_after" DECIMAL(24,6) NOT NULL,

    CONSTRAINT "restated_day_pkey" PRIMARY KEY ("team_id", "data_source_id", "metric_id", "date", "restated_at")
);
ALTER TABLE "restated_day" ADD CONSTRAINT "restated_day_data_source_id_fkey" FOREIGN KEY ("data_source_id")
  REFERENCES "data_source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "restated_day_data_source_id_idx" ON "restated_day" ("data_source_id");
SELECT isolate_tenant_table('restated_day');
