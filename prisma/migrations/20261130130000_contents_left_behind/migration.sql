-- Clears the contents of attempts that an interrupted run of an earlier version left behind. That version cleared the newest
-- attempts first. The hourly job stops at attempts that are already cleared, so it does not find older ones with contents.
UPDATE "webhook_attempt" SET "request_headers" = NULL, "response_headers" = NULL, "response_body" = NULL
WHERE "started_at" < now() - interval '30 days' AND "request_headers" IS NOT NULL;
