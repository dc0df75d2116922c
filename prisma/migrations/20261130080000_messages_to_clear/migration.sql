-- Finds the messages whose content expires first, also those that were skipped because a delivery was still open.
CREATE INDEX "webhook_message_to_clear_idx" ON "webhook_message" ("created_at") WHERE "expunged_at" IS NULL;
