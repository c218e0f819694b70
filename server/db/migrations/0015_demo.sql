CREATE TABLE "demo_items" (
	"kind" varchar(20) NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "demo_items_kind_id_pk" PRIMARY KEY("kind","id")
);
