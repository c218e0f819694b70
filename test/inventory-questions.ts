/** What is asked in three wordings, and which rows it means. */
type Kind = [
  kind: string,
  where: string,
  counting: [string, string, string],
  listing: [string, string, string],
];
export const INVENTORY_QUESTIONS: Kind[] = [
  [
    'environment',
    "environment = 'production'",
    [
      'How many production servers are there?',
      'count the servers in production',
      'What is the number of prod hosts',
    ],
    [
      'List all production servers',
      'Which servers are in production?',
      'show me the machines in the production environment',
    ],
  ],
  [
    'status',
    "status = 'offline'",
    ['How many servers are offline?', 'Number of servers that are down', 'count offline hosts'],
    ['Which servers are down?', 'list offline servers', 'Show me all hosts that are offline please'],
  ],
  [
    'not a status',
    "status <> 'online'",
    ['How many servers are not online?', 'count servers that arent online', 'number of hosts not online'],
    ['Which servers are not online?', 'list servers that aren’t online', 'show hosts not online'],
  ],
  [
    'location',
    "server_location = 'Auburn'",
    [
      'How many servers are in Auburn?',
      'count the Auburn servers',
      'How many machines do we have located at Auburn',
    ],
    ['Show Auburn servers', 'Which servers are located in Auburn?', 'give me the hosts at auburn'],
  ],
  [
    'part of a location',
    "server_location = 'Dublin Data Centre'",
    [
      'How many servers are in Dublin?',
      'count servers at the Dublin Data Centre',
      'number of dublin machines',
    ],
    ['List servers in Dublin', 'which hosts are at Dublin Data Centre?', 'Dublin servers'],
  ],
  [
    'operating system',
    "operating_system like 'Ubuntu%'",
    ['How many servers run Ubuntu?', 'count ubuntu hosts', 'number of servers running Ubuntu'],
    ['Which servers run Ubuntu?', 'List all Ubuntu machines', 'show servers on ubuntu'],
  ],
  [
    'version of a system',
    "operating_system = 'Windows Server 2019'",
    [
      'How many Windows Server 2019 servers do we have?',
      'count windows 2019 hosts',
      'how many machines are running Windows Server 2019?',
    ],
    [
      'List Windows Server 2019 machines',
      'Which servers are on Windows 2019?',
      'show all windows server 2019 hosts',
    ],
  ],
  [
    'owner',
    "team_owner = 'Midrange Services Team'",
    [
      'How many servers does the Midrange Services Team own?',
      'count servers owned by Midrange Services',
      'How many hosts belong to Midrange Services Team?',
    ],
    [
      'Which servers are owned by Midrange Services Team?',
      'list midrange services servers',
      'Show the machines of the Midrange Services Team',
    ],
  ],
  [
    'type',
    "server_type = 'physical'",
    ['How many physical servers are there?', 'count bare metal machines', 'number of physical hosts'],
    ['List physical servers', 'Which servers are bare-metal?', 'show me all the physical machines'],
  ],
  [
    'network',
    "network = 'DMZ'",
    ['How many servers are in the DMZ?', 'count DMZ hosts', 'number of machines in dmz'],
    ['Which servers are in the DMZ?', 'list dmz servers', 'Show hosts on the network DMZ'],
  ],
  [
    'function',
    "(primary_function = 'POS')",
    ['How many POS servers are there?', 'count servers with the function POS', 'number of pos machines'],
    ['List all POS servers', 'which servers have the role POS?', 'show POS hosts'],
  ],
  [
    'two filters',
    "environment = 'staging' and status = 'online'",
    [
      'How many staging servers are online?',
      'count online servers in staging',
      'number of online hosts in the staging environment',
    ],
    [
      'Which staging servers are online?',
      'list online servers in staging',
      'Show all staging machines that are online',
    ],
  ],
  [
    'three filters',
    "environment = 'production' and server_type = 'virtual' and operating_system like 'Windows%'",
    [
      'How many virtual production servers run Windows?',
      'count windows vms in production',
      'number of virtual Windows servers in prod',
    ],
    [
      'List virtual Windows servers in production',
      'Which production servers are virtual and run Windows?',
      'show windows virtual machines in production',
    ],
  ],
  [
    'not an owner',
    "team_owner is distinct from 'IT Security'",
    ['How many servers are not owned by IT Security?', 'count hosts that arent owned by the IT Security team', "number of servers that don't belong to IT Security"],
    ['Which servers are not owned by IT Security?', 'list machines not managed by IT Security', 'show all servers except those owned by IT Security'],
  ],
  [
    'a field that nobody filled in',
    "coalesce(hardware_model, '') = ''",
    ['How many servers have no hardware model?', 'count servers without a hardware model', 'number of hosts with no hardware model recorded'],
    ['Which servers have no hardware model?', 'list servers without hardware model', 'show hosts whose hardware model is missing'],
  ],
  [
    'one of two fields',
    "(environment = 'production' or server_location = 'Auburn')",
    ['How many servers are in production or in Auburn?', 'count hosts that are in Auburn or in production', 'number of machines in production or located in Auburn'],
    ['Which servers are in production or in Auburn?', 'list servers in Auburn or production', 'show hosts that are in production or at Auburn'],
  ],
  [
    'one of two fields beside a third',
    "(environment = 'production' or server_location = 'Auburn') and server_type = 'physical'",
    ['How many physical servers are in production or in Auburn?', 'count physical hosts that are in Auburn or in production', 'number of physical machines in production or in Auburn'],
    ['Which physical servers are in production or in Auburn?', 'list physical servers in Auburn or production', 'show physical hosts that are in production or at Auburn'],
  ],
  [
    'two values of a field',
    "status in ('offline', 'maintenance')",
    ['How many servers are offline or in maintenance?', 'count hosts that are down or under maintenance', 'number of servers in maintenance or offline'],
    ['Which servers are offline or in maintenance?', 'list offline or maintenance servers', 'show hosts in maintenance or down'],
  ],
  [
    'neither of two values',
    "server_location not in ('Auburn', 'Singapore')",
    ['How many servers are not in Auburn or Singapore?', 'count servers that are not located in Auburn or in Singapore', 'number of hosts outside Auburn and Singapore'],
    ['Which servers are not in Auburn or Singapore?', 'list servers not in Auburn nor Singapore', 'show hosts outside of Auburn or Singapore'],
  ],
  [
    'short name of a system',
    "operating_system = 'Red Hat Enterprise Linux 9'",
    ['How many servers run RHEL 9?', 'count rhel9 hosts', 'number of machines running Red Hat 9'],
    ['Which servers run RHEL 9?', 'list all rhel 9 machines', 'show servers on Red Hat Enterprise Linux 9'],
  ],
  [
    'misspelt words',
    "environment = 'production' and status = 'offline'",
    ['How many ofline servers are in prodution?', 'count offlnie prodcution hosts', 'number of ofline servers in prodution'],
    ['Which prodution servers are ofline?', 'list ofline servers in prodution', 'show offlne hosts in producton'],
  ],
]; // prettier-ignore
