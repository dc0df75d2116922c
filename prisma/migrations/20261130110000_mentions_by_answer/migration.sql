-- Statements read mentions by answer or by brand. For a team that the statistics of Postgres do not contain yet,
-- Postgres expected that this index finds one row, and read all mentions of the team for each answer.
DROP INDEX "mention_team_id_project_id_idx";
