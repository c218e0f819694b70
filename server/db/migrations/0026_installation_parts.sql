CREATE TABLE "installation_parts" (
	"part" varchar(10) PRIMARY KEY NOT NULL,
	"mark" varchar(64) NOT NULL
);
