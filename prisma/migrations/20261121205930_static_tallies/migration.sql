-- The same tallies by a function for each table: its statements are planned once a session, and not anew for every statement that is counted.
CREATE OR REPLACE FUNCTION keep_tally(counted regclass, scope_column text DEFAULT '', status_column text DEFAULT '') RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  name text := (SELECT relname FROM pg_class WHERE oid = counted);
  counting text := format('SELECT team_id, %s AS scope, %s AS status', CASE scope_column WHEN '' THEN '''''' ELSE quote_ident(scope_column) END,
    CASE status_column WHEN '' THEN '''''' ELSE quote_ident(status_column) END);
  adding text := format('INSERT INTO row_tally AS t (team_id, relation, scope_id, status, rows)
        SELECT team_id, %L, scope, status, sum(n) FROM (%%s) c GROUP BY 1, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 3, 4
        ON CONFLICT (team_id, relation, scope_id, status) DO UPDATE SET rows = t.rows + excluded.rows', name);
  come text := counting || ', 1 AS n FROM new_rows';
  gone text := counting || ', -1 AS n FROM old_rows';
BEGIN
  EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = ''INSERT'' THEN
        %s;
      ELSIF TG_OP = ''DELETE'' THEN
        %s;
      ELSE
        %s;
      END IF;
      RETURN NULL;
    END $function$', 'tally_' || name, format(adding, come), format(adding, gone), format(adding, come || ' UNION ALL ' || gone));
  EXECUTE format('CREATE TRIGGER tally_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted, 'tally_' || name);
  EXECUTE format('CREATE TRIGGER tally_update AFTER UPDATE ON %s REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted, 'tally_' || name);
  EXECUTE format('CREATE TRIGGER tally_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION %I()', counted, 'tally_' || name);
END $$;

DO $$
DECLARE tally record;
BEGIN
  FOR tally IN
    SELECT tgrelid::regclass AS counted, string_to_array(encode(tgargs, 'escape'), '\000') AS columns
    FROM pg_trigger WHERE tgname = 'tally_insert' AND tgfoid = 'tally_rows'::regproc
  LOOP
    EXECUTE format('DROP TRIGGER tally_insert ON %s', tally.counted);
    EXECUTE format('DROP TRIGGER tally_update ON %s', tally.counted);
    EXECUTE format('DROP TRIGGER tally_delete ON %s', tally.counted);
    PERFORM keep_tally(tally.counted, tally.columns[1], tally.columns[2]);
  END LOOP;
END $$;

DROP FUNCTION tally_rows();
