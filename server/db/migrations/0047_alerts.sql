CREATE TABLE "alert_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"alert_id" uuid NOT NULL,
	"by_name" varchar(255) NOT NULL,
	"what" varchar(20) NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_observations" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"observation" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer NOT NULL,
	"name" varchar(100) NOT NULL,
	"filter" text NOT NULL,
	"events" text[] NOT NULL,
	"least_severity" varchar(10) NOT NULL,
	"delay_seconds" integer NOT NULL,
	"hours" jsonb,
	"channels" uuid[] NOT NULL,
	"repeat_seconds" integer,
	"escalate" jsonb NOT NULL,
	"stop" boolean NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_sources_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"fingerprint" varchar(64) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"severity" varchar(10) NOT NULL,
	"state" varchar(10) NOT NULL,
	"server_id" uuid,
	"subject" varchar(255) NOT NULL,
	"text" text NOT NULL,
	"labels" jsonb NOT NULL,
	"cause_id" uuid,
	"started_at" timestamp (3) with time zone NOT NULL,
	"fired_at" timestamp (3) with time zone,
	"acknowledged_by" varchar(255),
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_until" timestamp (3) with time zone,
	"note" text,
	"resolved_at" timestamp (3) with time zone,
	"silenced_by" varchar(255),
	"silence_reason" varchar(500),
	"silenced_until" timestamp (3) with time zone,
	"progress" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text,
	"active" boolean DEFAULT true NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"last_error_at" timestamp (3) with time zone,
	"last_error" text,
	"failing_since" timestamp (3) with time zone,
	"is_failure_told" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_key" varchar(100) NOT NULL,
	"alert_id" uuid,
	"rule_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"event" varchar(10) NOT NULL,
	"step" integer NOT NULL,
	"message" jsonb NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_once" UNIQUE("group_key","rule_id","channel_id","event","step")
);
--> statement-breakpoint
CREATE TABLE "duty" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"weekly" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"period_seconds" integer,
	"cron" varchar(100),
	"zone" varchar(60),
	"grace_seconds" integer NOT NULL,
	"server_id" uuid,
	"state" varchar(10) DEFAULT 'new' NOT NULL,
	"started_at" timestamp (3) with time zone,
	"last_beat_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "heartbeats_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"filter" text NOT NULL,
	"from_at" timestamp (3) with time zone,
	"to_at" timestamp (3) with time zone,
	"weekly" jsonb,
	"reason" varchar(500) NOT NULL,
	"by_name" varchar(255) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_needs" (
	"server_id" uuid NOT NULL,
	"group_number" integer NOT NULL,
	"needs_id" uuid NOT NULL,
	CONSTRAINT "server_needs_server_id_group_number_needs_id_pk" PRIMARY KEY("server_id","group_number","needs_id")
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "worse_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "limits" jsonb;--> statement-breakpoint
ALTER TABLE "alert_notes" ADD CONSTRAINT "alert_notes_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_cause_id_servers_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty" ADD CONSTRAINT "duty_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heartbeats" ADD CONSTRAINT "heartbeats_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_needs" ADD CONSTRAINT "server_needs_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_needs" ADD CONSTRAINT "server_needs_needs_id_servers_id_fk" FOREIGN KEY ("needs_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_notes_alert" ON "alert_notes" USING btree ("alert_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("fingerprint") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "alerts_started" ON "alerts" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "alerts_fingerprint" ON "alerts" USING btree ("fingerprint","started_at");--> statement-breakpoint
CREATE INDEX "alerts_cause" ON "alerts" USING btree ("cause_id");--> statement-breakpoint
CREATE INDEX "alerts_server" ON "alerts" USING btree ("server_id","started_at");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_alert" ON "deliveries" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "server_needs_needs" ON "server_needs" USING btree ("needs_id");--> statement-breakpoint
-- What was a notification about a server before is a rule now.
INSERT INTO "channels" ("id", "name", "kind", "settings", "is_built_in")
  VALUES ('0a1e7000-0000-4000-8000-000000000001', 'People who manage or watch the server', 'in-product', '{}', true);--> statement-breakpoint
INSERT INTO "alert_rules" ("id", "position", "name", "filter", "events", "least_severity", "delay_seconds", "channels", "escalate", "stop", "is_built_in")
  VALUES ('0a1e7000-0000-4000-8000-000000000002', 0, 'Tell the people of a server', '', '{down,warning,certificate,heartbeat,expiry,external}', 'info', 0, '{0a1e7000-0000-4000-8000-000000000001}', '[]', false, true);
