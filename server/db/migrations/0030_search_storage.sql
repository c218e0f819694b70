-- A search reads these columns of every entry that it ranks. Compression makes them a third smaller and reading three times as slow.
-- Existing rows stay compressed until their entry is rebuilt.
ALTER TABLE search_entries ALTER COLUMN words SET STORAGE EXTERNAL, ALTER COLUMN folded SET STORAGE EXTERNAL;
