-- Migrations that only add to what processes of the version before use: these may go on working while such a migration runs and after
-- it. prisma/migrate.ts lists them here before it applies them.
CREATE TABLE "additive_migration" (
    "name" TEXT NOT NULL,

    CONSTRAINT "additive_migration_pkey" PRIMARY KEY ("name")
);
REVOKE ALL ON "additive_migration" FROM signalbox_app;

-- What a process must know of the migrations. Runs as the owner, so that the application's role need not read Prisma's own table.
CREATE FUNCTION migration_state() RETURNS TABLE (name text, is_finished boolean, is_additive boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  RETURN QUERY SELECT m.migration_name::text, m.finished_at IS NOT NULL,
    EXISTS (SELECT FROM public.additive_migration a WHERE a.name = m.migration_name)
  FROM public._prisma_migrations m WHERE m.rolled_back_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION migration_state() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION migration_state() TO signalbox_app;
