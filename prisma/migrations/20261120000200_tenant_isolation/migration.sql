-- The second lock: the application's role sees the rows of one team only, whatever a query forgets to ask.
-- app.team_id is set by prisma/client.ts on each checkout of a connection: a team's id, '*' (work across teams, named as such) or nothing (no rows).
DO $$
BEGIN
  CREATE ROLE signalbox_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'signalbox_app', 'MEMBER') THEN EXECUTE format('GRANT signalbox_app TO %I', current_user); END IF;
END $$;

GRANT USAGE ON SCHEMA public TO signalbox_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO signalbox_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO signalbox_app;
DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN REVOKE ALL ON public._prisma_migrations FROM signalbox_app; END IF;
END $$;
REVOKE UPDATE ON "audit_entry" FROM signalbox_app;

-- Every later migration that adds a tenant table calls this; a test finds the one that forgot.
CREATE FUNCTION isolate_tenant_table(tenant_table regclass, team_column text DEFAULT 'team_id') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY team_isolation ON %s USING (%I = (SELECT current_setting(''app.team_id'', true)) OR (SELECT current_setting(''app.team_id'', true)) = ''*'')',
    tenant_table, team_column);
END $$;

SELECT isolate_tenant_table('team', 'id');
SELECT isolate_tenant_table(c.oid::regclass)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p');
