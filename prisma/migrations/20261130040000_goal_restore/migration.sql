-- The status of a goal before it was archived. Null: archived before this column existed, or not archived.
ALTER TABLE "goal" ADD COLUMN "restores_to" TEXT;
