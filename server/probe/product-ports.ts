import type { Config } from '../config.ts';
import type { Service } from './reach.ts';

const PORTS: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  // Default port of the mail library.
  'smtp:': 587,
  'smtps:': 465,
};

/** Services that the product itself runs or uses: checks must not connect to them. */
export function ownServices(config: Config): Service[] {
  const others = [
    config.PUBLIC_URL,
    config.DATABASE_URL,
    config.DATABASE_DIRECT_URL,
    config.READ_DATABASE_URL,
    config.SMTP_URL,
    config.S3_ENDPOINT,
    config.BACKUP_S3_ENDPOINT,
    config.GOOGLE_ISSUER,
    config.AI_BASE_URL,
  ];
  return [
    { host: config.HOST, port: config.PORT },
    ...others.filter((address) => address !== undefined).map(serviceAt),
  ];
}

function serviceAt(address: string): Service {
  const url = new URL(address);
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || PORTS[url.protocol]) };
}
