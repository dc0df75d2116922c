-- The log of a team is read from the logs of its endpoints, so that a delivery has one index less to write, three times over.
-- DropIndex
DROP INDEX "webhook_delivery_team_id_created_at_id_idx";