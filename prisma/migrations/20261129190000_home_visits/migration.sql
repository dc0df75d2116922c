-- When a member last opened Home, and when the visit before that ended. Home marks what is newer. Null: no such visit.
ALTER TABLE "membership" ADD COLUMN "home_seen_at" TIMESTAMPTZ(3);
ALTER TABLE "membership" ADD COLUMN "previous_home_visit_at" TIMESTAMPTZ(3);
