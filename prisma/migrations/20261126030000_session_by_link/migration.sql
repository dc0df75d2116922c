-- True if the session started with a sign-in link. For 15 minutes it may then set a password without the current one.
ALTER TABLE "session" ADD COLUMN "is_by_link" BOOLEAN NOT NULL DEFAULT false;
