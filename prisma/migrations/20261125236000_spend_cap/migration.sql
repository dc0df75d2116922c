-- The most that a team's scans may cost in a calendar month (UTC), in US dollars. Null: no cap.
ALTER TABLE "team" ADD COLUMN "ai_spend_cap_usd" DECIMAL(12,2);
