-- A rollup also says the mean over cells: every cell weighs the same, however many runs it has.
ALTER TABLE "ai_metric_rollup" ADD COLUMN "cells_n" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "cell_rate_sum" DOUBLE PRECISION NOT NULL DEFAULT 0;
