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
  /** Of one bulk call and of one import. */
  batch: 10_000,
};

/** Of the query language; here, because every screen with servers loads these and few load the language. */
export const QUERY_LIMITS = {
  /** Characters of a filter's text form. */
  filter: 2_000,
  /** Characters of one value. */
  value: 300,
  /** Values of one condition, conditions that are joined by OR, and groups: as many as the longest text can hold. */
  values: 1_000,
  either: 1_000,
  groups: 1_000,
  /** Servers named by id. */
  ids: 1_000,
  /** Rows of a ranking. */
  take: 50,
};

export const Environment = z.enum(['production', 'staging', 'development']);
export type Environment = z.infer<typeof Environment>;
export const ServerStatus = z.enum(['online', 'warning', 'offline', 'maintenance', 'unknown']);
export type ServerStatus = z.infer<typeof ServerStatus>;
export const ServerType = z.enum(['virtual', 'physical']);
export type ServerType = z.infer<typeof ServerType>;

/** Suggestions of the form; free text is taken as well. */
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
/** The eight company domains below the organisation's own (decision 15). */
export const companyDomains = (root: string): string[] => DOMAIN_PREFIXES.map((prefix) => prefix + root);
