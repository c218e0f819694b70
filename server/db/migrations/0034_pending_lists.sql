-- By hand: a GIN index collects new rows in a list that every look-up reads to its end. At 4 MB, the default, a search took
-- seven times as long after a few hundred saves.
ALTER INDEX "servers_folded" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "servers_called" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_entries_folded_title" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_entries_words" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_entries_pieces" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_entries_tags" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_vocabulary_near" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_pieces_like" SET (gin_pending_list_limit = 256);
