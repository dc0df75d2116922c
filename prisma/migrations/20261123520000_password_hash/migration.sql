-- contract: processes of the version before read password_hash themselves, so nobody signs in there until they are replaced.
-- The application reads a password hash only through this function, and only for work that is not of one team: a statement that
-- runs for a team cannot read it, whatever was injected into the statement's conditions.
CREATE FUNCTION person_password_hash(person_id text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT password_hash FROM public."user" WHERE id = person_id AND current_setting('app.team_id', true) = '*'
$$;
REVOKE ALL ON FUNCTION person_password_hash(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION person_password_hash(text) TO signalbox_app;

-- All columns but that one. A later migration that adds a column to "user" grants it too; a test finds the one that forgot.
REVOKE SELECT ON "user" FROM signalbox_app;
DO $$
BEGIN
  EXECUTE (
    SELECT format('GRANT SELECT (%s) ON "user" TO signalbox_app', string_agg(quote_ident(attname), ', ' ORDER BY attnum))
    FROM pg_attribute
    WHERE attrelid = 'public."user"'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'password_hash'
  );
END $$;

-- Audit entries go only through delete_expired_audit.
REVOKE DELETE, TRUNCATE ON "audit_entry" FROM signalbox_app;
