-- What a scan asked and of what, so that a change between two scans can be told: the breaks of a series.
ALTER TABLE "scan" ADD COLUMN     "asked" JSONB NOT NULL DEFAULT '{}';

-- Which cells have no answer is looked up among the tasks that failed.
CREATE INDEX "scan_task_missed_idx" ON "scan_task" ("scan_id") WHERE "status" IN ('failed', 'skipped');

-- Scans that were counted before are described here, as domain/scans/write-asked.ts describes them.
CREATE TEMPORARY TABLE asked_prompts AS
SELECT s.team_id, s.project_id, s.id AS scan_id, array_agg(DISTINCT t.prompt_id COLLATE "C" ORDER BY t.prompt_id COLLATE "C") AS prompt_ids
FROM "scan" s JOIN "scan_task" t ON t.scan_id = s.id WHERE s.status IN ('completed', 'partial', 'failed') GROUP BY s.id;

INSERT INTO "ai_prompt_list" ("team_id", "project_id", "id", "prompt_ids")
SELECT DISTINCT team_id, project_id, md5(array_to_string(prompt_ids, ' ')), prompt_ids FROM asked_prompts
ON CONFLICT ("project_id", "id") DO NOTHING;

UPDATE "scan" s SET asked = jsonb_build_object('prompts', md5(array_to_string(a.prompt_ids, ' ')),
  'regions', (SELECT jsonb_agg(DISTINCT t.region COLLATE "C" ORDER BY t.region COLLATE "C") FROM "scan_task" t WHERE t.scan_id = s.id),
  'engines', (SELECT jsonb_agg(jsonb_build_object('id', e.id, 'config', e.config, 'model', e.model) ORDER BY e.id COLLATE "C") FROM (
    SELECT t.engine_id AS id, string_agg(DISTINCT n.engine_config_hash, '+' ORDER BY n.engine_config_hash) AS config,
      string_agg(DISTINCT n.model_version, ', ' ORDER BY n.model_version) AS model
    FROM "scan_task" t LEFT JOIN "answer" n ON n.task_id = t.id WHERE t.scan_id = s.id GROUP BY t.engine_id) e))
FROM asked_prompts a WHERE a.scan_id = s.id;

DROP TABLE asked_prompts;
