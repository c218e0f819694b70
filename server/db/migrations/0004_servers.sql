CREATE TABLE "check_hours" (
	"server_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"results" integer NOT NULL,
	"good" integer NOT NULL,
	"bad" integer NOT NULL,
	"latency_ms" real,
	"cpu_usage" real,
	"memory_usage" real,
	"disk_usage" real,
	CONSTRAINT "check_hours_server_id_hour_pk" PRIMARY KEY("server_id","hour")
);
--> statement-breakpoint
CREATE TABLE "check_results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "check_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"outcome" varchar(20) NOT NULL,
	"latency_ms" real,
	"message" varchar(300) NOT NULL,
	"cpu_usage" real,
	"memory_usage" real,
	"disk_usage" real,
	"simulated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"server_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"message" varchar(300) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"user_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"subject_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watches_user_id_kind_subject_id_pk" PRIMARY KEY("user_id","kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "cpu_usage" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "cpu_usage" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "memory_usage" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "memory_usage" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "disk_usage" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "disk_usage" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "uptime" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "servers" ALTER COLUMN "uptime" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "status_rank" integer GENERATED ALWAYS AS (case status when 'offline' then 0 when 'warning' then 1 when 'unknown' then 2 when 'maintenance' then 3 else 4 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "check" jsonb;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "next_check_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "worse_in_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "last_message" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "certificate_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "scrape" jsonb;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "folded" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_hours" ADD CONSTRAINT "check_hours_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_results" ADD CONSTRAINT "check_results_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_batches" ADD CONSTRAINT "server_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_hours_hour" ON "check_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "check_results_server" ON "check_results" USING btree ("server_id","at");--> statement-breakpoint
CREATE INDEX "check_results_at" ON "check_results" USING btree ("at");--> statement-breakpoint
CREATE INDEX "incidents_server" ON "incidents" USING btree ("server_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("server_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "watches_subject" ON "watches" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "servers_due" ON "servers" USING btree ("next_check_at") WHERE deleted_at is null and next_check_at is not null;--> statement-breakpoint
CREATE INDEX "servers_order" ON "servers" USING btree ("status_rank",name collate ops_natural,"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "servers_folded" ON "servers" USING gin (folded gin_trgm_ops);