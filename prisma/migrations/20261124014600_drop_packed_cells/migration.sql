-- contract: unused since visibility_cell. Processes of the version before write only these tables, so they stop until they are replaced.
DROP TABLE "ai_cell";
DROP TABLE "ai_metric_rollup";
