/** Rates whether pasted text is suitable for an article; browser and server run the same check. Linear time. */

type IssueType = 'length' | 'structure' | 'technical' | 'repetitive';
export type Severity = 'high' | 'medium' | 'low';

type QualityIssue = {
  type: IssueType;
  severity: Severity;
  message: string;
  /** The counted facts in words. */
  detected: string;
};

/** `score` is 0 to 100. */
export type Quality = { isValid: boolean; score: number; issues: QualityIssue[]; suggestions: string[] };

const QUALITY = {
  minLength: 50,
  maxLength: 10_000,
  minWords: 8,
  minTechnicalTerms: 1,
  maxRepetition: 0.3,
  minStructure: 20,
  passScore: 50,
};

/** Input of the checks. */
type Figures = {
  /** Characters without outer whitespace. */
  length: number;
  /** Words longer than 2 characters. */
  words: number;
  dates: number;
  technicalTerms: number;
  structure: number;
  /** Share of three-word sequences that occurred before in the text, 0 to 1. */
  repetition: number;
  /** Non-blank lines, and how many of them look like list items. */
  lines: number;
  listLines: number;
};

type Check = {
  type: IssueType;
  severity: Severity;
  penalty: number;
  isFound: (figures: Figures) => boolean;
  message: (figures: Figures) => string;
  detected: (figures: Figures) => string;
};

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

const CHECKS: Check[] = [
  {
    type: 'length',
    severity: 'high',
    penalty: 30,
    isFound: ({ length }) => length < QUALITY.minLength,
    message: ({ length }) =>
      `Content is too short (${length} characters). Knowledge base articles should be at least 50 characters.`,
    detected: ({ length }) => counted(length, 'character'),
  },
  {
    type: 'length',
    severity: 'medium',
    penalty: 10,
    isFound: ({ length }) => length > QUALITY.maxLength,
    message: ({ length }) =>
      `Content is very long (${length} characters). Consider breaking it into smaller articles.`,
    detected: ({ length }) => counted(length, 'character'),
  },
  {
    type: 'length',
    severity: 'high',
    penalty: 25,
    isFound: ({ words }) => words < QUALITY.minWords,
    message: ({ words }) =>
      `Content has too few words (${words}). At least 8 are needed to explain something.`,
    detected: ({ words }) => `${counted(words, 'word')} of 3 or more characters`,
  },
  {
    type: 'technical',
    severity: 'high',
    penalty: 35,
    // More than 0.3 dates per ten words, in integer arithmetic.
    isFound: ({ dates, words }) => dates * 100 > words * 3,
    message: () => 'Content appears to be mostly dates and names rather than technical documentation.',
    detected: ({ dates, words }) => `${counted(dates, 'date')} in ${counted(words, 'word')}`,
  },
  {
    type: 'technical',
    severity: 'high',
    penalty: 20,
    isFound: ({ technicalTerms }) => technicalTerms < QUALITY.minTechnicalTerms,
    message: () => 'Content has no technical terms.',
    detected: ({ technicalTerms }) => `${technicalTerms} technical terms`,
  },
  {
    type: 'structure',
    severity: 'medium',
    penalty: 15,
    isFound: ({ structure }) => structure < QUALITY.minStructure,
    message: () => 'Content lacks procedural structure...',
    detected: ({ structure }) => `structure score ${structure} of ${QUALITY.minStructure}`,
  },
  {
    type: 'repetitive',
    severity: 'medium',
    penalty: 10,
    isFound: ({ repetition }) => repetition > QUALITY.maxRepetition,
    message: () => 'Content appears to be highly repetitive.',
    detected: ({ repetition }) => `${Math.round(repetition * 100)} % repeated`,
  },
  {
    type: 'structure',
    severity: 'high',
    penalty: 30,
    isFound: ({ lines, listLines }) => lines > 3 && listLines * 10 > lines * 7,
    message: () => 'Content appears to be a list of names or short entries rather than an explanation.',
    detected: ({ lines, listLines }) => `${listLines} of ${lines} lines`,
  },
];

const SUGGESTIONS: Record<IssueType, string[]> = {
  length: [
    'Say what the article is for, and describe each step in a full sentence; split what is very long.',
  ],
  structure: [
    'Tell the reader what to do in order: first, next, then, and how to verify the result.',
    'Write the symptom, the cause and the solution, each under a heading.',
  ],
  technical: ['Name the systems, commands and error messages that it is about.'],
  repetitive: ['Say each thing once and take out what is repeated.'],
};

/** The eight checks; each failed one subtracts its penalty from 100, down to 0. */
export const checkQuality = (content: string): Quality => judge(figuresOf(content));

function judge(figures: Figures): Quality {
  const found = CHECKS.filter(({ isFound }) => isFound(figures));
  const score = Math.max(
    0,
    found.reduce((left, { penalty }) => left - penalty, 100),
  );
  const types = new Set(found.map(({ type }) => type));
  return {
    isValid: score >= QUALITY.passScore && found.every(({ severity }) => severity !== 'high'),
    score,
    issues: found.map(({ type, severity, message, detected }) => ({
      type,
      severity,
      message: message(figures),
      detected: detected(figures),
    })),
    suggestions: [...types].flatMap((type) => SUGGESTIONS[type]),
  };
}

/** The outcome in one sentence. */
export function summaryOf({ isValid, score, issues }: Quality): string {
  const count = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length;
  const points = `(Score: ${score}/100)`;
  if (isValid) return `Content looks good for knowledge base creation! ${points}`;
  if (count('high') > 0) {
    return `Content has ${count('high')} major issue(s) that should be addressed. ${points}`;
  }
  if (count('medium') > 0) return `Content could be improved but may still work. ${points}`;
  return `Content quality is borderline. ${points}`;
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
/** Excludes addresses and versions: a date with dots needs a four-digit year. */
const DATES = new RegExp(
  [
    String.raw`\b\d{4}[-/]\d{1,2}[-/]\d{1,2}\b`,
    String.raw`\b\d{1,2}([-/])\d{1,2}\1\d{2,4}\b`,
    String.raw`\b\d{1,2}\.\d{1,2}\.(?:19|20)\d\d\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?[ -]${MONTH}\b`,
    String.raw`\b${MONTH} \d{1,2}(?:st|nd|rd|th)?\b`,
  ].join('|'),
  'gi',
);

function figuresOf(content: string): Figures {
  const text = content.trim();
  const tokens = text.split(/\s+/).filter(Boolean);
  const wordsInOrder = tokens.map(wordIn);
  const once = new Set(wordsInOrder);
  const among = (words: ReadonlySet<string>) => [...once].filter((word) => words.has(word)).length;
  // `Kerberos-Anmeldung` has a term in it.
  const parts = [...once].flatMap((word) => (TECHNICAL_TERMS.has(word) ? [word] : word.split('-')));
  const technicalTerms = new Set(parts.filter((word) => TECHNICAL_TERMS.has(word))).size;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return {
    length: text.length,
    words: tokens.filter(({ length }) => length > 2).length,
    dates: text.match(DATES)?.length ?? 0,
    technicalTerms,
    structure: among(ACTION_WORDS) * 2 + among(STRUCTURE_WORDS) * 3 + technicalTerms * 1.5,
    repetition: repetitionIn(wordsInOrder),
    lines: lines.length,
    listLines: lines.filter(isListLike).length,
  };
}

/** Removes surrounding signs, from the last letter backwards, since a pattern for trailing signs would take quadratic time. */
const wordIn = (token: string): string => /[a-z0-9](?:.*[a-z0-9])?/.exec(token.toLowerCase())?.[0] ?? '';

function repetitionIn(wordsInOrder: string[]): number {
  const sequences = wordsInOrder
    .slice(2)
    .map((word, index) => `${wordsInOrder[index]} ${wordsInOrder[index + 1]} ${word}`);
  if (sequences.length === 0) return 0;
  // Subtracting a share would cause rounding errors: 0.3 could exceed 0.3.
  return (sequences.length - new Set(sequences).size) / sequences.length;
}

/** A numbered line, two to three capitalised words, or at most 4 words. Such names have at most 3 words, so 4 decides. */
function isListLike(line: string): boolean {
  const trimmed = line.trim();
  return /^\d+[.)]/.test(trimmed) || trimmed.split(/\s+/, 5).length <= 4;
}

/**
 * Words that indicate documentation of IT operations: single, lower-case. Each counts once, so that repetition earns
 * nothing.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Verbs of instructions. */
const ACTION_WORDS = words(`
  add apply approve assign attach back backup boot browse build change check choose clear click close configure confirm
  connect copy create delete deploy detach disable disconnect download drain edit enable enter escalate execute expand export
  extend fail failover find fix follow generate grant import increase install join launch log login map migrate monitor
  mount move navigate notify open patch paste ping press promote provision reboot rebuild record recover remove rename
  renew repair replace reset resize resolve restart restore resume revert review revoke rollback rotate run save scale
  scan schedule select send set sign start stop submit switch sync test troubleshoot type uninstall unmount update
  upgrade upload validate verify wait
`);

/** Words that order instructions. */
const STRUCTURE_WORDS = words(`
  after afterwards before cause caution checklist conclusion dependencies ensure expected finally first firstly
  following goal if impact instructions issue last lastly must next note objective once otherwise overview prerequisite
  prerequisites problem procedure process purpose requirement requirements resolution result root scope second secondly
  section solution step steps summary symptom symptoms then third tip tips troubleshooting until verification warning when
  workaround
`);

/** Objects and tools of the work. */
const TECHNICAL_TERMS = words(`
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
  anmeldung benutzer betriebssystem datei dateien datenbank datensicherung dienst dienste drucker festplatte kennwort konto laufwerk
  netzwerk neustart ordner passwort rechner sicherung speicher zertifikat
  certificado certificat contraseña disque fichier fichiers imprimante impresora mot-de-passe ordinateur pare-feu réseau
  sauvegarde serveur servicio servidor certificato rete servizio stampante
`);
