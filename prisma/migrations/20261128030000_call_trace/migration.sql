-- The trace that the client of an MCP call continues (W3C Trace Context).
ALTER TABLE "mcp_call" ADD COLUMN "trace_id" TEXT;
