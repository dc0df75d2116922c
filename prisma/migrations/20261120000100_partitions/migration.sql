-- Month partitions of metric_fact live in a schema of their own: nobody reads or writes them but through the parent table.
CREATE SCHEMA "partitions";

-- Makes the partition of the month of `day` when it is missing; runs as the owner, so that the application's role need not own tables.
CREATE FUNCTION ensure_fact_partition(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  month date := date_trunc('month', day)::date;
  name text := 'metric_fact_' || to_char(month, 'YYYY_MM');
BEGIN
  IF to_regclass('partitions.' || name) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_fact_partition'));
  EXECUTE format('CREATE TABLE IF NOT EXISTS partitions.%I PARTITION OF public.metric_fact FOR VALUES FROM (%L) TO (%L)',
    name, month, (month + interval '1 month')::date);
END $$;

-- One unfinished scan a project; one own brand a project; report names unique among those not archived.
CREATE UNIQUE INDEX "scan_one_unfinished" ON "scan" ("project_id") WHERE "status" IN ('queued', 'running');
CREATE UNIQUE INDEX "ai_brand_one_own" ON "ai_brand" ("project_id") WHERE "kind" = 'own';
CREATE UNIQUE INDEX "ai_brand_name" ON "ai_brand" ("project_id", lower("name"));
CREATE UNIQUE INDEX "report_name_in_use" ON "report" ("client_id", "name") WHERE "status" <> 'archived';
CREATE UNIQUE INDEX "user_email_lower" ON "user" (lower("email"));
CREATE INDEX "data_source_due" ON "data_source" ("next_sync_at") WHERE "status" = 'active';
