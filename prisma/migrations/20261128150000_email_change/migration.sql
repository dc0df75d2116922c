-- A token with a user confirms that user's change of email address to "identifier". Without one, it signs in.
-- A user has at most one open change. It ends when the user's session_version changes, as the user's sessions do.
ALTER TABLE "verification_token" ADD COLUMN "user_id" TEXT;
ALTER TABLE "verification_token" ADD COLUMN "session_version" INTEGER;
CREATE UNIQUE INDEX "verification_token_user_id_key" ON "verification_token" ("user_id");
ALTER TABLE "verification_token" ADD CONSTRAINT "verification_token_user_id_fkey" FOREIGN KEY ("user_id")
  REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
