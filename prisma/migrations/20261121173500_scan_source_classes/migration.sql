-- Classes of sites are counted a scan too; scans that were counted before are counted here.
INSERT INTO "ai_scan_source"
SELECT a.team_id, a.project_id, a.scan_id, 'cited_class', c.source_class, '', NULL, c.source_class, count(*), count(DISTINCT a.id)
FROM "answer" a
JOIN "scan" s ON s.id = a.scan_id AND s.status IN ('completed', 'partial', 'failed')
JOIN "citation" c ON c.answer_id = a.id AND c.kind = 'cited'
GROUP BY a.team_id, a.project_id, a.scan_id, c.source_class;
