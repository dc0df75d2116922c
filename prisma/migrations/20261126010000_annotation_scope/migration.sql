-- What an annotation concerns: the metrics of one platform, or one metric. NULL: all of the client's metrics.
ALTER TABLE "annotation" ADD COLUMN "provider" TEXT, ADD COLUMN "metric_id" TEXT;
