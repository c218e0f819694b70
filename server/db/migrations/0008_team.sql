DROP INDEX "team_members_email";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "payload" jsonb;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_active_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_email" ON "team_members" USING btree ("email") WHERE deleted_at is null;