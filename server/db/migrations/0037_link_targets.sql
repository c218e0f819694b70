-- Targets of links, names of attached files and languages of code are words of a document now. The next clean-up rebuilds these entries; until then they are found by the old ones.
UPDATE "search_entries" SET "length" = -1 WHERE "kind" = 'document' AND "id" IN (
  SELECT "id" FROM "documents" WHERE "content" LIKE '%](%' OR "content" LIKE '%]: %'
    OR "content" LIKE '%```%' OR "content" LIKE '%~~~%' OR "content" LIKE '%lang%');
