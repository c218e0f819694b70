CREATE TABLE "account_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "team_members_email";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "payload" jsonb;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_active_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_deleted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_settings" ADD CONSTRAINT "account_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_email" ON "team_members" USING btree ("email") WHERE deleted_at is null;