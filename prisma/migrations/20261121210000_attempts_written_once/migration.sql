-- An attempt is written once, when it has ended; until then its delivery, which is leased, stands for it.
ALTER TABLE "webhook_delivery" ADD COLUMN "attempt_id" TEXT;
UPDATE "webhook_delivery" d SET attempt_id = a.id FROM "webhook_attempt" a
  WHERE d.state = 'leased' AND a.delivery_id = d.id AND a.number = d.last_attempt AND a.state = 'started';
DELETE FROM "webhook_attempt" WHERE state = 'started';
ALTER TABLE "webhook_attempt" RESET (fillfactor);

-- Each index is written with each attempt. Nobody looks attempts up by their ids, or by their team alone.
ALTER TABLE "webhook_attempt" DROP CONSTRAINT "webhook_attempt_pkey",
ADD CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id", "number");
DROP INDEX "webhook_attempt_delivery_id_number_key";
DROP INDEX "webhook_attempt_team_id_started_at_id_idx";

-- An hour is counted when nothing that began in it is under way any more.
DELETE FROM "webhook_attempt_hour" WHERE unfinished > 0;
ALTER TABLE "webhook_attempt_hour" DROP COLUMN "unfinished";
