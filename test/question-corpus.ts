/**
 * Questions about the inventory, in the words of many people, with the SQL of the correct answer.
 * `server/assistant/questions.test.ts` measures the parser against all of them. A change to the parser must help this file
 * as a whole; single questions get no special case.
 */
export const QUESTIONS: { where: string; count: string[]; list: string[] }[] = [
  {
    where: 'uptime between 10 * 86400 and 40 * 86400',
    count: ['how many servers have an uptime between 10 and 40 days'],
    list: ['which hosts have between 10 and 40 days of uptime?'],
  },
  {
    where: 'disk_usage >= 60',
    count: ['how many servers have 60% or more disk'],
    list: [],
  },
  {
    where: "server_location = 'Singapore' and environment = 'production'",
    count: ['how many servers are in both Singapore and production'],
    list: [],
  },
  {
    where: "operating_system not like 'Windows%'",
    count: ['count the linux servers', 'how many of our hosts run Linux?'],
    list: ['list all linux servers'],
  },
  { where: 'false', count: ['how many servers run CentOS 8?', 'number of CentOS machines'], list: [] },
  {
    where: 'true',
    count: [
      'How many boxes do we have in total?',
      'what is the total number of servers we own',
      'amount of servers',
    ],
    list: [],
  },
  {
    where: 'cpu_usage > 60',
    count: ['How many servers have a cpu above 60%?'],
    list: ['which servers have a cpu usage over 60 %'],
  },
  {
    where: "status in ('offline', 'warning')",
    count: ['how many servers have a problem'],
    list: ['which servers have an issue'],
  },
  {
    where: 'uptime > 30 * 86400',
    count: ['how many servers are up for more than 30 days'],
    list: ['servers that are up for over 30 days'],
  },
  {
    where: 'cpu_usage > 65 or memory_usage > 75',
    count: ['how many servers exceed 65% cpu or 75% ram'],
    list: ['servers with more than 65 percent cpu or 75 percent memory', 'cpu over 65% or memory 75%'],
  },
  {
    where: "(operating_system = 'Debian 12' or operating_system like 'Ubuntu%') and environment = 'staging'",
    count: [
      'How many Debian or Ubuntu boxes do we operate in staging?',
      'how many servers run Debian or Ubuntu in staging',
    ],
    list: ['Debian or Ubuntu servers in staging', 'which of our Debian or Ubuntu hosts are in staging'],
  },
  {
    where: "server_location in ('Auburn', 'Singapore') and environment <> 'production'",
    count: ['how many servers in Auburn or Singapore are not in production'],
    list: ['list servers in Auburn or Singapore but not in production'],
  },
  {
    where: "environment = 'production'",
    count: [
      'How many production servers are there?',
      'count the servers in production',
      'What is the number of prod hosts',
    ],
    list: [
      'List all production servers',
      'Which servers are in production?',
      'show me the machines in the production environment',
    ],
  },
  {
    where: "status = 'offline'",
    count: [
      'How many servers are offline?',
      'Number of servers that are down',
      'count offline hosts',
      'how many boxes are dead right now',
    ],
    list: [
      'Which servers are down?',
      'list offline servers',
      'Show me all hosts that are offline please',
      'is anything down?',
      'is anything ofline right now',
      'whats down',
      "what's currently unreachable",
    ],
  },
  {
    where: "status <> 'online'",
    count: [
      'How many servers are not online?',
      'count servers that arent online',
      'number of hosts not online',
    ],
    list: ['Which servers are not online?', 'list servers that aren’t online', 'show hosts not online'],
  },
  {
    where: "server_location = 'Auburn'",
    count: [
      'How many servers are in Auburn?',
      'count the Auburn servers',
      'How many machines do we have located at Auburn',
    ],
    list: ['Show Auburn servers', 'Which servers are located in Auburn?', 'give me the hosts at auburn'],
  },
  {
    where: "server_location = 'Dublin Data Centre'",
    count: [
      'How many servers are in Dublin?',
      'count servers at the Dublin Data Centre',
      'number of dublin machines',
    ],
    list: ['List servers in Dublin', 'which hosts are at Dublin Data Centre?', 'Dublin servers'],
  },
  {
    where: "operating_system like 'Ubuntu%'",
    count: ['How many servers run Ubuntu?', 'count ubuntu hosts', 'number of servers running Ubuntu'],
    list: ['Which servers run Ubuntu?', 'List all Ubuntu machines', 'show servers on ubuntu'],
  },
  {
    where: "operating_system = 'Windows Server 2019'",
    count: [
      'How many Windows Server 2019 servers do we have?',
      'count windows 2019 hosts',
      'how many machines are running Windows Server 2019?',
    ],
    list: [
      'List Windows Server 2019 machines',
      'Which servers are on Windows 2019?',
      'show all windows server 2019 hosts',
    ],
  },
  {
    where: "team_owner = 'Midrange Services Team'",
    count: [
      'How many servers does the Midrange Services Team own?',
      'count servers owned by Midrange Services',
      'How many hosts belong to Midrange Services Team?',
    ],
    list: [
      'Which servers are owned by Midrange Services Team?',
      'list midrange services servers',
      'Show the machines of the Midrange Services Team',
    ],
  },
  {
    where: "server_type = 'physical'",
    count: ['How many physical servers are there?', 'count bare metal machines', 'number of physical hosts'],
    list: ['List physical servers', 'Which servers are bare-metal?', 'show me all the physical machines'],
  },
  {
    where: "network = 'DMZ'",
    count: ['How many servers are in the DMZ?', 'count DMZ hosts', 'number of machines in dmz'],
    list: ['Which servers are in the DMZ?', 'list dmz servers', 'Show hosts on the network DMZ'],
  },
  {
    where: "(primary_function = 'POS')",
    count: [
      'How many POS servers are there?',
      'count servers with the function POS',
      'number of pos machines',
    ],
    list: ['List all POS servers', 'which servers have the role POS?', 'show POS hosts'],
  },
  {
    where: "environment = 'staging' and status = 'online'",
    count: [
      'How many staging servers are online?',
      'count online servers in staging',
      'number of online hosts in the staging environment',
    ],
    list: [
      'Which staging servers are online?',
      'list online servers in staging',
      'Show all staging machines that are online',
    ],
  },
  {
    where: "environment = 'production' and server_type = 'virtual' and operating_system like 'Windows%'",
    count: [
      'How many virtual production servers run Windows?',
      'count windows vms in production',
      'number of virtual Windows servers in prod',
    ],
    list: [
      'List virtual Windows servers in production',
      'Which production servers are virtual and run Windows?',
      'show windows virtual machines in production',
    ],
  },
  {
    where: "team_owner is distinct from 'IT Security'",
    count: [
      'How many servers are not owned by IT Security?',
      'count hosts that arent owned by the IT Security team',
      "number of servers that don't belong to IT Security",
    ],
    list: [
      'Which servers are not owned by IT Security?',
      'list machines not managed by IT Security',
      'show all servers except those owned by IT Security',
    ],
  },
  {
    where: "coalesce(hardware_model, '') = ''",
    count: [
      'How many servers have no hardware model?',
      'count servers without a hardware model',
      'number of hosts with no hardware model recorded',
    ],
    list: [
      'Which servers have no hardware model?',
      'list servers without hardware model',
      'show hosts whose hardware model is missing',
    ],
  },
  {
    where: "(environment = 'production' or server_location = 'Auburn')",
    count: [
      'How many servers are in production or in Auburn?',
      'count hosts that are in Auburn or in production',
      'number of machines in production or located in Auburn',
    ],
    list: [
      'Which servers are in production or in Auburn?',
      'list servers in Auburn or production',
      'show hosts that are in production or at Auburn',
    ],
  },
  {
    where: "(environment = 'production' or server_location = 'Auburn') and server_type = 'physical'",
    count: [
      'How many physical servers are in production or in Auburn?',
      'count physical hosts that are in Auburn or in production',
      'number of physical machines in production or in Auburn',
    ],
    list: [
      'Which physical servers are in production or in Auburn?',
      'list physical servers in Auburn or production',
      'show physical hosts that are in production or at Auburn',
    ],
  },
  {
    where: "status in ('offline', 'maintenance')",
    count: [
      'How many servers are offline or in maintenance?',
      'count hosts that are down or under maintenance',
      'number of servers in maintenance or offline',
    ],
    list: [
      'Which servers are offline or in maintenance?',
      'list offline or maintenance servers',
      'show hosts in maintenance or down',
    ],
  },
  {
    where: "server_location not in ('Auburn', 'Singapore')",
    count: [
      'How many servers are not in Auburn or Singapore?',
      'count servers that are not located in Auburn or in Singapore',
      'number of hosts outside Auburn and Singapore',
    ],
    list: [
      'Which servers are not in Auburn or Singapore?',
      'list servers not in Auburn nor Singapore',
      'show hosts outside of Auburn or Singapore',
    ],
  },
  {
    where: "operating_system = 'Red Hat Enterprise Linux 9'",
    count: ['How many servers run RHEL 9?', 'count rhel9 hosts', 'number of machines running Red Hat 9'],
    list: [
      'Which servers run RHEL 9?',
      'list all rhel 9 machines',
      'show servers on Red Hat Enterprise Linux 9',
    ],
  },
  {
    where: "environment = 'production' and status = 'offline'",
    count: [
      'How many ofline servers are in prodution?',
      'count offlnie prodcution hosts',
      'number of ofline servers in prodution',
    ],
    list: [
      'Which prodution servers are ofline?',
      'list ofline servers in prodution',
      'show offlne hosts in producton',
    ],
  },
  {
    where: 'true',
    count: [
      'How many servers are there?',
      'count all servers',
      'What is the total number of servers in the inventory?',
      'how big is our fleet?',
      'number of servers',
    ],
    list: ['Show all servers', 'list every server'],
  },
  {
    where: 'cpu_usage > 60',
    count: ['how many hosts run above 60 percent cpu'],
    list: [
      'Which servers have cpu usage over 60%?',
      'list servers with more than 60 percent cpu',
      'show hosts where cpu is above 60',
    ],
  },
  {
    where: 'disk_usage < 40',
    count: [
      'How many servers have disk usage below 40%?',
      'count hosts with disk under 40 %',
      'number of servers using less than 40% disk',
    ],
    list: [],
  },
  {
    where: 'memory_usage between 20 and 70',
    count: [],
    list: [
      'Which servers have memory between 20 and 70 percent?',
      'list servers with memory usage from 20% to 70%',
      'show hosts using between 20 and 70 % memory',
    ],
  },
  {
    where: 'disk_usage > 20 and disk_usage < 80',
    count: [],
    list: [
      'Which servers have disk over 20% and under 80%?',
      'list hosts with disk usage above 20 and below 80',
    ],
  },
  {
    where: '(cpu_usage > 70 or memory_usage > 70)',
    count: [],
    list: [
      'Which servers have cpu over 70% or memory over 70%?',
      'list hosts with cpu above 70 or memory above 70',
    ],
  },
  {
    where: "(status = 'offline' or disk_usage > 60)",
    count: [],
    list: [
      'Which servers are offline or have disk over 60%?',
      'list hosts that are down or have more than 60 percent disk',
    ],
  },
  {
    where: 'uptime > 30 * 86400',
    count: ['how many machines have been up for more than a month'],
    list: [
      'Which servers have an uptime over 30 days?',
      'list hosts with uptime longer than 30 days',
      'servers with more than 30 days of uptime',
      'which servers have been running for more than 30 days?',
    ],
  },
  {
    where: 'uptime > 60 * 86400',
    count: [],
    list: ['Which servers have an uptime over 2 months?', 'list hosts with more than 2 months of uptime'],
  },
  {
    where: 'uptime < 7 * 86400',
    count: [],
    list: [
      'which servers were rebooted within the last 7 days?',
      'servers restarted in the last week',
      'list servers with uptime under 7 days',
    ],
  },
  {
    where: "status in ('offline', 'warning')",
    count: [],
    list: [
      'what is wrong?',
      'anything broken right now',
      'which boxes are unhealthy',
      'is something wrong',
      'any servers with problems?',
      'Which servers need attention?',
      'View recent issues',
      'list servers with problems',
    ],
  },
  {
    where: "status = 'maintenance'",
    count: ['how many servers are in maintenance mode'],
    list: ["what's under maintenance", 'show me everything in maintenance'],
  },
  {
    where: "status = 'unknown'",
    count: [],
    list: ['which servers have an unknown status?'],
  },
  {
    where: "status = 'warning' and environment = 'production'",
    count: ['how many prod boxes are degraded'],
    list: ['any production servers with warnings?', 'prod hosts in warning'],
  },
  {
    where: "status = 'online' and network = 'DMZ'",
    count: ['how many DMZ machines are up?'],
    list: ['which dmz hosts are healthy'],
  },
  {
    where: "environment = 'development' and server_location = 'Singapore'",
    count: ['how many dev servers do we have in Singapore'],
    list: ['dev boxes in singapore', 'List the development machines located in Singapore'],
  },
  {
    where: "server_location = 'Leeds, Rack 4'",
    count: ['how many servers stand in Leeds'],
    list: ['what do we have in Leeds?', 'servers in leeds', 'everything in Leeds please'],
  },
  {
    where: "server_location in ('Auburn', 'Singapore')",
    count: ['how many machines in Auburn and Singapore together'],
    list: ['servers in Auburn or Singapore', 'list everything in auburn and singapore'],
  },
  {
    where: "server_location <> 'Singapore'",
    count: ['how many servers are outside Singapore'],
    list: ['servers anywhere but Singapore', 'all servers that are not in Singapore'],
  },
  {
    where: "server_location = 'Auburn' and status <> 'online'",
    count: [],
    list: ["what isn't online in Auburn", 'Auburn servers that are not healthy'],
  },
  {
    where: "operating_system like 'Windows%'",
    count: ['how many windows boxes are left'],
    list: ['all windows servers', 'which machines run Windows'],
  },
  {
    where: "operating_system like 'Windows%' and environment <> 'production'",
    count: [],
    list: ['windows servers outside production', 'non-production windows hosts'],
  },
  {
    where: "operating_system in ('Ubuntu 22.04 LTS', 'Ubuntu 24.04 LTS', 'Debian 12')",
    count: ['how many hosts run ubuntu or debian'],
    list: ['servers on Ubuntu or Debian'],
  },
  {
    where: "operating_system = 'Ubuntu 22.04 LTS'",
    count: ['how many are still on ubuntu 22.04'],
    list: ['ubuntu 22 hosts', 'which servers run Ubuntu 22.04?'],
  },
  {
    where: "operating_system = 'Debian 12' and server_type = 'virtual'",
    count: [],
    list: ['virtual debian machines', 'VMs running Debian 12'],
  },
  {
    where: "team_owner = 'Server Services'",
    count: ['how many servers does Server Services look after'],
    list: ['what does Server Services own?', 'servers belonging to the server services team'],
  },
  {
    where: "team_owner in ('Server Services', 'End User Team')",
    count: [],
    list: ['servers owned by Server Services or the End User Team'],
  },
  {
    where: "team_owner = 'IT Security' and status = 'offline'",
    count: [],
    list: ["which of IT Security's servers are down", 'offline servers owned by IT Security'],
  },
  {
    where: "network = 'Secure Zone'",
    count: ['how many hosts sit in the secure zone'],
    list: ["what's in the Secure Zone", 'list secure zone machines'],
  },
  {
    where: "network <> 'DMZ'",
    count: [],
    list: ['servers not in the DMZ', 'hosts outside the dmz'],
  },
  {
    where: "primary_function = 'Print Server'",
    count: ['how many print servers do we run'],
    list: ['print servers', 'show the print servers'],
  },
  {
    where: "primary_function = 'Mail Relay' and status = 'offline'",
    count: [],
    list: ['mail relays that are down', 'are any mail relays offline?'],
  },
  {
    where: 'primary_function is null',
    count: ['how many servers have no function'],
    list: ['servers without a primary function', 'machines with no role'],
  },
  {
    where: "hardware_model = 'Dell PowerEdge R750'",
    count: ['how many R750s are there', 'count dell poweredge servers'],
    list: ['which servers are Dell?', 'list the PowerEdge R750 machines'],
  },
  {
    where: 'hardware_model is not null',
    count: [],
    list: ['servers that have a hardware model', 'hosts with a hardware model recorded'],
  },
  {
    where: "server_type = 'virtual' and environment = 'production' and status = 'online'",
    count: ['how many production VMs are online'],
    list: ['online virtual machines in prod'],
  },
  {
    where: "cpu_usage > 80 and environment = 'production'",
    count: ['how many production hosts exceed 80% cpu'],
    list: ['prod servers over 80% cpu', 'production machines with cpu higher than 80 percent'],
  },
  {
    where: 'disk_usage >= 90',
    count: [],
    list: ['servers with at least 90% disk', 'disk usage of 90 percent or more'],
  },
  {
    where: "ip_address like '10.%'",
    count: ['how many hosts are in 10.0.0.0/8'],
    list: ['servers in 10.0.0.0/8'],
  },
  {
    where: "name like 'web-%'",
    count: [],
    list: ['web servers', 'all web hosts'],
  },
  {
    where: "name like '%-syd-%'",
    count: ['how many syd hosts'],
    list: ['list syd servers'],
  },
  {
    where: "name like 'db-%' and environment = 'production'",
    count: [],
    list: ['prod db servers'],
  },
  {
    where: 'cpu_usage is null',
    count: [],
    list: ['servers without a cpu figure', 'which hosts have never been measured for cpu'],
  },
  {
    where: 'last_health_check is null',
    count: ['how many servers were never checked'],
    list: ['servers that were never checked'],
  },
  {
    where: "status = 'offline' and environment = 'production'",
    count: [
      'how many of our production servers are down right now?',
      'number of prod machines currently offline',
    ],
    list: [
      'give me all production hosts which are offline at the moment',
      'offline prod',
      'prod servers down',
      'any dead boxes in production?',
    ],
  },
  {
    where: "operating_system like 'Red Hat%'",
    count: ['how many red hat machines do we operate'],
    list: ['show me everything on Red Hat', 'hosts running rhel'],
  },
  {
    where: "team_owner = 'End User Team'",
    count: ['how many servers belong to End User Team'],
    list: [
      "End User Team's servers",
      'what machines does the end user team manage',
      'which hosts are managed by the End User Team?',
    ],
  },
  {
    where: "network = 'Hosting Zone' and status <> 'online'",
    count: [],
    list: [
      'hosting zone servers that are not online',
      'which machines in the Hosting Zone have a status other than online',
    ],
  },
  {
    where: 'memory_usage > 90',
    count: ['how many servers use more than 90% of their memory'],
    list: ['which servers are above 90% RAM', 'servers with ram usage greater than 90', 'memory > 90'],
  },
  {
    where: 'cpu_usage < 10',
    count: [],
    list: ['servers with less than 10 percent cpu', 'cpu below 10%'],
  },
  {
    where: "uptime > 60 * 86400 and environment = 'production'",
    count: [],
    list: ['production servers with more than 60 days uptime'],
  },
  {
    where: "server_type = 'physical' and server_location = 'Dublin Data Centre'",
    count: ['how many physical boxes sit in dublin'],
    list: ['bare metal in Dublin', 'physical servers at the Dublin Data Centre'],
  },
  {
    where: "status = 'warning'",
    count: ['how many servers are in warning state'],
    list: ['servers in warning', 'hosts with status warning'],
  },
  {
    where: "environment = 'staging' and operating_system like 'Windows%'",
    count: [],
    list: ['windows machines in staging', 'staging servers running windows server'],
  },
  {
    where: "environment <> 'production'",
    count: ['how many servers are not in production?'],
    list: ['all non-production servers', 'everything that is not production'],
  },
  {
    where: "team_owner not in ('IT Security', 'Server Services')",
    count: [],
    list: ['servers not owned by IT Security or Server Services'],
  },
  {
    where: "hardware_model = 'HPE ProLiant DL380'",
    count: ['how many ProLiant servers are there'],
    list: ['HPE machines', 'which servers are DL380?'],
  },
  {
    where: 'disk_usage > 80',
    count: ['how many disks are over 80% full'],
    list: ['servers running out of disk, over 80%', 'which hosts have disks more than 80 percent full?'],
  },
  {
    where: "primary_function = 'Mail Relay'",
    count: ['how many mail relays are there'],
    list: ['where are the mail relays', 'all servers that act as mail relay'],
  },
  {
    where: "status in ('online', 'warning') and environment = 'production'",
    count: [],
    list: ['production servers that are online or in warning'],
  },
  {
    where: "environment = 'production' and (cpu_usage > 50 and memory_usage > 50)",
    count: [],
    list: [
      'production servers with cpu over 50% and memory over 50%',
      'prod hosts above 50 percent cpu and above 50 percent memory',
    ],
  },
  { where: "name like 'fs-%'", count: [], list: ['fs servers', 'servers named fs'] },
  {
    where: "status = 'offline' and network = 'DMZ'",
    count: ['is there anything down in the DMZ, and how many?'],
    list: ['anything down in the dmz?', 'Hi, could you tell me which DMZ servers are offline please?'],
  },
  {
    where: "environment = 'production' and team_owner = 'Midrange Services Team'",
    count: ['how many prod servers does Midrange Services run'],
    list: [
      'Midrange Services production hosts',
      'production servers looked after by the Midrange Services Team',
    ],
  },
  {
    where: "operating_system = 'Windows Server 2022'",
    count: ['how many are on windows server 2022'],
    list: ['Windows 2022 servers', 'list everything running Windows Server 2022'],
  },
  {
    where: "operating_system not like 'Windows%'",
    count: [],
    list: ['servers that do not run Windows', 'hosts not running windows'],
  },
  {
    where: "primary_function = 'POS' and environment = 'production' and status <> 'online'",
    count: [],
    list: ['production POS servers that are not online'],
  },
  {
    where: "server_location = 'Singapore' and server_type = 'virtual'",
    count: ['number of VMs in Singapore'],
    list: ['Singapore VMs', 'virtual machines located in Singapore'],
  },
  { where: 'cpu_usage >= 75', count: [], list: ['servers at 75% cpu or more', 'cpu of at least 75%'] },
  {
    where: "memory_usage < 30 and status = 'online'",
    count: ['how many online servers use under 30% memory'],
    list: ['online servers with memory under 30 percent'],
  },
  {
    where: 'uptime < 86400',
    count: [],
    list: ['servers with an uptime of less than 1 day', 'which servers were rebooted in the last 24 hours?'],
  },
  {
    where: "hardware_model is null and server_type = 'physical'",
    count: [],
    list: ['physical servers without a hardware model'],
  },
  {
    where: "environment = 'production' and server_location = 'Auburn'",
    count: ['what is the number of production servers in Auburn?'],
    list: ['prod in auburn', 'Auburn production'],
  },
  {
    where: "team_owner = 'Server Services' and operating_system like 'Ubuntu%'",
    count: [],
    list: ['ubuntu servers of Server Services', 'Ubuntu machines owned by Server Services'],
  },
  {
    where: "ip_address like '10.%' and environment = 'development'",
    count: [],
    list: ['development servers in 10.0.0.0/8'],
  },
  {
    where: "network in ('DMZ', 'Secure Zone')",
    count: ['how many servers are in the DMZ or the Secure Zone?'],
    list: ['servers in DMZ and Secure Zone', 'DMZ or secure zone hosts'],
  },
  {
    where: "status = 'maintenance' and environment = 'staging'",
    count: [],
    list: ['staging servers in maintenance'],
  },
  {
    where: 'disk_usage > 80',
    count: ['how many servers have less than 20% free disk space', 'how many disks have under 20 % left'],
    list: ['servers with less than 20% disk available', 'free disk below 20 percent', 'disk>80'],
  },
  {
    where: 'memory_usage between 60 and 80',
    count: [],
    list: ['servers with between 20 and 40% free memory'],
  },
  {
    where: 'cpu_usage <= 20',
    count: ['how many servers have no more than 20% cpu'],
    list: ['servers with not more than 20% cpu', 'servers not over 20 % cpu'],
  },
  { where: 'cpu_usage > 50 and memory_usage < 50', count: [], list: ['cpu above 50 but memory below 50'] },
  {
    where: "status <> 'online'",
    count: ['how many servers -status:online'],
    list: ['-status:online'],
  },
  {
    where: "operating_system like 'Windows%' and environment <> 'production'",
    count: ['how many servers os:windows -env:production'],
    list: ['windows servers minus production', 'windows servers -production'],
  },
  {
    where: "ip_address::inet <<= '10.0.0.0/9'",
    count: ['how many servers between 10.0.0.0 and 10.127.255.255'],
    list: ['servers in 10.0.0.0-10.127.255.255'],
  },
  {
    where: "operating_system not like 'Windows%'",
    count: ['how many servers exclude windows'],
    list: ['all but windows'],
  },
  {
    where: "server_location like 'Dublin%'",
    count: ['how many servers are in the Dublin data center'],
    list: ['servers in the Dublin data centre'],
  },
  {
    where: "status = 'offline'",
    count: [],
    list: ['pls show me the down servers', 'are there no offline servers?'],
  },
];

/** The reply must name this server first, or list these servers in the order of the SQL. */
export const ORDERED: { questions: string[]; sql: string }[] = [
  {
    questions: ['Which server has the highest cpu?', 'busiest server by cpu', 'what is the busiest box'],
    sql: 'cpu_usage desc nulls last limit 1',
  },
  {
    questions: [
      'top 3 servers by memory',
      'the three servers with the most memory usage',
      '3 highest memory hosts',
    ],
    sql: 'memory_usage desc nulls last limit 3',
  },
  {
    questions: ['which server uses the least disk?', 'lowest disk usage'],
    sql: 'disk_usage asc nulls last limit 1',
  },
  {
    questions: ['top 5 servers by disk usage', 'five fullest disks'],
    sql: 'disk_usage desc nulls last limit 5',
  },
  {
    questions: ['which server has been up the longest?', 'longest running server'],
    sql: 'uptime desc nulls last limit 1',
  },
  { questions: ['most recently added server', 'newest server'], sql: 'created_at desc limit 1' },
];

/** Counts by a column. The reply has a line for each value. */
export const GROUPED: { questions: string[]; column: string; where?: string }[] = [
  { questions: ['which team owns the most servers?'], column: 'team_owner' },
  {
    questions: [
      'How many servers per environment?',
      'servers by environment',
      'Show the number of hosts in each environment',
      'which environment has the most servers',
      'breakdown by environment',
    ],
    column: 'environment',
  },
  {
    questions: [
      'How many servers are at each location?',
      'What locations do we have?',
      'View location details',
    ],
    column: "split_part(server_location, ',', 1)",
  },
  {
    questions: ['Which operating systems do we run?', 'servers by os', 'count servers per operating system'],
    column: 'operating_system',
  },
  {
    questions: ['Show network topology', 'how many servers are in each network zone', 'servers by network'],
    column: 'network',
  },
  {
    questions: [
      'How many servers does each team own?',
      'servers per owner',
      'Which teams own servers?',
      'how are servers spread across teams',
    ],
    column: 'team_owner',
  },
  {
    questions: ['Check server status', 'What is the status of our servers?', 'servers by status'],
    column: 'status',
  },
  {
    questions: ['production servers by location', 'how many prod machines per site'],
    column: "split_part(server_location, ',', 1)",
    where: "environment = 'production'",
  },
];

/** A single number with at most two decimal places. */
export const NUMBERS: { questions: string[]; sql: string }[] = [
  {
    questions: ['What is the average cpu usage?', 'average cpu', 'mean cpu load across all servers'],
    sql: 'avg(cpu_usage)',
  },
  {
    questions: [
      'average memory of production servers',
      'what is the mean memory usage in prod',
      'average memory per environment',
    ],
    sql: "avg(memory_usage) filter (where environment = 'production')",
  },
  {
    questions: [
      'what percentage of servers is offline?',
      'share of servers that are down',
      'percentage of offline servers',
      'what percent of our hosts are offline',
    ],
    sql: "100.0 * count(*) filter (where status = 'offline') / count(*)",
  },
  {
    questions: [
      'what share of the production servers is virtual?',
      'what share of production is virtual',
      'what percentage of servers in production are virtual',
      'of the servers in production, what percentage is virtual?',
    ],
    sql:
      "100.0 * count(*) filter (where environment = 'production' and server_type = 'virtual') / " +
      "count(*) filter (where environment = 'production')",
  },
];

/** A question that follows others in one conversation. */
export const CONVERSATIONS: { turns: string[]; ask: 'count' | 'list'; where: string }[] = [
  {
    turns: ['Which servers are in production?', 'which of them are offline?'],
    ask: 'list',
    where: "environment = 'production' and status = 'offline'",
  },
  {
    turns: ['list servers in Auburn', 'and in Singapore?'],
    ask: 'list',
    where: "server_location = 'Singapore'",
  },
  {
    turns: ['how many servers are offline?', 'and in maintenance?'],
    ask: 'count',
    where: "status = 'maintenance'",
  },
  {
    turns: ['Which servers run Ubuntu?', 'how many are there?'],
    ask: 'count',
    where: "operating_system like 'Ubuntu%'",
  },
  {
    turns: ['Which servers run Windows?', 'only the virtual ones'],
    ask: 'list',
    where: "operating_system like 'Windows%' and server_type = 'virtual'",
  },
  {
    turns: ['servers in the DMZ', 'which of those have cpu over 50%?'],
    ask: 'list',
    where: "network = 'DMZ' and cpu_usage > 50",
  },
  {
    turns: ['Which servers run Ubuntu?', 'Which production servers are offline?'],
    ask: 'list',
    where: "environment = 'production' and status = 'offline'",
  },
  { turns: ['Check server status', 'Which servers are offline?'], ask: 'list', where: "status = 'offline'" },
  { turns: ['production servers', 'what about staging?'], ask: 'list', where: "environment = 'staging'" },
  {
    turns: ['how many physical servers are there?', 'which ones?'],
    ask: 'list',
    where: "server_type = 'physical'",
  },
  {
    turns: ['servers owned by IT Security', 'not the offline ones'],
    ask: 'list',
    where: "team_owner = 'IT Security' and status <> 'offline'",
  },
  {
    turns: ['how many servers are in Auburn?', 'blorp?', 'which of them are online?'],
    ask: 'list',
    where: "server_location = 'Auburn' and status = 'online'",
  },
];

/** Questions that are not about the inventory. A reply with a number of servers would be wrong. */
export const NOT_INVENTORY: string[] = [
  'How do I restart a print server?',
  'How many times may I retry a failed backup?',
  'What is the procedure for a failed disk?',
  'Can I reboot production servers during the day?',
  'how long does a restore take',
  'Who may enter the server room?',
  'steps to patch windows servers',
  'How many servers have 8 cores?',
  'List servers that rebooted 3 times',
  'Which servers cost between 20 and 40 dollars?',
  'what should I do when a mail relay is full?',
  'explain the difference between staging and production',
  'which servers changed owner this week?',
  'what changed on it today?',
];
