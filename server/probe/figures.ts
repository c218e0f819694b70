import { isSane } from '../../contract/sane-figure.ts';
import type { Figure } from '../../contract/server-fields.ts';
import type { Scrape } from '../db/schema.ts';
import { readSamples } from './metrics-text.ts';
import type { Samples } from './metrics-text.ts';

/** Figures of an exporter; what it does not tell, or what cannot be true, is left out. Percent, uptime in seconds. */
export type Figures = {
  cpuUsage?: number;
  memoryUsage?: number;
  diskUsage?: number;
  uptime?: number;
  scrape?: Scrape;
};

const NODE = new Set([
  'node_cpu_seconds_total',
  'node_memory_MemAvailable_bytes',
  'node_memory_MemTotal_bytes',
  'node_memory_MemFree_bytes',
  'node_memory_Buffers_bytes',
  'node_memory_Cached_bytes',
  'node_memory_Slab_bytes',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'node_filesystem_readonly',
  'node_time_seconds',
  'node_boot_time_seconds',
]);
const WINDOWS = new Set([
  'windows_cpu_time_total',
  'windows_memory_physical_free_bytes',
  'windows_memory_physical_total_bytes',
  'windows_logical_disk_free_bytes',
  'windows_logical_disk_size_bytes',
  'windows_system_boot_time_timestamp',
  // Older releases.
  'windows_os_physical_memory_free_bytes',
  'windows_cs_physical_memory_bytes',
  'windows_system_system_up_time',
]);
/** Seconds that clocks may be apart. */
const SKEW = 3_600;
/** Modes in which a processor does nothing for its machine. */
const IDLE = new Set(['idle', 'iowait', 'steal']);
/** File systems that hold no data of their own. */
const PSEUDO =
  /^(tmpfs|devtmpfs|ramfs|squashfs|iso9660|proc|sysfs|cgroup2?|nsfs|rpc_pipefs|autofs|efivarfs|fuse\.lxcfs)$/;

/** From node_exporter. CPU needs the counters of an earlier scrape of the same boot. */
export function nodeFigures(text: string, last: Scrape | null, now: Date): Figures {
  const samples = readSamples(text, NODE);
  const boot = first(samples, 'node_boot_time_seconds');
  const time = first(samples, 'node_time_seconds');
  return {
    ...cpu(samples.get('node_cpu_seconds_total'), (mode) => IDLE.has(mode), boot, last, now),
    ...given('memoryUsage', nodeMemory(samples)),
    ...given('diskUsage', nodeDisk(samples)),
    ...given('uptime', passedSince(boot, time)),
  };
}

/** From windows_exporter. */
export function windowsFigures(text: string, last: Scrape | null, now: Date): Figures {
  const samples = readSamples(text, WINDOWS);
  const boot =
    first(samples, 'windows_system_boot_time_timestamp') ?? first(samples, 'windows_system_system_up_time');
  const free =
    first(samples, 'windows_memory_physical_free_bytes') ??
    first(samples, 'windows_os_physical_memory_free_bytes');
  const total =
    first(samples, 'windows_memory_physical_total_bytes') ??
    first(samples, 'windows_cs_physical_memory_bytes');
  const disks = usages(
    samples.get('windows_logical_disk_free_bytes'),
    samples.get('windows_logical_disk_size_bytes'),
    'volume',
  );
  return {
    ...cpu(samples.get('windows_cpu_time_total'), (mode) => mode === 'idle', boot, last, now),
    ...given('memoryUsage', used(free, total)),
    ...given('diskUsage', worst(disks)),
    ...given('uptime', passedSince(boot, now.getTime() / 1000)),
  };
}

type List = { labels: Record<string, string>; value: number }[];

function cpu(
  samples: List | undefined,
  isIdle: (mode: string) => boolean,
  bootTime: number | undefined,
  last: Scrape | null,
  now: Date,
): Pick<Figures, 'cpuUsage' | 'scrape'> {
  if (!samples?.length) return {};
  let idle = 0;
  let total = 0;
  for (const { labels, value } of samples) {
    total += value;
    if (isIdle(labels['mode'] ?? '')) idle += value;
  }
  if (!Number.isFinite(total) || !Number.isFinite(idle)) return {};
  const scrape: Scrape = { at: now.toISOString(), bootTime: Math.round(bootTime ?? 0), idle, total };
  // After a restart the counters begin anew: the difference would be nonsense. Boot times wobble by a second.
  const sameBoot = last && Math.abs(last.bootTime - scrape.bootTime) <= 2;
  const passed = sameBoot ? total - last.total : 0;
  if (!sameBoot || passed <= 0) return { scrape };
  return { scrape, ...given('cpuUsage', percent(1 - (idle - last.idle) / passed)) };
}

function nodeMemory(samples: Samples): number | undefined {
  const of = (what: string) => first(samples, `node_memory_${what}_bytes`);
  const total = of('MemTotal');
  const available = of('MemAvailable');
  if (available !== undefined) return used(available, total);
  const parts = ['MemFree', 'Buffers', 'Cached', 'Slab'].map(of);
  if (parts[0] === undefined) return undefined;
  return used(
    parts.reduce<number>((sum, part) => sum + (part ?? 0), 0),
    total,
  );
}

function nodeDisk(samples: Samples): number | undefined {
  const readonly = new Set(
    (samples.get('node_filesystem_readonly') ?? [])
      .filter(({ value }) => value === 1)
      .map(({ labels }) => labels['mountpoint']),
  );
  const real = (list: List | undefined) =>
    list?.filter(({ labels }) => !PSEUDO.test(labels['fstype'] ?? '') && !readonly.has(labels['mountpoint']));
  const disks = usages(
    real(samples.get('node_filesystem_avail_bytes')),
    real(samples.get('node_filesystem_size_bytes')),
    'mountpoint',
  );
  return worst(disks);
}

function usages(free: List | undefined, size: List | undefined, key: string): number[] {
  const sizes = new Map(size?.map(({ labels, value }) => [labels[key], value]));
  return (free ?? []).flatMap(({ labels, value }) => used(value, sizes.get(labels[key])) ?? []);
}

const worst = (list: number[]): number | undefined =>
  list.length > 0 ? list.reduce((most, one) => Math.max(most, one)) : undefined;

/** Nobody has more free than there is. */
const used = (free: number | undefined, total: number | undefined): number | undefined =>
  free === undefined || total === undefined || !(total > 0 && free >= 0 && free <= total && total < Infinity)
    ? undefined
    : percent(1 - free / total);

const passedSince = (boot: number | undefined, time: number | undefined): number | undefined =>
  boot === undefined || time === undefined || time - boot < -SKEW ? undefined : Math.max(0, time - boot);

/** Between 0 and 100 with three digits behind the point. */
const percent = (share: number): number => Math.min(100, Math.max(0, Math.round(share * 100_000) / 1_000));

const first = (samples: Samples, name: string): number | undefined => samples.get(name)?.[0]?.value;

const given = <K extends Figure>(key: K, value: number | undefined) =>
  isSane(key, value) ? { [key]: value } : {};
