import * as z from 'zod/mini';
import { Check, MAX_UPTIME } from './check.ts';
import { clearable, Instant, line, noneBy, requiredLine, text } from './fields.ts';
import {
  Environment,
  HARDWARE_MODELS,
  NETWORKS,
  OPERATING_SYSTEMS,
  SERVER_LIMITS,
  ServerStatus,
  ServerType,
} from './server-words.ts';

/**
 * Everything the product knows about a field of a server. The form, the facts panel, CSV columns, the search text, filter
 * operators, chips, the assistant's lexicon, history labels and the OpenAPI text are derived from `SERVER_FIELDS`. A new field
 * is one row here, one column in `server/db/schema.ts` and one generated migration.
 */
type FieldDefinition = {
  /** Label of the form field and of the history. */
  label: string;
  /** Label for narrow places: facts, chips, table columns, assistant. Defaults to the label. */
  short?: string;
  /** text: one line. long: several lines. address: IPv4 or IPv6. choice: fixed values. account: an account id. */
  kind: 'name' | 'text' | 'long' | 'address' | 'choice' | 'account';
  /** Maximum characters. */
  limit?: number;
  /** Values of a choice. */
  options?: readonly string[];
  /** Suggestions of the form; other text is accepted too. */
  suggestions?: readonly string[];
  /** Placeholder of the form field. */
  placeholder?: string;
  /** Operator in the text form of a filter: `os:ubuntu`. */
  operator: string;
  /** Another field whose operator also searches this field. */
  searchedWith?: string;
  /** Words for the field in questions, singular; the label and the operator count as well. */
  synonyms?: readonly string[];
  /** Whether servers can be grouped by it. */
  isGroup?: true;
  /** Whether it identifies a server, so that bulk changes exclude it. */
  isUnique?: true;
};

export const SERVER_FIELDS = {
  name: {
    label: 'Server Name',
    short: 'Name',
    kind: 'name',
    limit: SERVER_LIMITS.name,
    operator: 'name',
    isUnique: true,
  },
  hostname: {
    label: 'Hostname',
    kind: 'text',
    limit: SERVER_LIMITS.hostname,
    placeholder: 'FQDN',
    operator: 'hostname',
    synonyms: ['host name', 'fqdn'],
    isUnique: true,
  },
  ipAddress: {
    label: 'IP Address',
    short: 'IP',
    kind: 'address',
    limit: SERVER_LIMITS.ipAddress,
    operator: 'ip',
    synonyms: ['address'],
    isUnique: true,
  },
  domain: {
    label: 'Domain',
    kind: 'text',
    limit: SERVER_LIMITS.domain,
    operator: 'domain',
    synonyms: ['dns domain'],
    isGroup: true,
  },
  network: {
    label: 'Network Zone',
    short: 'Network',
    kind: 'text',
    limit: SERVER_LIMITS.network,
    suggestions: NETWORKS,
    operator: 'network',
    synonyms: ['zone'],
    isGroup: true,
  },
  environment: {
    label: 'Environment',
    kind: 'choice',
    options: Environment.options,
    operator: 'env',
    isGroup: true,
  },
  status: {
    label: 'Status',
    kind: 'choice',
    options: ServerStatus.options,
    operator: 'status',
    synonyms: ['state', 'health'],
    isGroup: true,
  },
  operatingSystem: {
    label: 'Operating System',
    short: 'OS',
    kind: 'text',
    limit: SERVER_LIMITS.operatingSystem,
    suggestions: OPERATING_SYSTEMS,
    operator: 'os',
    synonyms: ['system', 'distribution'],
    isGroup: true,
  },
  serverType: {
    label: 'Server Type',
    short: 'Type',
    kind: 'choice',
    options: ServerType.options,
    operator: 'type',
    synonyms: ['kind'],
    isGroup: true,
  },
  hardwareModel: {
    label: 'Hardware Model',
    short: 'Hardware',
    kind: 'text',
    limit: SERVER_LIMITS.hardwareModel,
    suggestions: HARDWARE_MODELS,
    operator: 'hardware',
    synonyms: ['model'],
    isGroup: true,
  },
  serverLocation: {
    label: 'Location',
    kind: 'text',
    limit: SERVER_LIMITS.serverLocation,
    operator: 'location',
    synonyms: ['site', 'place', 'data centre', 'data center', 'datacenter'],
    isGroup: true,
  },
  primaryFunction: {
    label: 'Primary Function',
    short: 'Function',
    kind: 'text',
    limit: SERVER_LIMITS.function,
    operator: 'function',
    synonyms: ['role', 'purpose'],
    isGroup: true,
  },
  secondaryFunction: {
    label: 'Secondary Function',
    short: 'Second function',
    kind: 'text',
    limit: SERVER_LIMITS.function,
    operator: 'function2',
    searchedWith: 'primaryFunction',
  },
  tertiaryFunction: {
    label: 'Tertiary Function',
    short: 'Third function',
    kind: 'text',
    limit: SERVER_LIMITS.function,
    operator: 'function3',
    searchedWith: 'primaryFunction',
  },
  teamOwner: {
    label: 'Team Owner',
    short: 'Team',
    kind: 'text',
    limit: SERVER_LIMITS.teamOwner,
    operator: 'team',
    synonyms: ['owner', 'owning team'],
    isGroup: true,
  },
  managedBy: {
    label: 'Managed By',
    short: 'Managed by',
    kind: 'account',
    operator: 'manager',
    synonyms: ['manager', 'administrator'],
    isGroup: true,
  },
  keyContacts: {
    label: 'Key Contacts',
    short: 'Contacts',
    kind: 'long',
    limit: SERVER_LIMITS.longText,
    operator: 'contact',
    synonyms: ['on call'],
  },
  description: {
    label: 'Description',
    kind: 'long',
    limit: SERVER_LIMITS.longText,
    operator: 'description',
  },
  notes: {
    label: 'Notes',
    kind: 'long',
    limit: SERVER_LIMITS.longText,
    operator: 'notes',
    synonyms: ['note', 'remark'],
  },
} as const satisfies Record<string, FieldDefinition>;

type Fields = typeof SERVER_FIELDS;
export type ServerField = keyof Fields;
type OfKind<K extends FieldDefinition['kind']> = {
  [F in ServerField]: Fields[F]['kind'] extends K ? F : never;
}[ServerField];
/** Optional fields with text that people write. */
type OptionalTextField = OfKind<'text' | 'long' | 'address'>;
/** Fields that hold text, in the order of the table. */
type TextField = Exclude<ServerField, 'managedBy' | 'status'>;
export type GroupField = { [F in ServerField]: Fields[F] extends { isGroup: true } ? F : never }[ServerField];

export type UniqueField = {
  [F in ServerField]: Fields[F] extends { isUnique: true } ? F : never;
}[ServerField];

export const serverFields = Object.keys(SERVER_FIELDS) as [ServerField, ...ServerField[]];
export const fieldOf = (field: ServerField): FieldDefinition => SERVER_FIELDS[field];
export const shortLabel = (field: ServerField): string => fieldOf(field).short ?? fieldOf(field).label;
/** Texts in search, CSV files and histories; `status` and the manager have separate columns there. */
export const textFields = serverFields.filter(
  (field): field is TextField => field !== 'status' && field !== 'managedBy',
);
export const groupFields = serverFields.filter(
  (field): field is GroupField => fieldOf(field).isGroup === true,
) as [GroupField, ...GroupField[]];
export const uniqueFields = serverFields.filter(
  (field): field is UniqueField => fieldOf(field).isUnique === true,
) as [UniqueField, ...UniqueField[]];
export const optionalTexts = serverFields.filter((field): field is OptionalTextField =>
  ['text', 'long', 'address'].includes(fieldOf(field).kind),
);

/** Figures that a check can measure. Unmeasured ones are 0 and missing in `measured`. */
export const Figure = z.enum(['cpuUsage', 'memoryUsage', 'diskUsage', 'uptime']);
export type Figure = z.infer<typeof Figure>;

const isAddress = z.refine<string>(
  (value) => value === '' || z.ipv4().safeParse(value).success || z.ipv6().safeParse(value).success,
  'Use an IPv4 or IPv6 address',
);
function inputOf(field: OptionalTextField) {
  const { kind, limit } = SERVER_FIELDS[field];
  if (kind === 'long') return z.optional(clearable(text(limit)));
  return z.optional(clearable(kind === 'address' ? line(limit).check(isAddress) : line(limit)));
}
const textInputs = Object.fromEntries(optionalTexts.map((field) => [field, inputOf(field)])) as Record<
  OptionalTextField,
  ReturnType<typeof inputOf>
>;

/** Editable fields: a missing one keeps its value, null clears it. */
export const ServerInput = z.object({
  name: requiredLine(SERVER_LIMITS.name, 'Name'),
  ...textInputs,
  environment: z.nullish(Environment),
  serverType: z.nullish(
    z.union([ServerType, noneBy('')], `Must be one of: ${ServerType.options.join(', ')}`),
  ),
  status: z.nullish(ServerStatus),
  /** An active account; by default the creator. */
  managedBy: z.nullish(z.uuid('Choose an account')),
  check: z.nullish(Check),
});
export type ServerInput = z.input<typeof ServerInput>;
export const ServerChange = z.partial(ServerInput);
export type ServerChange = z.input<typeof ServerChange>;

const nullable = z.nullable(z.string());
const textResults = Object.fromEntries(optionalTexts.map((field) => [field, nullable])) as Record<
  OptionalTextField,
  typeof nullable
>;
/** A document to read about a server. */
export const Runbook = z.object({ id: z.uuid(), title: z.string() });
export type Runbook = z.infer<typeof Runbook>;

export const Server = z.object({
  id: z.uuid(),
  name: z.string(),
  ...textResults,
  environment: Environment,
  serverType: z.nullable(ServerType),
  status: ServerStatus,
  /** Start of the status; null if it began before the product noted it. */
  statusSince: z.nullable(Instant),
  cpuUsage: z.number(),
  memoryUsage: z.number(),
  diskUsage: z.number(),
  /** Seconds. */
  uptime: z.number(),
  /** Which of the four figures above were measured. */
  measured: z.array(Figure),
  /** Time of the figures; null if they were simulated or never measured. */
  measuredAt: z.nullable(Instant),
  /** The figures count as outdated from this time on, two intervals after `measuredAt`. */
  outdatedAt: z.nullable(Instant),
  lastHealthCheck: z.nullable(Instant),
  /** The last figures were simulated by a browser, not measured. */
  simulated: z.boolean(),
  lastMessage: nullable,
  certificateExpiresAt: z.nullable(Instant),
  check: z.nullable(Check),
  managedBy: z.nullable(z.uuid()),
  managedByName: nullable,
  createdAt: Instant,
  updatedAt: Instant,
  /** What to read about a server that needs attention, if requested; null without such a document. */
  runbook: z.optional(z.nullable(Runbook)),
});
export type Server = z.infer<typeof Server>;
export const DeletedServer = z.extend(Server, { deletedAt: Instant });

export const FIGURE_LIMITS: Record<Figure, number> = {
  cpuUsage: 100,
  memoryUsage: 100,
  diskUsage: 100,
  uptime: MAX_UPTIME,
};

/** Whether a figure is possible: finite and within its range. Other values count as not measured. */
export const isSane = (figure: Figure, value: number | null | undefined): value is number =>
  typeof value === 'number' && value >= 0 && value <= FIGURE_LIMITS[figure];
