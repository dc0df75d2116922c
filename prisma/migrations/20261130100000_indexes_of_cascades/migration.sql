-- Without these, deleting a section or a topic reads the widgets or prompts of all teams.
CREATE INDEX "report_widget_section_id_idx" ON "report_widget" ("section_id");
CREATE INDEX "ai_prompt_topic_id_idx" ON "ai_prompt" ("topic_id") WHERE "topic_id" IS NOT NULL;

-- The same as scan_one_unfinished.
DROP INDEX "scan_one_open_idx";
-- Due syncs are read through data_source_due_idx.
DROP INDEX "data_source_due";
