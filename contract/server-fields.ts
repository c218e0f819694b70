import * as z from 'zod/mini';
import { Check } from './checks.ts';
import { clearable, Instant, line, noneBy, requiredLine, text } from './fields.ts';
import { Environment, SERVER_LIMITS, ServerStatus, ServerType } from './server-words.ts';

/** Figures that a check can measure; those that none did are 0 and not named in `measured`. */
export const Figure = z.enum(['cpuUsage', 'memoryUsage', 'diskUsage', 'uptime']);
export type Figure = z.infer<typeof Figure>;

const optionalText = (max: number) => z.optional(clearable(line(max)));
const address = z.optional(
  clearable(
    line(SERVER_LIMITS.ipAddress).check(
      z.refine(
        (value) => value === '' || z.ipv4().safeParse(value).success || z.ipv6().safeParse(value).success,
        'Use an IPv4 or IPv6 address',
      ),
    ),
  ),
);

/** What people may set; a field left out keeps its value, null clears it. */
export const ServerInput = z.object({
  name: requiredLine(SERVER_LIMITS.name, 'Name'),
  hostname: optionalText(SERVER_LIMITS.hostname),
  ipAddress: address,
  domain: optionalText(SERVER_LIMITS.domain),
  network: optionalText(SERVER_LIMITS.network),
  environment: z.nullish(Environment),
  operatingSystem: optionalText(SERVER_LIMITS.operatingSystem),
  serverType: z.nullish(
    z.union([ServerType, noneBy('')], `Must be one of: ${ServerType.options.join(', ')}`),
  ),
  hardwareModel: optionalText(SERVER_LIMITS.hardwareModel),
  serverLocation: optionalText(SERVER_LIMITS.serverLocation),
  primaryFunction: optionalText(SERVER_LIMITS.function),
  secondaryFunction: optionalText(SERVER_LIMITS.function),
  tertiaryFunction: optionalText(SERVER_LIMITS.function),
  teamOwner: optionalText(SERVER_LIMITS.teamOwner),
  keyContacts: z.optional(clearable(text(SERVER_LIMITS.longText))),
  description: z.optional(clearable(text(SERVER_LIMITS.longText))),
  notes: z.optional(clearable(text(SERVER_LIMITS.longText))),
  status: z.nullish(ServerStatus),
  /** An active account; left out on creation it is the creator. */
  managedBy: z.nullish(z.uuid('Choose an account')),
  check: z.nullish(Check),
});
export type ServerInput = z.input<typeof ServerInput>;
export const ServerChange = z.partial(ServerInput);
export type ServerChange = z.input<typeof ServerChange>;

const nullable = z.nullable(z.string());
export const Server = z.object({
  id: z.uuid(),
  name: z.string(),
  hostname: nullable,
  ipAddress: nullable,
  domain: nullable,
  network: nullable,
  environment: Environment,
  operatingSystem: nullable,
  serverType: z.nullable(ServerType),
  hardwareModel: nullable,
  serverLocation: nullable,
  primaryFunction: nullable,
  secondaryFunction: nullable,
  tertiaryFunction: nullable,
  teamOwner: nullable,
  keyContacts: nullable,
  description: nullable,
  notes: nullable,
  status: ServerStatus,
  cpuUsage: z.number(),
  memoryUsage: z.number(),
  diskUsage: z.number(),
  /** Seconds. */
  uptime: z.number(),
  /** Which of the four figures above were measured at all. */
  measured: z.array(Figure),
  lastHealthCheck: z.nullable(Instant),
  /** The last figures were made up by a browser (seed), not measured. */
  simulated: z.boolean(),
  lastMessage: nullable,
  certificateExpiresAt: z.nullable(Instant),
  check: z.nullable(Check),
  managedBy: z.nullable(z.uuid()),
  managedByName: nullable,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Server = z.infer<typeof Server>;
export const DeletedServer = z.extend(Server, { deletedAt: Instant });
