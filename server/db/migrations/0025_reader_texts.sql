-- The search reads texts as people do: without markup, over line ends, and with characters that look alike as one. The next sweep makes all entries anew; until then they are found by the old ones.
UPDATE "search_entries" SET "length" = -1;
