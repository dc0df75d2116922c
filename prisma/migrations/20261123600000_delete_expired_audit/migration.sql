-- Finds the oldest audit entries without an index that every insert would have to maintain.
CREATE INDEX "audit_entry_created_at_idx" ON "audit_entry" USING BRIN ("created_at");

-- The only way in which the application's role can delete audit entries: old ones, a batch at a time. Runs as the owner of the table.
-- The minimum of 90 days is fixed here, so that no setting and no stolen application login can erase recent entries.
CREATE FUNCTION delete_expired_audit(older_than timestamptz, batch_size integer DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  deleted bigint;
BEGIN
  IF older_than IS NULL OR older_than > now() - interval '90 days' THEN
    RAISE EXCEPTION 'audit entries are retained for at least 90 days' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM public.audit_entry WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM public.audit_entry WHERE created_at < older_than LIMIT batch_size));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
REVOKE ALL ON FUNCTION delete_expired_audit(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired_audit(timestamptz, integer) TO signalbox_app;
