-- The engines of a project are read from its rollups: a hundredth of its cells, whose end of a scan need not keep an index for it.
DROP INDEX "ai_cell_team_id_project_id_engine_id_idx";

DROP INDEX "ai_metric_rollup_team_id_project_id_idx";

CREATE INDEX "ai_metric_rollup_team_id_project_id_engine_id_idx" ON "ai_metric_rollup"("team_id", "project_id", "engine_id");
