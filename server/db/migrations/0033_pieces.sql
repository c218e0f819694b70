CREATE TABLE "search_pieces" (
	"piece" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "search_entries_folded";--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "pieces" text[];--> statement-breakpoint
CREATE INDEX "search_pieces_like" ON "search_pieces" USING gin ("piece" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_entries_pieces" ON "search_entries" USING gin ("pieces");--> statement-breakpoint
-- By hand: the clean-up makes the entries anew, with their pieces. Until then their texts are compared.
UPDATE search_entries SET length = -1;
