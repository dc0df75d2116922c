-- A claim under a spend cap reads the latest known costs of an engine while it holds the lock on the team's row. Without
-- this index, it read and sorted all answers of the team.
CREATE INDEX "answer_cost_idx" ON "answer" ("team_id", "engine_id", "asked_at" DESC) WHERE "cost_usd" IS NOT NULL;
