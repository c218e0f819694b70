/** Whether a line is a command for a shell, told from a sentence that begins with the name of one. */

/** Words of sentences, which stand in no command. */
const SAID = new Set(
  `the a an is are was were and or of to that this it then when if because but should must can will would has have had does do
   not we you i they he she my our your there their them with which who what why how also again already still only every
   shows show's fails failed works worked says said returns gives times hangs reports prints takes needs looks seems does
   don't doesn't isn't can't didn't won't for into about after before until while be been being so as at on by in from`.split(/\s+/),
); // prettier-ignore

/** Words in a line that only sentences have. */
export const saidWords = (text: string): number =>
  text
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .filter((word) => SAID.has(word)).length;

/** Names of programs with what usually follows them; the others of the list take options, paths and names. */
const WITH_TASK: Record<string, string> = {
  systemctl: 'start|stop|restart|reload|status|enable|disable|mask|unmask|edit|cat|show|daemon-reload|is-active|is-enabled|list-units|list-timers|reset-failed',
  service: '[\\w.-]+ (?:start|stop|restart|reload|status)',
  kubectl: 'get|describe|logs|apply|delete|exec|rollout|scale|drain|cordon|uncordon|edit|top|config|create|port-forward|patch|label|annotate|run|cp|set',
  docker: 'ps|run|exec|logs|stop|start|restart|rm|rmi|images|pull|push|build|compose|inspect|stats|volume|network|system|login|info|cp',
  podman: 'ps|run|exec|logs|stop|start|restart|rm|images|pull|inspect',
  helm: 'install|upgrade|list|rollback|uninstall|repo|status|history|get|template',
  git: 'clone|pull|push|fetch|checkout|switch|commit|status|log|diff|add|merge|rebase|branch|reset|stash|tag|remote|config',
  apt: 'install|update|upgrade|remove|purge|search|list|full-upgrade|autoremove',
  'apt-get': 'install|update|upgrade|remove|purge|autoremove|clean|dist-upgrade',
  dnf: 'install|update|upgrade|remove|list|clean|info|history|repolist',
  yum: 'install|update|upgrade|remove|list|clean|info|history|repolist',
  net: 'use|stop|start|user|share|view|time|localgroup|accounts|session',
  sc: 'query|queryex|start|stop|config|delete|create|failure',
  ip: 'a|addr|address|link|route|r|neigh|rule|netns',
  show: 'ip|run|running-config|startup-config|version|vlan|interfaces?|mac|arp|log|logging|cdp|lldp|inventory|spanning-tree|crypto|vpn|access-lists?|etherchannel|port-channel|environment|tech-support|clock|users|standby|bgp|ospf',
  no: 'shutdown|shut|ip|switchport|spanning-tree|logging|snmp-server|access-list|vlan|router|aaa',
  copy: 'running-config|startup-config|run|tftp:?|flash:?',
  az: '\\w+', gcloud: '\\w+', aws: '\\w+', terraform: 'init|plan|apply|destroy|import|state|output|validate|fmt',
  netsh: 'int|interface|winsock|advfirewall|http|wlan|dhcp|trace|winhttp|ipsec',
  nmcli: 'con|connection|dev|device|general|networking', esxcli: '\\w+ \\w+', vim: '\\S+', vi: '\\S+', nano: '\\S+',
}; // prettier-ignore

const PROGRAMS = new Set(
  `sudo su journalctl docker-compose ipconfig ifconfig nslookup dig host ping tracert traceroute pathping gpupdate gpresult rpm
   dpkg zypper snap brew ssh scp sftp rsync curl wget vim-cmd openssl certutil keytool chmod chown chgrp mkdir rm rmdir cp mv
   ln ls cat tail head grep egrep sed awk find df du free ps kill killall pkill mount umount lsblk blkid fdisk parted mkfs
   mkfs.ext4 fsck xfs_growfs resize2fs lvextend lvcreate lvs vgs pvs pvcreate vgextend netstat ss lsof tcpdump iptables nft
   firewall-cmd ufw semanage restorecon crontab tar gzip gunzip unzip zip make npm pip pip3 python python3 node java mysql
   mysqldump mysqladmin psql pg_dump pg_restore pg_ctl pg_basebackup createdb sqlcmd bcp sqlplus redis-cli mongo mongosh
   repadmin dcdiag nltest netdom dsquery robocopy xcopy del move sfc dism DISM chkdsk diskpart bcdedit wmic reg regsvr32
   schtasks tasklist taskkill shutdown w32tm klist setspn icacls takeown cscript slmgr msiexec winrm qwinsta logoff
   ansible ansible-playbook vault consul eseutil useradd usermod userdel passwd groupadd hostnamectl timedatectl ethtool arp
   route telnet nc nmap export source echo set cd test touch ulimit sysctl modprobe dmesg watch xargs nginx apachectl httpd
   a2ensite certbot vgcreate multipath iscsiadm smartctl ipmitool racadm perccli storcli esxtop vmkfstools vmkping
   systemd-analyze loginctl update-ca-certificates update-grub grub2-mkconfig dracut getent id chage visudo pvresize
   kinit wbinfo realm adcli dnscmd dnsmasq rndc named-checkconf postfix postqueue mailq exim haproxy keepalived
   pcs crm corosync rabbitmqctl etcdctl kubeadm k3s minikube crictl ctr skopeo vagrant packer`.split(/\s+/),
); // prettier-ignore

/** Verb and noun of PowerShell, as in `Get-Service`. */
const CMDLET =
  /^(?:Add|Backup|Clear|Compare|Complete|Connect|Convert|ConvertTo|Copy|Debug|Disable|Disconnect|Dismount|Enable|Enter|Exit|Expand|Export|Find|Format|Get|Grant|Import|Initialize|Install|Invoke|Join|Measure|Mount|Move|New|Out|Publish|Read|Receive|Register|Remove|Rename|Repair|Reset|Resize|Resolve|Restart|Restore|Resume|Revoke|Save|Search|Select|Send|Set|Show|Start|Stop|Suspend|Sync|Test|Uninstall|Unlock|Unregister|Update|Wait|Write)-[A-Z][A-Za-z]+(?=\s|$)/;

/** An option, a path, a name with a dot or a dash, a number, a pipe, something in quotes, an assignment or a variable. */
const ARGUMENT =
  /^(?:--?\w|\/[A-Za-z?]+\b|[|<>&;]|[\w~.$%{]*[/\\]|\d|["'$%@{]|\w[\w-]*[._:=@-]\w|\w[\w.-]*=|[\w-]*\*|\.{1,2}$)/;

const quoted = /"[^"\n]{0,500}"|'[^'\n]{0,500}'/g;
const taskOf = new Map(
  Object.entries(WITH_TASK).map(([name, tasks]) => [name, new RegExp(`^(?:${tasks})(?=\\s|$)`)]),
);

/** The language of a bare command; undefined for anything else. */
export function commandLanguage(line: string): 'powershell' | 'bash' | undefined {
  const command = line.trim();
  if (command.length > 500 || /[.!?:,]$/.test(command.replace(/[\s/\\]\.{1,2}$/, '/'))) return undefined;
  const bare = command.replace(quoted, ' "" ');
  if (CMDLET.test(command)) return isSpoken(bare) ? undefined : 'powershell';
  if (/^\$[A-Za-z_][\w:.]{0,60}(?:\.\w+)?\s*[-+]?=\s*\S/.test(command)) return 'powershell';
  if (/^(?:\.{1,2}|~)?\/[\w./-]+\/[\w.-]+(?: -|$)/.test(command) || /^\.[\\/][\w.-]+\.(?:ps1|sh|exe)\b/.test(command))
    return command.startsWith('.\\') ? 'powershell' : 'bash'; // prettier-ignore
  if (/^\/(?:etc|usr|opt|bin|sbin)\/[\w./-]+ (?:start|stop|restart|reload|status)(?: (?:&&|;|\|\|) \S.*)?$/.test(bare)) return 'bash';
  return isCommand(bare) ? 'bash' : undefined;
} // prettier-ignore

function isCommand(bare: string): boolean {
  const [, first = '', rest = ''] = /^([\w.-]+(?:\.exe)?)(?:\s+(\S.*))?$/.exec(bare) ?? [];
  const name = first.replace(/\.exe$/i, '');
  if (name === 'sudo') return rest !== '' && !isSpoken(rest) && /^[-a-z/]/.test(rest);
  if (/^(?:for \w+ in .*;\s*do\b|while .*;\s*do\b|if \[)/.test(bare)) return true;
  if (taskOf.get(name)?.test(rest)) return !isSpoken(rest);
  // A name that nobody knows, with an option right behind it.
  if (/^[a-z][\w.-]+$/.test(name) && /^--?[A-Za-z]/.test(rest)) return !isSpoken(rest);
  if (!PROGRAMS.has(name) && !(name.toLowerCase() === 'dism') && !taskOf.has(name)) return false;
  return !isSpoken(rest) && rest.split(/\s+/).some((word) => ARGUMENT.test(word));
}

/** Also "curl is used to …"; `-from`, `--for` and `in` of a loop are no words of a sentence. */
const isSpoken = (text: string): boolean =>
  text.split(/\s+/).some((word) => SAID.has(word.toLowerCase().replace(/[,;]$/, '')));
