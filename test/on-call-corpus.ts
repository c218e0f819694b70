/**
 * An inventory of about a hundred servers, and what a person on call asks of it. All questions were written before the parser that
 * they judge. `server/assistant/on-call-corpus.test.ts` asks them.
 */

const SITES = [
  ['mel', 'Melbourne DC1'],
  ['syd', 'Sydney DC2'],
  ['fra', 'Frankfurt'],
  ['dub', 'Dublin Data Centre'],
  ['sin', 'Singapore'],
] as const;
const ROLES = [
  ['web', 'Web Server', 'Web Team'],
  ['db', 'Database', 'Database Team'],
  ['app', 'Application Server', 'Platform Team'],
  ['dc', 'Domain Controller', 'Platform Team'],
  ['mail', 'Mail Relay', 'Network Operations'],
] as const;
const SYSTEMS = [
  'Ubuntu 22.04 LTS',
  'Windows Server 2019',
  'Debian 12',
  'Ubuntu 20.04 LTS',
  'Red Hat Enterprise Linux 9',
  'Windows Server 2022',
  'CentOS 7',
] as const;
const ENVIRONMENTS = ['production', 'production', 'staging', 'production', 'development'] as const;
const STATUSES = [
  'online',
  'online',
  'online',
  'online',
  'offline',
  'online',
  'warning',
  'online',
  'maintenance',
] as const;
const NETWORKS = ['DMZ', 'Hosting Zone', 'Secure Zone'] as const;
/** Names that begin like a weekday or a month, and names without a pattern. */
const OTHERS = [
  'mon-01',
  'dec-01',
  'sat-app-02',
  'fri-web',
  'mar-db-1',
  'sun-web',
  'may-cache',
  'mx3',
  'vpn1',
  'fra-pg-01',
  'db-2',
];
const PER_ROLE = 4;

export type OnCallServer = ReturnType<typeof serverAt>;

function serverAt(name: string, index: number, [site, role]: [number, number]) {
  return {
    body: {
      name,
      hostname: `${name}.example.com`,
      ipAddress: `10.${20 + site}.${role}.${10 + index}`,
      serverLocation: SITES[site]?.[1] ?? null,
      primaryFunction: ROLES[role]?.[1] ?? null,
      teamOwner: index % 11 === 10 ? null : (ROLES[role]?.[2] ?? null),
      operatingSystem: SYSTEMS[index % SYSTEMS.length] ?? null,
      environment: ENVIRONMENTS[(index * 3 + site) % ENVIRONMENTS.length] ?? 'production',
      status: STATUSES[(index * 5) % STATUSES.length] ?? 'online',
      network: NETWORKS[(index + role) % NETWORKS.length] ?? null,
      serverType: index % 4 === 0 ? ('physical' as const) : ('virtual' as const),
      hardwareModel: index % 4 === 0 ? 'Dell PowerEdge R750' : null,
      keyContacts: index % 6 === 0 ? 'Duty desk, 4711' : null,
      notes: index % 13 === 0 ? 'Patched for CVE-2024-3094' : null,
    },
    figures: {
      cpu: (index * 37) % 101,
      memory: (index * 53) % 101,
      disk: (index * 71) % 101,
      uptimeDays: ((index * 17) % 500) + 1,
    },
    createdDaysAgo: index + 1,
    certificateInDays: index % 5 === 0 ? index * 3 - 40 : null,
    isMeasured: index % 10 !== 9,
  };
}

export const ON_CALL_SERVERS: OnCallServer[] = [
  ...SITES.flatMap(([site], siteAt) =>
    ROLES.flatMap(([role], roleAt) =>
      Array.from({ length: PER_ROLE }, (_, n) =>
        serverAt(`${site}-${role}-0${n + 1}`, (siteAt * ROLES.length + roleAt) * PER_ROLE + n, [
          siteAt,
          roleAt,
        ]),
      ),
    ),
  ),
  ...OTHERS.map((name, n) => serverAt(name, 100 + n, [n % SITES.length, n % ROLES.length])),
];

/** Outages: server, hours ago that it began, hours that it lasted; null while it lasts. */
export const ON_CALL_OUTAGES: [name: string, hoursAgo: number, hours: number | null][] = [
  ['mel-web-03', 30, 2],
  ['fra-db-02', 5, 1],
  ['fra-db-02', 200, 3],
  ['sin-mail-01', 900, 40],
  ['dub-app-01', 50, null],
];

export const ON_CALL_PAGES: [title: string, content: string][] = [
  [
    'Restart the mail relay',
    'Log in to the mail relay and run `systemctl restart postfix`. Then check the queue with mailq.',
  ],
  [
    'Replace an expired certificate',
    'Request a new certificate, copy it to the load balancer and reload nginx.',
  ],
  [
    'Disk full on a database server',
    'Remove old WAL archives. Extend the volume if less than five percent remain.',
  ],
  [
    'VPN access for contractors',
    'Contractors get VPN access for 30 days. The line manager approves the request.',
  ],
  ['Escalation policy', 'Call the duty manager after 30 minutes. The second line is reached by pager.'],
  ['Desktop Ubuntu server', 'How we build the desktop image that runs on Ubuntu.'],
  [
    'Backup retention',
    'Nightly backups are kept for 35 days, monthly backups for a year. Restores are tested each quarter.',
  ],
  ['Printer queue stuck', 'Stop the spooler, delete the files in the spool folder, start the spooler.'],
];

/** The number of servers that match the SQL. */
export const ON_CALL_COUNTS: [where: string, ...questions: string[]][] = [
  [
    "server_location = 'Melbourne DC1'",
    'how many servers in melbourne',
    'number of boxes at Melbourne DC1',
    "what's the count of hosts in Melbourne",
  ],
  [
    "operating_system like 'Windows%'",
    'how many windows servers do we have',
    'count of windows machines',
    'How many hosts are on Windows?',
  ],
  [
    "operating_system like 'Windows%' and server_location = 'Sydney DC2'",
    'how many windows boxes in sydney',
    'number of sydney servers running windows',
  ],
  ["operating_system = 'CentOS 7'", 'how many centos 7 servers are left', 'how many are still on CentOS'],
  [
    "status = 'offline'",
    'how many servers are down',
    'how many are offline right now',
    'count of unreachable servers',
  ],
  [
    "status = 'offline' and environment = 'production'",
    'how many prod servers are down',
    'number of production servers offline',
  ],
  [
    "environment = 'production' and operating_system like 'Ubuntu%'",
    'how many ubuntu servers are in production',
  ],
  [
    "team_owner = 'Database Team'",
    'how many servers does the database team own',
    'count servers owned by the Database Team',
  ],
  [
    'team_owner is null',
    'how many servers have no owner',
    'number of servers without an owner',
    'how many servers are unowned',
  ],
  ["server_type = 'physical'", 'how many physical servers', 'how many bare metal boxes do we run'],
  ["network = 'DMZ'", 'how many servers are in the dmz', 'number of dmz hosts'],
  [
    "primary_function = 'Domain Controller'",
    'how many domain controllers are there',
    'count the domain controllers',
  ],
  ['cpu_usage > 80', 'how many servers are above 80% cpu', 'number of servers with cpu over 80 percent'],
  ['disk_usage > 90', 'how many servers have a disk over 90% full', 'how many disks are more than 90 % full'],
  [
    'uptime > 365 * 86400',
    'how many servers have been up for more than a year',
    'how many servers have an uptime over 365 days',
  ],
  ["ip_address like '10.20.%'", 'how many servers are in 10.20.0.0/16', 'how many hosts in 10.20.*'],
  [
    "environment <> 'production'",
    'how many servers are not in production',
    'number of non-production servers',
  ],
  ["status = 'maintenance'", 'how many servers are in maintenance'],
  [
    "server_location in ('Melbourne DC1', 'Sydney DC2')",
    'how many servers in melbourne and sydney',
    'how many servers are in Sydney or Melbourne',
  ],
  ["operating_system not like 'Windows%'", 'how many linux servers', 'how many servers do not run windows'],
  [
    "created_at >= timestamptz '2431-03-12T01:00:00Z' - interval '7 days'",
    'how many servers were added in the last 7 days',
  ],
  ['true', 'how many servers do we have', 'how many servers in total', 'total number of servers'],
];

/** The servers that match the SQL. */
export const ON_CALL_LISTS: [where: string, ...questions: string[]][] = [
  [
    "status = 'offline'",
    'which servers are down?',
    'list everything that is offline',
    "what's down",
    'any servers down right now?',
  ],
  [
    "status = 'offline' and server_location = 'Frankfurt'",
    'what is down in frankfurt',
    'Frankfurt servers that are offline',
  ],
  ["status in ('offline', 'warning')", 'which servers need attention?', 'is anything broken?'],
  [
    "environment = 'staging' and server_location = 'Dublin Data Centre'",
    'staging servers in dublin',
    "list dublin's staging boxes",
  ],
  [
    "operating_system = 'CentOS 7' and environment = 'production'",
    'which production servers still run centos 7?',
    'centos prod servers',
  ],
  [
    "operating_system = 'Windows Server 2019'",
    'show all windows 2019 servers',
    'which boxes run Windows Server 2019?',
    'list win'.concat('dows server 2019 hosts'),
  ],
  [
    "operating_system like 'Debian%' and status = 'online'",
    'online debian servers',
    'which debian machines are up?',
  ],
  ['team_owner is null', 'servers without an owner', 'which servers have no team?', 'servers nobody owns'],
  [
    "team_owner = 'Web Team' and server_location = 'Singapore'",
    'web team servers in singapore',
    'which servers in singapore does the web team own?',
  ],
  [
    "key_contacts is null and environment = 'production'",
    'production servers without contacts',
    'prod servers that have no contacts',
  ],
  [
    'disk_usage > 90',
    'which servers have less than 10% disk left?',
    'disks over 90% full',
    'servers with disk usage above 90',
  ],
  ['memory_usage > 80 and cpu_usage > 50', 'servers with memory over 80% and cpu over 50%'],
  ['cpu_usage < 5', 'servers with cpu below 5 %', 'which servers use less than 5% cpu'],
  [
    'uptime > 365 * 86400',
    'servers not rebooted for over a year',
    'which servers have been up more than a year?',
    'servers that have not been rebooted for more than 365 days',
  ],
  ['uptime < 30 * 86400', 'servers rebooted in the last 30 days', 'servers with less than 30 days of uptime'],
  [
    "certificate_expires_at >= timestamptz '2431-03-12T01:00:00Z' and certificate_expires_at < timestamptz '2431-04-11T01:00:00Z'",
    'certs expiring in the next 30 days',
    'which certificates run out within 30 days?',
  ],
  [
    "certificate_expires_at < timestamptz '2431-03-12T01:00:00Z'",
    'which certificates have expired?',
    'expired certs',
  ],
  [
    "ip_address like '10.22.%'",
    'servers in 10.22.0.0/16',
    'hosts with an ip in 10.22.*',
    'servers with an ip starting with 10.22',
  ],
  [
    "network = 'DMZ' and operating_system like 'Windows%'",
    'windows servers in the dmz',
    'dmz boxes on windows',
  ],
  [
    "network <> 'DMZ' and server_location = 'Singapore'",
    'singapore servers outside the dmz',
    'servers in Singapore that are not in the DMZ',
  ],
  ["hardware_model is null and server_type = 'physical'", 'physical servers without a hardware model'],
  [
    "primary_function = 'Mail Relay' and environment = 'production'",
    'production mail relays',
    'mail relays in prod',
  ],
  ["server_type = 'physical' and environment = 'development'", 'physical dev servers'],
  ["notes ilike '%CVE-2024-3094%'", 'which servers mention CVE-2024-3094?', 'servers with CVE-2024-3094'],
  [
    "name in ('mon-01')",
    'mon-01',
    'is mon-01 up?',
    'status of mon-01',
    "what is mon-01's ip?",
    'who owns mon-01',
  ],
  ["name in ('dec-01')", 'dec-01', 'is dec-01 down', 'where is dec-01?', 'uptime of dec-01'],
  ["name in ('sat-app-02')", 'what os does sat-app-02 run', 'sat-app-02'],
  ["name in ('fri-web')", 'is fri-web online?', 'fri-web cpu'],
  ["name in ('mar-db-1')", 'mar-db-1 status', 'memory of mar-db-1'],
  ["name in ('sun-web')", 'sun-web', 'which team owns sun-web'],
  ["name in ('may-cache')", 'may-cache disk', 'is may-cache ok'],
  ["name in ('mon-01', 'dec-01')", 'status of mon-01 and dec-01', 'compare mon-01 and dec-01'],
  ["ip_address = '10.20.0.10'", '10.20.0.10', 'which server has the ip 10.20.0.10?', 'who is 10.20.0.10'],
  ['last_health_check is null', 'servers that were never checked', 'which hosts have never been checked'],
  [
    "operating_system like 'Ubuntu%' and operating_system <> 'Ubuntu 22.04 LTS'",
    'ubuntu servers older than 22.04',
  ],
  [
    "environment = 'production' and (server_location = 'Frankfurt' or server_location = 'Singapore')",
    'production servers in frankfurt or singapore',
    'prod in frankfurt and singapore',
  ],
  [
    "server_location <> 'Singapore' and status = 'offline'",
    'offline servers that are not in singapore',
    'offline outside singapore',
  ],
  [
    "operating_system like 'Windows%' and server_location = 'Melbourne DC1'",
    'windws servrs in melborne',
    'wich windows servers are in melbourne',
  ],
  ["status = 'offline' and environment = 'production'", 'prodution servers that are ofline'],
];

/** The first server of the SQL's order. */
export const ON_CALL_RANKS: [order: string, ...questions: string[]][] = [
  [
    'uptime desc',
    'oldest uptime',
    'which server has the longest uptime?',
    'longest running server',
    'which server has been up the longest',
  ],
  ['uptime asc', 'which server was rebooted most recently?', 'lowest uptime'],
  ['cpu_usage desc', 'busiest server', 'which server has the highest cpu?', 'what uses the most cpu'],
  ['disk_usage desc', 'fullest disk', 'which server has the least free disk space?'],
  ['memory_usage desc', 'top server by memory', 'who has the highest memory usage'],
  ['created_at desc', 'newest server', 'which server was added last?', 'most recently added server'],
  ['created_at asc', 'oldest server'],
];

/** A part of the reply. */
export const ON_CALL_REPLIES: [part: string, ...questions: string[]][] = [
  ['OS: **Debian 12**', "mx3's os", 'mx3’s os', 'what os is mx3 on', 'os of mx3', 'operating system of mx3?'],
  [
    'IP: `10.24.4.119`',
    "fra-pg-01's ip",
    'whats the ip of fra-pg-01',
    "what's the ip address of fra-pg-01?",
    'ip fra-pg-01',
    'fra-pg-01 ip',
  ],
  [
    'Team: **Web Team**',
    'owner of mel-web-01',
    "mel-web-01's owner",
    'who owns mel-web-01?',
    'which team is responsible for mel-web-01',
  ],
  ['Contacts: ', 'whom do I ring about db-2', 'who do I call about db-2?', 'on call for db-2'],
  [
    'Location: **Melbourne DC1**',
    'where is mel-web-01',
    'what site is mel-web-01 in?',
    'location of mel-web-01',
  ],
  ['Status: **', 'is mel-web-01 up', 'status of syd-db-02', 'is fra-app-03 down?'],
  [
    '- OS: Debian 12: **16**',
    'more debian or more centos',
    'debian vs centos',
    'do we have more debian or centos servers?',
  ],
  ['- Location: Singapore: **', 'are there more servers in singapore or in dublin?'],
  [
    '- Melbourne DC1: **',
    'servers per location',
    'how many servers per site',
    'servers by location',
    'which location has the most servers?',
  ],
  ['- production: **', 'how many servers per environment', 'count by environment'],
  ['- Windows Server 2019: **', 'which operating systems do we run?', 'breakdown by os'],
  ['The average CPU is', 'average cpu', 'mean cpu usage of all servers'],
  ['**1** outage of servers (this server)', 'when was mel-web-03 down?', 'outages of mel-web-03'],
  [
    '**2** outages of servers (this server)',
    'how often was fra-db-02 down?',
    'how many outages did fra-db-02 have?',
  ],
  ['fra-db-02', 'what was down in the last 12 hours?', 'outages today', 'what went down in the last 6 hours'],
  ['is **', 'why is dub-app-01 down?', 'what is wrong with dub-app-01'],
  ['dub-app-01', 'which server has been down the longest?', 'what is down for more than a day?'],
];

/** Servers that do not exist. The reply names them. */
export const ON_CALL_MISSING: [name: string, ...questions: string[]][] = [
  [
    'crm-prod-07',
    'is crm-prod-07 up',
    'crm-prod-07',
    "crm-prod-07's ip",
    'who owns crm-prod-07?',
    'why is crm-prod-07 down',
    'how many outages did crm-prod-07 have',
  ],
  ['mel-web-09', 'status of mel-web-09', 'is mel-web-09 down?', 'uptime of mel-web-09'],
  ['tue-02', 'is tue-02 up?', 'tue-02'],
  ['jan-web-3', 'cpu of jan-web-3', 'where is jan-web-3'],
  ['web-prod-44', 'is web-prod-44 in production?'],
];

/** No figure and no list, unless the words that were not read are shown. */
export const ON_CALL_HONEST: string[] = [
  'how many servers have 8 cores',
  'how many servers have more than 64 GB of ram',
  'which servers cost the most',
  'servers in melbrn',
  'how many servers in Atlantis',
  'how many servers are patched',
  'which servers have docker installed',
  'how many red servers are in the blue rack',
  'servers with two power supplies',
  'how many servers were down twice last week',
  'which servers did ann restart',
  'how many servers failed the audit',
  'who rebooted mel-web-01',
  'which production servers have the wrong owner',
  'list the servers that john bought',
  'servers with a raid controller',
  'how many tickets are open',
  'how many users logged in today',
  'which server has the most users',
  'how many servers are slower than last month',
  'how many backups failed',
  'servers that will run out of disk next week',
  'when will the disk of mel-web-01 be full',
  'how many servers use tls 1.0',
  'which servers changed owner',
  'how many servers moved to frankfurt',
  'show servers without antivirus',
  'how many sql server licences do we need',
  'what does a server cost',
];

/** Questions that a page answers: its title is in the reply. */
export const ON_CALL_DOCUMENTS: [title: string, ...questions: string[]][] = [
  [
    'Restart the mail relay',
    'how do I restart the mail relay?',
    'restart mail relay',
    'postfix restart steps',
  ],
  [
    'Replace an expired certificate',
    'how to replace an expired certificate',
    'what do I do when a certificate is expired?',
  ],
  [
    'Disk full on a database server',
    'what to do when the disk of a database server is full',
    'disk full on a database server',
  ],
  ['VPN access for contractors', 'how long do contractors have vpn access?', 'vpn for contractors'],
  ['Escalation policy', 'when do I call the duty manager?', 'escalation policy'],
  ['Desktop Ubuntu server', 'desktop ubuntu server'],
  ['Backup retention', 'how long are backups kept', 'how long do we keep bakups', 'backup retention'],
  ['Printer queue stuck', 'printer queue is stuck', 'the printer queue hangs, what now?'],
];

/** A question after others of the same conversation, with a part of its reply. */
export const ON_CALL_TALKS: [part: string, ...turns: string[]][] = [
  ['(Location: Melbourne DC1, Status: offline)', 'servers in melbourne', 'how many of them are offline?'],
  ['(Location: Sydney DC2)', 'how many servers in melbourne', 'and in sydney?'],
  ['Team: **', 'is mel-web-01 up?', 'who owns it?'],
  ['OS: **', 'where is mel-web-01?', 'and its os?'],
  ['(Environment: production, OS: CentOS 7)', 'production servers', 'how many run centos?'],
  [
    '**6** servers (OS: Windows Server, Location: Sydney DC2)',
    'is mel-web-01 up?',
    'windows servers in sydney',
  ],
  ['**4** outages since 2431-03-01', 'outages', 'this month'],
  ['(Status: offline) by Location', 'how many servers are offline? in which sites?'],
];

export const ON_CALL_SMALL_TALK: string[] = [
  'hi',
  'hello there',
  'thanks',
  'thank you very much',
  'ok',
  'help',
];
