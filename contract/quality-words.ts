/**
 * What tells documentation of IT operations from other text. All are single lower-case words; each counts once, however
 * often a text says it, so that repeating a word earns nothing.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** What somebody is told to do. */
export const ACTION_WORDS = words(`
  add apply approve assign attach back backup boot browse build change check choose clear click close configure confirm
  connect copy create delete deploy detach disable disconnect download drain edit enable enter escalate execute expand export
  extend fail failover find fix follow generate grant import increase install join launch log login map migrate monitor
  mount move navigate notify open patch paste ping press promote provision reboot rebuild record recover remove rename
  renew repair replace reset resize resolve restart restore resume revert review revoke rollback rotate run save scale
  scan schedule select send set sign start stop submit switch sync test troubleshoot type uninstall unmount update
  upgrade upload validate verify wait
`);

/** What puts instructions in order. */
export const STRUCTURE_WORDS = words(`
  after afterwards before cause caution checklist conclusion dependencies ensure expected finally first firstly
  following goal if impact instructions issue last lastly must next note objective once otherwise overview prerequisite
  prerequisites problem procedure process purpose requirement requirements resolution result root scope second secondly
  section solution step steps summary symptom symptoms then third tip tips troubleshooting until verification warning when
  workaround
`);

/** What the work is done on and with. */
export const TECHNICAL_TERMS = words(`
  account active-directory ad adfs admin administrator agent alert ansible apache api application aws azure backup bash
  bgp bios bitlocker browser cache cert certificate cert-manager citrix cli cloud cluster cmd command config configuration
  console container cpu credential credentials cron csr daemon database datacenter datacentre datastore dataset dell
  deployment dhcp directory disk dkim dmarc dmz dns docker domain drive driver drivers edge encryption endpoint
  environment error esxi esx ethernet event exchange failover file filesystem firewall firmware folder fqdn ftp gateway git github
  gitlab gpo grafana group-policy gpu hardware hba host hostname hotfix hpe http https hyper-v hypervisor idrac iis ilo
  image imap install intune ip ipsec ipv4 ipv6 iscsi ivanti java journalctl json kb kerberos kernel key kubectl
  kubernetes lan latency ldap licence license linux load-balancer log logs lun lvm mac mailbox memory mfa microsoft
  migration monitoring mount mysql nas nat netapp network nfs nginx nic node ntfs ntp o365 office365 onedrive openssl
  oracle os outage outlook ovf packet partition password patch patching permission permissions php ping pki pod pool
  port postgres postgresql powershell print printer process prometheus protocol proxy python query queue quota raid ram
  rdp redhat redis registry replica replication repository rhel router routing rpc runbook saml samba san sccm scheduler
  schema script sddc sdk server servers service services session sftp share sharepoint shell smb smtp snapshot snmp
  software spf splunk sql ssd ssh ssl sso storage subnet sudo switch syslog system systemctl systemd tcp teams tenant
  terminal terraform throughput timeout tls token tomcat traffic ubuntu udp uefi unix update ups uptime url usb user
  username vcenter veeam version virtual virtualisation virtualization vlan vm vmotion vms vmware volume vpn vsan
  vsphere wan webserver wifi windows winrm workstation wsus xml yaml
`);
