import * as z from 'zod/mini';

export const SERVER_LIMITS = {
  name: 100,
  hostname: 255,
  ipAddress: 45,
  domain: 255,
  network: 50,
  operatingSystem: 100,
  hardwareModel: 100,
  serverLocation: 255,
  function: 255,
  teamOwner: 100,
  longText: 10_000,
  search: 200,
  /** Maximum servers of a bulk call, and of an import. */
  batch: 10_000,
};

/** Limits of the query language; kept here, because every server screen needs them but few need the language. */
export const QUERY_LIMITS = {
  /** Characters of a filter's text form. */
  filter: 2_000,
  /** Characters of the fields of all columns of a CSV file. */
  columns: 4_000,
  /** Characters of a value. */
  value: 300,
  /** Values per condition, conditions joined by OR, and groups: as many as fit into the longest text. */
  values: 1_000,
  either: 1_000,
  groups: 1_000,
  /** Servers named by id. */
  ids: 1_000,
  /** Sides of a comparison. */
  sides: 20,
  /** Rows of a ranking. */
  take: 50,
};

export const Environment = z.enum(['production', 'staging', 'development']);
export type Environment = z.infer<typeof Environment>;
export const ServerStatus = z.enum(['online', 'warning', 'offline', 'maintenance', 'unknown']);
export type ServerStatus = z.infer<typeof ServerStatus>;
export const ServerType = z.enum(['virtual', 'physical']);
export type ServerType = z.infer<typeof ServerType>;

/** What a list of servers can be sorted by. */
export const SERVER_SORTS = [
  'name',
  'status',
  'environment',
  'cpu',
  'memory',
  'disk',
  'uptime',
  'since',
  'checked',
  'os',
  'type',
  'location',
  'function',
  'team',
] as const;
/** A dash before the name turns the order round. */
export const ServerSort = z.enum(
  SERVER_SORTS.flatMap((name) => [name, `-${name}` as const]),
  `Must be one of: ${SERVER_SORTS.join(', ')}; - before it turns it round`,
);
export type ServerSort = z.infer<typeof ServerSort>;

/** Suggestions of the form; other text is accepted too. */
export const NETWORKS = ['DMZ', 'Hosting Zone', 'Secure Zone'];
export const OPERATING_SYSTEMS = [
  'Windows Server 2019',
  'Windows Server 2022',
  'Ubuntu 20.04 LTS',
  'Ubuntu 22.04 LTS',
  'Ubuntu 24.04 LTS',
  'Red Hat Enterprise Linux 8',
  'Red Hat Enterprise Linux 9',
  'CentOS 8',
  'CentOS 9',
  'Debian 11',
  'Debian 12',
];
export const HARDWARE_MODELS = [
  'Lenovo SR650 V1',
  'Lenovo SR650 V2',
  'Lenovo SR650 V3',
  'Lenovo M5',
  'Lenovo M4',
];
const DOMAIN_PREFIXES = ['', 'au.', 'corp.', 'nz.', 'ie.', 'uk.', 'sg.', 'my.'];
/** The eight subdomains of the organisation's domain (decision 15). */
export const companyDomains = (root: string): string[] => DOMAIN_PREFIXES.map((prefix) => prefix + root);
