ALTER TABLE "check_results" ADD COLUMN "seen_by" varchar(255);--> statement-breakpoint
ALTER TABLE "check_results" ADD COLUMN "line" varchar(10);