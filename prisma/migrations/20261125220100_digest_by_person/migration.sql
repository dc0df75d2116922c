-- Whether a member gets the daily email of new signals: daily or off. Null: owners and admins get it.
ALTER TABLE "membership" ADD COLUMN "signal_digest" TEXT;
