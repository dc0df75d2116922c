-- One invitation link creates one account.
ALTER TABLE "user" ADD COLUMN "invitation_id" TEXT;
CREATE UNIQUE INDEX "user_invitation_id_key" ON "user"("invitation_id");
