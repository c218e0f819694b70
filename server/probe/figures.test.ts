import { expect, test } from 'vitest';
import { nodeFigures, windowsFigures } from './figures.ts';

const now = new Date('2026-11-21T10:00:00Z');
const node = (idle: number, user: number, boot = 1_000_000) => `
# HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
# TYPE node_cpu_seconds_total counter
node_cpu_seconds_total{cpu="0",mode="idle"} ${idle}
node_cpu_seconds_total{cpu="0",mode="iowait"} 10
node_cpu_seconds_total{cpu="0",mode="user"} ${user}
node_boot_time_seconds ${boot}
node_time_seconds ${boot + 7_200.5}
node_memory_MemTotal_bytes 4e+09
node_memory_MemAvailable_bytes 1e+09
node_filesystem_size_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 100
node_filesystem_avail_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 75
node_filesystem_size_bytes{device="/dev/sdb1",fstype="ext4",mountpoint="/var \\"a}b\\""} 100
node_filesystem_avail_bytes{device="/dev/sdb1",fstype="ext4",mountpoint="/var \\"a}b\\""} 40
node_filesystem_size_bytes{device="x",fstype="tmpfs",mountpoint="/run"} 100
node_filesystem_avail_bytes{device="x",fstype="tmpfs",mountpoint="/run"} 0
node_filesystem_size_bytes{device="cd",fstype="ext4",mountpoint="/cd"} 100
node_filesystem_avail_bytes{device="cd",fstype="ext4",mountpoint="/cd"} 0
node_filesystem_readonly{device="cd",fstype="ext4",mountpoint="/cd"} 1
`;

test('INFRA-11 CPU is unknown at the first scrape, never 0, and the difference of two afterwards', () => {
  const first = nodeFigures(node(1_000, 500), null, now);
  expect(first).not.toHaveProperty('cpuUsage');
  const second = nodeFigures(node(1_030, 530), first.scrape ?? null, now);
  expect(second.cpuUsage).toBe(50);
});

test('INFRA-11 counters of another boot, or decreasing ones, give no figure', () => {
  const { scrape = null } = nodeFigures(node(1_000, 500), null, now);
  expect(nodeFigures(node(1_010, 510, 2_000_000), scrape, now)).not.toHaveProperty('cpuUsage');
  expect(nodeFigures(node(5, 5), scrape, now)).not.toHaveProperty('cpuUsage');
});

test('INFRA-11 memory, the fullest real disk and uptime', () => {
  expect(nodeFigures(node(1, 1), null, now)).toMatchObject({
    memoryUsage: 75,
    diskUsage: 60,
    uptime: 7_200.5,
  });
});

test('INFRA-11 memory without MemAvailable: the figures of the upstream example give 65.866 %', () => {
  const text = `
node_memory_Buffers_bytes 2.256896e+07
node_memory_Cached_bytes 9.53229312e+08
node_memory_MemFree_bytes 2.30883328e+08
node_memory_MemTotal_bytes 3.831959552e+09
node_memory_Slab_bytes 1.01306368e+08
`;
  expect(nodeFigures(text, null, now).memoryUsage).toBe(65.866);
});

test('INFRA-11 windows_exporter: processor, memory, fullest volume and uptime', () => {
  const windows = (idle: number) => `
windows_cpu_time_total{core="0,0",mode="idle"} ${idle}
windows_cpu_time_total{core="0,0",mode="user"} ${200 - idle}
windows_memory_physical_free_bytes 2e+09
windows_memory_physical_total_bytes 8e+09
windows_logical_disk_free_bytes{volume="C:"} 20
windows_logical_disk_size_bytes{volume="C:"} 100
windows_logical_disk_free_bytes{volume="D:"} 90
windows_logical_disk_size_bytes{volume="D:"} 100
windows_system_boot_time_timestamp ${now.getTime() / 1000 - 3_600}
`;
  const first = windowsFigures(windows(0), null, now);
  const later = { ...first.scrape, total: 100, idle: 0, at: '', bootTime: first.scrape?.bootTime ?? 0 };
  expect(first).toMatchObject({ memoryUsage: 75, diskUsage: 80, uptime: 3_600 });
  expect(windowsFigures(windows(25), later, now).cpuUsage).toBe(75);
});

test('INFRA-11 ignores values that are no figures', () => {
  expect(nodeFigures('<html>\nnode_memory_MemTotal_bytes NaN\nnode_time_seconds', null, now)).toEqual({});
  expect(nodeFigures(`node_memory_MemTotal_bytes{${'a="'.repeat(50_000)}`, null, now)).toEqual({});
});

test.each([
  ['node_cpu_seconds_total{cpu="0",mode="user"}', '+Inf', 'cpuUsage'],
  ['node_cpu_seconds_total{cpu="0",mode="user"}', 'NaN', 'cpuUsage'],
  ['node_cpu_seconds_total{cpu="0",mode="user"}', '1e999', 'cpuUsage'],
  ['node_cpu_seconds_total{cpu="0",mode="idle"}', '1e308', 'cpuUsage'],
  ['node_memory_MemTotal_bytes', '-Inf', 'memoryUsage'],
  ['node_memory_MemAvailable_bytes', '1e308', 'memoryUsage'],
  ['node_memory_MemAvailable_bytes', '-1', 'memoryUsage'],
  ['node_filesystem_size_bytes{fstype="ext4",mountpoint="/"}', '+Inf', 'diskUsage'],
  ['node_filesystem_avail_bytes{fstype="ext4",mountpoint="/"}', '1e308', 'diskUsage'],
  ['node_time_seconds', '1e30', 'uptime'],
  ['node_time_seconds', '-1e300', 'uptime'],
  ['node_boot_time_seconds', '-1e300', 'uptime'],
  ['node_boot_time_seconds', '1e30', 'uptime'],
])('INFRA-11 %s %s gives no impossible figure, and does not affect the others', (name, value, wrong) => {
  // On two processors, so that sums overflow too.
  const lines = ['0', '1'].map((n) => `${name.replace('cpu="0"', `cpu="${n}"`)} ${value}\n`).join('');
  const one = (idle: number) => {
    const rest = node(idle, 500).split('\n');
    return lines + rest.filter((text) => !text.startsWith(name.split('{')[0] ?? '')).join('\n');
  };
  const { scrape = null } = nodeFigures(one(1_000), null, now);
  const { scrape: _, disks: __, ...figures } = nodeFigures(one(1_030), scrape, now);
  const all = ['cpuUsage', 'memoryUsage', 'diskUsage', 'uptime'];
  expect(Object.keys(figures)).toEqual(all.filter((figure) => figure !== wrong));
});

test('INFRA-11 reads a hostile page up to a limit, and skips an endless line', () => {
  const memory = 'node_memory_MemAvailable_bytes 1\nnode_memory_MemTotal_bytes 2\n';
  const long = `node_filesystem_avail_bytes{mountpoint="${'x'.repeat(9_000_000)}"} 1\n`;
  const disks = 'node_filesystem_avail_bytes 1\nnode_filesystem_size_bytes 4\n'.repeat(200_000);
  const figures = nodeFigures(memory + long + disks + 'node_boot_time_seconds 1\n', null, new Date(0));
  expect(figures).toMatchObject({ memoryUsage: 50, diskUsage: 75 });
});

const volumes = (...list: [name: string, free: number, size: number][]) =>
  list
    .map(
      ([name, free, size]) =>
        `windows_logical_disk_free_bytes{volume="${name}"} ${free}\nwindows_logical_disk_size_bytes{volume="${name}"} ${size}\n`,
    )
    .join('');
const info = (volume: string, type: string, filesystem: string) =>
  `windows_logical_disk_info{disk="0",filesystem="${filesystem}",serial_number="",type="${type}",volume="${volume}",volume_name=""} 1\n`;

test('INFRA-11 windows_exporter: ignores recovery and boot volumes, DVDs and read-only volumes', () => {
  const system = volumes(
    ['C:', 60, 100],
    ['HarddiskVolume1', 2, 100],
    ['HarddiskVolume4', 1, 100],
    ['D:', 0, 100],
    ['E:', 0, 100],
    ['F:', 0, 100],
  );
  const media = info('D:', 'cdrom', '') + info('E:', 'fixed', 'UDF') + info('C:', 'fixed', 'NTFS');
  const readonly =
    'windows_logical_disk_readonly{volume="F:"} 1\nwindows_logical_disk_readonly{volume="C:"} 0\n';
  expect(windowsFigures(system + media + readonly, null, now).diskUsage).toBe(40);
});

test('INFRA-11 windows_exporter: a volume in a folder is a disk, and a full one counts', () => {
  const text = volumes(['C:', 60, 100], ['C:\\\\ClusterStorage\\\\Volume1', 10, 100], ['d:', 50, 100]);
  expect(windowsFigures(text, null, now).diskUsage).toBe(90);
  expect(windowsFigures(volumes(['C:', 0, 100]), null, now).diskUsage).toBe(100);
  expect(windowsFigures(volumes(['HarddiskVolume1', 0, 100]), null, now)).not.toHaveProperty('diskUsage');
});

const seconds = now.getTime() / 1000;
test.each([
  ['0.29 and before', `windows_system_system_up_time ${seconds - 24_948}`, 24_948],
  ['0.30.0', `windows_system_boot_time_timestamp_seconds ${seconds - 24_948}`, 24_948],
  ['0.30.2 to 0.30.5', 'windows_system_boot_time_timestamp_seconds 24948', 24_948],
  ['0.30.5 by the newer name', 'windows_system_boot_time_timestamp 24948', 24_948],
  [
    '0.30.6',
    `windows_system_boot_time_timestamp ${seconds - 24_948}\nwindows_system_boot_time_timestamp_seconds ${seconds - 24_948}`,
    24_948,
  ],
  ['a zero', 'windows_system_boot_time_timestamp 0', undefined],
  ['a negative number', 'windows_system_boot_time_timestamp -5', undefined],
])('INFRA-11 windows_exporter %s: the uptime is right or unknown', (_, text, uptime) => {
  expect(windowsFigures(text, null, now).uptime).toBe(uptime);
});

test('INFRA-11 windows_exporter 0.30.5: CPU is known although the start is given as an uptime', () => {
  const scrape = (idle: number, user: number, uptime: number) =>
    `windows_cpu_time_total{core="0,0",mode="idle"} ${idle}\n` +
    `windows_cpu_time_total{core="0,0",mode="user"} ${user}\n` +
    `windows_system_boot_time_timestamp ${uptime}\n`;
  const { scrape: last = null } = windowsFigures(scrape(100, 100, 5_000), null, now);
  const later = new Date(now.getTime() + 60_000);
  expect(windowsFigures(scrape(145, 115, 5_060), last, later).cpuUsage).toBe(25);
});

test.each([
  ['node_boot_time_seconds 0\nnode_time_seconds 1790000000', undefined],
  ['node_boot_time_seconds 24948\nnode_time_seconds 1790000000', undefined],
  ['node_boot_time_seconds 1790000000\nnode_time_seconds 1790000060', 60],
  [`node_boot_time_seconds ${seconds - 90}`, 90],
])('INFRA-11 node_exporter: the uptime is right or unknown: %j', (text, uptime) => {
  expect(nodeFigures(text, null, now).uptime).toBe(uptime);
});

const GIB = 2 ** 30;
test('INFRA-11 node_exporter on FreeBSD: memory with the cache of ZFS, the fullest real disk and uptime', () => {
  const text = `
node_boot_time_seconds{} 1.789e+09
node_time_seconds 1.789086400e+09
node_memory_size_bytes ${16 * GIB}
node_memory_free_bytes ${GIB}
node_memory_active_bytes ${2 * GIB}
node_memory_inactive_bytes ${GIB}
node_memory_laundry_bytes 0
node_memory_wired_bytes ${12 * GIB}
node_memory_cache_bytes 0
node_zfs_arcstats_size_bytes ${9 * GIB}
node_zfs_arcstats_c_min_bytes ${GIB}
node_filesystem_size_bytes{device="zroot/ROOT/default",fstype="zfs",mountpoint="/"} 100
node_filesystem_avail_bytes{device="zroot/ROOT/default",fstype="zfs",mountpoint="/"} 70
node_filesystem_size_bytes{device="devfs",fstype="devfs",mountpoint="/dev"} 1024
node_filesystem_avail_bytes{device="devfs",fstype="devfs",mountpoint="/dev"} 0
node_filesystem_size_bytes{device="fdescfs",fstype="fdescfs",mountpoint="/dev/fd"} 1024
node_filesystem_avail_bytes{device="fdescfs",fstype="fdescfs",mountpoint="/dev/fd"} 0
node_filesystem_size_bytes{device="procfs",fstype="procfs",mountpoint="/proc"} 4096
node_filesystem_avail_bytes{device="procfs",fstype="procfs",mountpoint="/proc"} 0
`;
  expect(nodeFigures(text, null, now)).toMatchObject({ memoryUsage: 37.5, diskUsage: 30, uptime: 86_400 });
});

test('INFRA-11 node_exporter on macOS: memory like the monitor of the system, and the fullest real disk', () => {
  const text = `
node_boot_time_seconds 1.789e+09
node_time_seconds 1.789086400e+09
node_memory_total_bytes ${16 * GIB}
node_memory_free_bytes ${GIB}
node_memory_active_bytes ${5 * GIB}
node_memory_inactive_bytes ${5 * GIB}
node_memory_wired_bytes ${2 * GIB}
node_memory_compressed_bytes ${GIB}
node_memory_internal_bytes ${6 * GIB}
node_memory_purgeable_bytes ${GIB}
node_filesystem_size_bytes{device="/dev/disk3s1s1",fstype="apfs",mountpoint="/"} 100
node_filesystem_avail_bytes{device="/dev/disk3s1s1",fstype="apfs",mountpoint="/"} 40
node_filesystem_readonly{device="/dev/disk3s1s1",fstype="apfs",mountpoint="/"} 1
node_filesystem_size_bytes{device="/dev/disk3s5",fstype="apfs",mountpoint="/System/Volumes/Data"} 100
node_filesystem_avail_bytes{device="/dev/disk3s5",fstype="apfs",mountpoint="/System/Volumes/Data"} 40
node_filesystem_size_bytes{device="/dev/disk5s1",fstype="hfs",mountpoint="/Volumes/Installer"} 100
node_filesystem_avail_bytes{device="/dev/disk5s1",fstype="hfs",mountpoint="/Volumes/Installer"} 0
node_filesystem_readonly{device="/dev/disk5s1",fstype="hfs",mountpoint="/Volumes/Installer"} 1
`;
  expect(nodeFigures(text, null, now)).toMatchObject({ memoryUsage: 50, diskUsage: 60, uptime: 86_400 });
});

test('INFRA-11 node_exporter: a hidden file system below another mount does not count', () => {
  const text = `
node_filesystem_size_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/data"} 100
node_filesystem_avail_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/data"} 50
node_filesystem_size_bytes{device="/dev/sdb1",fstype="xfs",mountpoint="/data"} 1000
node_filesystem_avail_bytes{device="/dev/sdb1",fstype="xfs",mountpoint="/data"} 900
`;
  expect(nodeFigures(text, null, now).diskUsage).toBe(50);
});

test.each(['squashfs', 'iso9660', 'erofs', 'fuse.snapfuse', 'devfs', 'cd9660'])(
  'INFRA-11 node_exporter: ignores %s, which is always full',
  (fstype) => {
    const text = `
node_filesystem_size_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 100
node_filesystem_avail_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 50
node_filesystem_size_bytes{device="/dev/loop1",fstype="${fstype}",mountpoint="/snap/core/1"} 100
node_filesystem_avail_bytes{device="/dev/loop1",fstype="${fstype}",mountpoint="/snap/core/1"} 0
`;
    expect(nodeFigures(text, null, now).diskUsage).toBe(50);
  },
);

test('INFRA-11 node_exporter 0.15 and before: names without units, and time of guests counted once', () => {
  const old = (idle: number, user: number) => `
node_boot_time 1.789e+09
node_time 1.789086400e+09
node_memory_MemAvailable 6.279168e+08
node_memory_MemTotal 1.024319488e+09
node_cpu{cpu="cpu0",mode="guest"} ${user}
node_cpu{cpu="cpu0",mode="idle"} ${idle}
node_cpu{cpu="cpu0",mode="user"} ${user}
node_filesystem_avail{device="/dev/mmcblk0p1",fstype="vfat",mountpoint="/boot"} 10
node_filesystem_size{device="/dev/mmcblk0p1",fstype="vfat",mountpoint="/boot"} 40
`;
  const { scrape = null, ...figures } = nodeFigures(old(1_000, 500), null, now);
  expect(figures).toMatchObject({ memoryUsage: 38.699, diskUsage: 75, uptime: 86_400 });
  expect(nodeFigures(old(1_030, 530), scrape, now).cpuUsage).toBe(50);
});

test('INFRA-11 windows_exporter under its first name, and without the collector of the computer', () => {
  const memory = 'os_physical_memory_free_bytes 25\nNAME_os_visible_memory_bytes 100\n';
  const text = (name: string) =>
    `NAME_${memory}NAME_logical_disk_free_bytes{volume="C:"} 4\nNAME_logical_disk_size_bytes{volume="C:"} 10\n`.replaceAll(
      'NAME',
      name,
    );
  for (const name of ['wmi', 'windows'])
    expect(windowsFigures(text(name), null, now)).toMatchObject({ memoryUsage: 75, diskUsage: 60 });
});

test('INFRA-11 node_exporter on AIX: files in memory are available, and waiting for disks is idle', () => {
  const aix = (wait: number) => `
node_memory_total_bytes ${8 * GIB}
node_memory_free_bytes 0
node_memory_available_bytes ${6 * GIB}
node_cpu_seconds_total{cpu="0",mode="user"} ${200 - wait}
node_cpu_seconds_total{cpu="0",mode="wait"} ${wait}
`;
  const { scrape, memoryUsage } = nodeFigures(aix(0), null, now);
  expect(memoryUsage).toBe(25);
  const last = scrape ? { ...scrape, total: 100, idle: 0 } : null;
  expect(nodeFigures(aix(75), last, now).cpuUsage).toBe(25);
});

test('INFRA-11 node_exporter on BSD: a disk that is filled beyond its reserve is full', () => {
  const text = `
node_filesystem_size_bytes{device="/dev/ada0p2",fstype="ufs",mountpoint="/"} 1000
node_filesystem_avail_bytes{device="/dev/ada0p2",fstype="ufs",mountpoint="/"} -51
`;
  expect(nodeFigures(text, null, now)).toMatchObject({ diskUsage: 100 });
});

test('INFRA-11 node_exporter: a disk counts that is mounted over one for reading only', () => {
  const text = `
  node_filesystem_readonly{device="/dev/sr0",fstype="ext4",mountpoint="/data"} 1
\tnode_filesystem_size_bytes {device="/dev/sdb1",fstype="xfs",mountpoint="/data"} 100 1790000000000\r
node_filesystem_avail_bytes{ device="/dev/sdb1", fstype="xfs", mountpoint="/data" }\t40 1790000000000 # {trace_id="x"} 1\r
`;
  expect(nodeFigures(text, null, now)).toMatchObject({ diskUsage: 60 });
});

test.each([
  ['MemAvailable', 26.074],
  ['MemFree', 26.074],
])(
  'N5 node_exporter on Linux: the cache of ZFS above its minimum is free, beside %s',
  (free, memoryUsage) => {
    const text = `
node_memory_MemTotal_bytes 1.35e+11
node_memory_${free}_bytes 8e+09
node_zfs_arc_size 9.6e+10
node_zfs_arc_c_min 4.2e+09
node_zfs_arc_c_max 1e+11
`;
    expect(nodeFigures(text, null, now)).toEqual({ memoryUsage });
  },
);

test.each([
  ['below its minimum', 3, 4, 90],
  ['of zero', 0, 4, 90],
  ['that counts as available already', 95, 4, 0],
  ['that is no number', NaN, 4, 90],
])('N5 a cache of ZFS %s changes memory to no nonsense', (_, size, minimum, memoryUsage) => {
  const text = `
node_memory_MemTotal_bytes 100
node_memory_MemAvailable_bytes 10
node_zfs_arc_size ${size}
node_zfs_arc_c_min ${minimum}
`;
  expect(nodeFigures(text, null, now)).toEqual({ memoryUsage });
});

test('N5 windows_exporter: available memory contains the standby cache, in each name', () => {
  for (const name of ['windows_memory_physical_free_bytes', 'windows_memory_available_bytes']) {
    const text = `
${name} 6e+09
windows_memory_free_and_zero_page_list_bytes 1e+08
windows_memory_standby_cache_normal_priority_bytes 5.9e+09
windows_memory_physical_total_bytes 8e+09
`;
    expect(windowsFigures(text, null, now)).toEqual({ memoryUsage: 25 });
  }
});

const inodes = (mount: string, fstype: string, files: number, free: number) => `
node_filesystem_files{device="${mount}",fstype="${fstype}",mountpoint="${mount}"} ${files}
node_filesystem_files_free{device="${mount}",fstype="${fstype}",mountpoint="${mount}"} ${free}
`;

test('N12 node_exporter: the file system with the fewest free inodes', () => {
  const text =
    inodes('/', 'ext4', 1_000, 400) + inodes('/var', 'xfs', 1_000, 20) + inodes('/srv', 'xfs', 9, 9);
  expect(nodeFigures(text, null, now)).toEqual({ inodes: { place: '/var', usage: 98 } });
});

test.each([
  ['btrfs', 0, 0],
  ['vfat', 0, 0],
  ['ceph', 5_000, 2 ** 64],
  ['tmpfs', 1_000, 0],
  ['squashfs', 1_000, 0],
  ['iso9660', 1_000, 0],
])('N12 node_exporter: %s has no inodes that run out', (fstype, files, free) => {
  expect(nodeFigures(inodes('/x', fstype, files, free), null, now)).toEqual({});
});

test('N12 node_exporter: a file system for reading only needs no inodes', () => {
  const text = `${inodes('/x', 'ext4', 10, 0)}node_filesystem_readonly{device="/x",fstype="ext4",mountpoint="/x"} 1\n`;
  expect(nodeFigures(text, null, now)).toEqual({});
});
