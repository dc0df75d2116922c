-- Exact totals without counting: statement triggers keep the number of rows per team, scope and status in row_tally.
CREATE FUNCTION tally_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope text := CASE TG_ARGV[0] WHEN '' THEN '''''' ELSE quote_ident(TG_ARGV[0]) END;
  status text := CASE TG_ARGV[1] WHEN '' THEN '''''' ELSE quote_ident(TG_ARGV[1]) END;
  changes text := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT team_id, %s AS scope, %s AS status, 1 AS n FROM new_rows', scope, status) END,
    CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT team_id, %s AS scope, %s AS status, -1 AS n FROM old_rows', scope, status) END);
BEGIN
  EXECUTE format(
    'INSERT INTO row_tally AS t (team_id, relation, scope_id, status, rows)
     SELECT team_id, %L, scope, status, sum(n) FROM (%s) c GROUP BY 1, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 3, 4
     ON CONFLICT (team_id, relation, scope_id, status) DO UPDATE SET rows = t.rows + excluded.rows', TG_TABLE_NAME, changes);
  RETURN NULL;
END $$;

CREATE FUNCTION keep_tally(counted regclass, scope_column text DEFAULT '', status_column text DEFAULT '') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER tally_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows(%L, %L)', counted, scope_column, status_column);
  EXECUTE format('CREATE TRIGGER tally_update AFTER UPDATE ON %s REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows(%L, %L)', counted, scope_column, status_column);
  EXECUTE format('CREATE TRIGGER tally_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows(%L, %L)', counted, scope_column, status_column);
END $$;

SELECT keep_tally('client', '', 'status');
SELECT keep_tally('report', '', 'status');
SELECT keep_tally('ai_project', '', 'status');
SELECT keep_tally('scan', 'project_id', 'status');
SELECT keep_tally('answer', 'project_id');
