-- What is kept of a vendor's answer is packed by zstd from now on, and by gzip before: the bytes say which.
ALTER TABLE "answer" RENAME COLUMN "raw_gzip" TO "raw_packed";
-- It is packed already.
ALTER TABLE "answer" ALTER COLUMN "raw_packed" SET STORAGE EXTERNAL;
