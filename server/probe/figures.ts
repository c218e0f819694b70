import { isSane, type Figure } from '../../contract/shared/server-fields.ts';
import type { Scrape } from '../db/schema.ts';

/** Figures of an exporter, without missing or impossible values. Percent; uptime in seconds. */
export type Figures = {
  cpuUsage?: number;
  memoryUsage?: number;
  diskUsage?: number;
  uptime?: number;
  /** Where each disk is mounted and how full it is, the fullest first. */
  disks?: Disk[];
  /** The file system with the fewest free inodes. Without them it takes no file, however much space it has. */
  inodes?: Disk;
  scrape?: Scrape;
};

/** `place` is its mount point or drive, as the exporter calls it; `usage` is in percent. */
type Disk = { place: string; usage: number };

/** Metrics that are read from node_exporter. */
const NODE = new Set([
  'node_cpu_seconds_total',
  'node_memory_MemAvailable_bytes',
  'node_memory_available_bytes',
  'node_memory_MemTotal_bytes',
  'node_memory_MemFree_bytes',
  'node_memory_Buffers_bytes',
  'node_memory_Cached_bytes',
  'node_memory_Slab_bytes',
  // macOS, FreeBSD and its relatives.
  'node_memory_total_bytes',
  'node_memory_size_bytes',
  'node_memory_free_bytes',
  'node_memory_inactive_bytes',
  'node_memory_cache_bytes',
  'node_memory_internal_bytes',
  'node_memory_purgeable_bytes',
  'node_memory_wired_bytes',
  'node_memory_compressed_bytes',
  'node_zfs_arcstats_size_bytes',
  'node_zfs_arcstats_c_min_bytes',
  // The same on Linux.
  'node_zfs_arc_size',
  'node_zfs_arc_c_min',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'node_filesystem_files_free',
  'node_filesystem_files',
  'node_filesystem_readonly',
  'node_time_seconds',
  'node_boot_time_seconds',
]);
/** By release, newest first. */
const WINDOWS_BOOT = [
  'windows_system_boot_time_timestamp',
  'windows_system_boot_time_timestamp_seconds',
  'windows_system_system_up_time',
];
/** Metrics that are read from windows_exporter. */
const WINDOWS = new Set([
  'windows_cpu_time_total',
  'windows_memory_physical_free_bytes',
  'windows_memory_physical_total_bytes',
  'windows_memory_available_bytes',
  'windows_logical_disk_free_bytes',
  'windows_logical_disk_size_bytes',
  'windows_logical_disk_info',
  'windows_logical_disk_readonly',
  ...WINDOWS_BOOT,
  // Older releases.
  'windows_os_physical_memory_free_bytes',
  'windows_os_visible_memory_bytes',
  'windows_cs_physical_memory_bytes',
]);
/** Releases before 0.16 leave out the units of node_exporter's names. */
const UNITS = ['_bytes', '_seconds', '_seconds_total'];
/** Tolerated clock difference in seconds. */
const SKEW = 3_600;
/** 30 years in seconds: longer than any uptime. As a time it is the year 2000, earlier than any boot time. */
const THIRTY_YEARS = 946_684_800;
/** CPU modes that count as idle. AIX calls the time that waits for disks `wait`. */
const IDLE = new Set(['idle', 'iowait', 'wait', 'steal']);
/** File systems without data of their own, or on read-only media. */
const PSEUDO = new RegExp(
  `^(${[
    'tmpfs|devtmpfs|ramfs|hugetlbfs|mqueue|proc|sysfs|cgroup2?|nsfs|rpc_pipefs|autofs|efivarfs|pstore|bpf',
    'debugfs|tracefs|configfs|securityfs|selinuxfs|fusectl|binfmt_misc|fuse\\.(lxcfs|snapfuse|portal|gvfsd-fuse)',
    'devfs|procfs|fdescfs|linprocfs|linsysfs|kernfs|ptyfs|mfs',
    'squashfs|iso9660|udf|cd9660|erofs|cramfs|romfs',
  ].join('|')})$`,
);

/** Figures of node_exporter. CPU usage needs the counters of an earlier scrape since the same boot. */
export function nodeFigures(text: string, last: Scrape | null, now: Date): Figures {
  const samples = readSamples(text, NODE);
  const time = first(samples, 'node_time_seconds') ?? now.getTime() / 1000;
  const boot = first(samples, 'node_boot_time_seconds');
  return {
    ...cpu(samples.get('node_cpu_seconds_total'), (mode) => IDLE.has(mode), { boot, last, now }),
    ...given('memoryUsage', nodeMemory(samples)),
    ...ofDisks(nodeDisks(samples)),
    ...given('uptime', passedSince(boot, time)),
    ...nodeInodes(samples),
  };
}

/** Figures of windows_exporter. */
export function windowsFigures(text: string, last: Scrape | null, now: Date): Figures {
  const samples = readSamples(text, WINDOWS);
  const time = now.getTime() / 1000;
  const bootOrUptime = WINDOWS_BOOT.map((name) => first(samples, name)).find((value) => value !== undefined);
  // Releases 0.30.2 to 0.30.5 report the uptime under this name.
  const isUptime = bootOrUptime !== undefined && bootOrUptime > 0 && bootOrUptime < THIRTY_YEARS;
  const boot = isUptime ? time - bootOrUptime : bootOrUptime;
  const free =
    first(samples, 'windows_memory_physical_free_bytes') ??
    first(samples, 'windows_os_physical_memory_free_bytes') ??
    first(samples, 'windows_memory_available_bytes');
  const total =
    first(samples, 'windows_memory_physical_total_bytes') ??
    first(samples, 'windows_cs_physical_memory_bytes') ??
    first(samples, 'windows_os_visible_memory_bytes');
  return {
    ...cpu(samples.get('windows_cpu_time_total'), (mode) => mode === 'idle', { boot, last, now }),
    ...given('memoryUsage', used(free, total)),
    ...ofDisks(windowsDisks(samples)),
    ...given('uptime', passedSince(boot, time)),
  };
}

type Labels = Record<string, string>;
type List = { labels: Labels; value: number }[];

function cpu(
  samples: List | undefined,
  isIdle: (mode: string) => boolean,
  { boot, last, now }: { boot: number | undefined; last: Scrape | null; now: Date },
): Pick<Figures, 'cpuUsage' | 'scrape'> {
  if (!samples?.length) return {};
  let idle = 0;
  let total = 0;
  for (const { labels, value } of samples) {
    const mode = labels['mode'] ?? '';
    // Linux counts the time of guests as time of users too.
    if (mode.startsWith('guest')) continue;
    total += value;
    if (isIdle(mode)) idle += value;
  }
  if (!Number.isFinite(total) || !Number.isFinite(idle)) return {};
  const scrape: Scrape = { at: now.toISOString(), bootTime: Math.round(boot ?? 0), idle, total };
  // Counters restart at boot, which would make the difference meaningless. Boot times vary by a second.
  const sameBoot = last && Math.abs(last.bootTime - scrape.bootTime) <= 2;
  const passed = sameBoot ? total - last.total : 0;
  if (!sameBoot || passed <= 0) return { scrape };
  return { scrape, ...given('cpuUsage', percent(1 - (idle - last.idle) / passed)) };
}

function nodeMemory(samples: Samples): number | undefined {
  const of = (what: string) => first(samples, `node_memory_${what}_bytes`);
  const sum = (...parts: string[]) => parts.reduce((all, part) => all + (of(part) ?? 0), 0);
  const total = of('MemTotal') ?? of('total') ?? of('size');
  const available = of('MemAvailable') ?? of('available');
  const cache = zfsCache(samples);
  // No figure of Linux counts the cache of ZFS as free.
  const withCache = (free: number) =>
    total === undefined || free > total ? free : Math.min(free + cache, total);
  if (available !== undefined) return used(withCache(available), total);
  if (of('MemFree') !== undefined) return used(withCache(sum('MemFree', 'Buffers', 'Cached', 'Slab')), total);
  if (total === undefined || of('free') === undefined) return undefined;
  // macOS: the same definition as Activity Monitor.
  if (of('internal') !== undefined)
    return used(total - sum('internal', 'wired', 'compressed') + sum('purgeable'), total);
  // FreeBSD.
  return used(withCache(sum('free', 'inactive', 'cache')), total);
}

/** Bytes of its cache that ZFS releases on demand: all above a minimum. */
function zfsCache(samples: Samples): number {
  const [size = 0, minimum = 0] = ['size', 'c_min'].map(
    (what) => first(samples, `node_zfs_arc_${what}`) ?? first(samples, `node_zfs_arcstats_${what}_bytes`),
  );
  const cache = size - minimum;
  return cache > 0 && cache < Infinity ? cache : 0;
}

/** A server is as full as its fullest disk. */
const ofDisks = (disks: Disk[]): Pick<Figures, 'diskUsage' | 'disks'> => ({
  ...given('diskUsage', disks[0]?.usage),
  ...(disks.length > 0 && { disks }),
});

const nodeDisks = (samples: Samples) => disksOfNode(samples, 'avail_bytes', 'size_bytes');

/** File systems that create inodes on demand report none, or more free ones than there are. */
function nodeInodes(samples: Samples): Pick<Figures, 'inodes'> {
  const [inodes] = disksOfNode(samples, 'files_free', 'files');
  return inodes ? { inodes } : {};
}

function disksOfNode(samples: Samples, free: string, size: string): Disk[] {
  // Several file systems may be mounted at the same place; only one is visible.
  const keyOf = ({ mountpoint, device, fstype }: Labels) => JSON.stringify([mountpoint, device, fstype]);
  const readonly = readonlyBy(keyOf, samples.get('node_filesystem_readonly'));
  const real = samples
    .get(`node_filesystem_${free}`)
    ?.filter(({ labels }) => !PSEUDO.test(labels['fstype'] ?? '') && !readonly.has(keyOf(labels)));
  return byUsage(real, samples.get(`node_filesystem_${size}`), { keyOf, place: 'mountpoint' });
}

/** Volumes without letter or folder are recovery and boot partitions, which are always full. */
function windowsDisks(samples: Samples): Disk[] {
  const media = (samples.get('windows_logical_disk_info') ?? [])
    .filter(({ labels }) => labels['type'] === 'cdrom' || /^(CDFS|UDF)$/i.test(labels['filesystem'] ?? ''))
    .map(({ labels }) => labels['volume']);
  const keyOf = ({ volume = '' }: Labels) => volume;
  const unreal = readonlyBy(keyOf, samples.get('windows_logical_disk_readonly')).union(new Set(media));
  const real = samples
    .get('windows_logical_disk_free_bytes')
    ?.filter(({ labels: { volume = '' } }) => /^[a-z]:/i.test(volume) && !unreal.has(volume));
  return byUsage(real, samples.get('windows_logical_disk_size_bytes'), { keyOf, place: 'volume' });
}

type KeyOf = (labels: Labels) => string;

const readonlyBy = (keyOf: KeyOf, list: List = []): Set<string> =>
  new Set(list.filter(({ value }) => value === 1).map(({ labels }) => keyOf(labels)));

/** BSD reports less than nothing as available when a file system is filled beyond its reserve. */
function byUsage(
  free: List | undefined,
  size: List | undefined,
  { keyOf, place }: { keyOf: KeyOf; place: string },
): Disk[] {
  const sizes = new Map(size?.map(({ labels, value }) => [keyOf(labels), value]));
  const disks = (free ?? []).flatMap(({ labels, value }) => {
    const usage = used(Math.max(0, value), sizes.get(keyOf(labels)));
    return usage === undefined ? [] : [{ place: labels[place] ?? '', usage }];
  });
  return disks.toSorted((a, b) => b.usage - a.usage);
}

/** Free memory cannot exceed the total. */
const used = (free: number | undefined, total: number | undefined): number | undefined =>
  free === undefined || total === undefined || !(total > 0 && free >= 0 && free <= total && total < Infinity)
    ? undefined
    : percent(1 - free / total);

function passedSince(boot: number | undefined, time: number): number | undefined {
  const passed = time - (boot ?? NaN);
  return passed >= -SKEW && passed < THIRTY_YEARS ? Math.max(0, passed) : undefined;
}

/** Between 0 and 100, rounded to three digits. */
const percent = (share: number): number => Math.min(100, Math.max(0, Math.round(share * 100_000) / 1_000));

const first = (samples: Samples, name: string): number | undefined => samples.get(name)?.[0]?.value;

const given = <K extends Figure>(key: K, value: number | undefined) =>
  isSane(key, value) ? { [key]: value } : {};

/** Samples of the Prometheus text format by name, read in one pass. */
type Samples = Map<string, List>;

const LINE = /^\s*([a-zA-Z_:][\w:]*)\s*(\{)?/;
const LABEL = /\s*([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"\s*,?/y;

/** Ten times as many as a large exporter has; limits malicious pages. */
const MOST_LINES = 50_000;
const LONGEST_LINE = 10_000;

/**
 * Keeps only the wanted names, since exporters have thousands. Skips invalid lines. Values may be NaN or infinite, as
 * the format allows.
 */
function readSamples(text: string, wanted: ReadonlySet<string>): Samples {
  const samples: Samples = new Map();
  for (const line of text.split('\n', MOST_LINES)) {
    if (line.length > LONGEST_LINE) continue;
    const [head, written = '', brace] = LINE.exec(line) ?? [];
    const name = head && presentName(written, wanted);
    if (!name) continue;
    const { labels, end } = brace ? labelsAt(line, head.length) : { labels: {}, end: head.length };
    const value = numberOf(line.slice(end).trim().split(/\s+/)[0] ?? '');
    if (value === undefined) continue;
    const list = samples.get(name) ?? [];
    list.push({ labels, value });
    samples.set(name, list);
  }
  return samples;
}

/** The wanted name of a sample, which older releases wrote without its unit, and windows_exporter as `wmi_…`. */
function presentName(written: string, wanted: ReadonlySet<string>): string | undefined {
  const name = written.replace(/^wmi_/, 'windows_');
  return wanted.has(name) ? name : UNITS.map((unit) => name + unit).find((one) => wanted.has(one));
}

function labelsAt(line: string, start: number) {
  const labels: Labels = {};
  let end = start;
  LABEL.lastIndex = start;
  for (let match = LABEL.exec(line); match; match = LABEL.exec(line)) {
    labels[match[1] ?? ''] = (match[2] ?? '').replace(/\\(.)/g, (_, sign: string) =>
      sign === 'n' ? '\n' : sign,
    );
    end = LABEL.lastIndex;
  }
  return { labels, end: line.indexOf('}', end) + 1 };
}

const NOT_FINITE = new Map([
  ['NaN', NaN],
  ['+Inf', Infinity],
  ['-Inf', -Infinity],
]);

const numberOf = (text: string): number | undefined => {
  const value = Number(text || NaN);
  return Number.isNaN(value) ? NOT_FINITE.get(text) : value;
};
