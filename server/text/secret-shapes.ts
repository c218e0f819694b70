/**
 * How people write secrets into runbooks. `secrets-in-text.ts` finds a name, a program or a directive, reads the value
 * behind it and judges it. Repetitions are bounded, so that the time is linear.
 */

/**
 * What a value must look like. `any`: whatever stands there. `alone`: random, quoted, or one word with only signs behind it.
 * `random`: letters with digits or signs. `line`: the only word of its line.
 */
export type Trust = 'any' | 'alone' | 'random' | 'line';

/** A part of a text, without its end. */
export type Span = { from: number; to: number };

/** Joins the parts of a long pattern. */
const whole = (...parts: string[]): string => parts.join('');
export const pattern = (flags: string, ...parts: string[]): RegExp => new RegExp(whole(...parts), flags);

/** Words for passwords in the languages of the texts. The long ones may end another word: adminPassword. */
const LONG = whole(
  String.raw`password|passwort|passwd|pass[- ]?phrase|kennwort|pass[ ]word|mot[ ]de[ ]passe|contrase(?:ñ|n)a|`,
  String.raw`wachtwoord|lösenord|losenord|passord|adgangskode|kodeord|salasana|jelszó|пароль|пароля|`,
  String.raw`パスワード|密码|密碼|비밀번호|κωδικός`,
);
const SHORT = whole(
  String.raw`(?<![\p{L}\p{N}])(?:pwd|pw|psk|mdp|senha|heslo|hasło|haslo|parola|şifre|clave)|`,
  String.raw`(?-i:(?<=[a-z])(?:Pass|Pwd|Pw|Psk)|(?<=[A-Z])PASS(?==))`,
);
const KEY_OF = whole(
  String.raw`api|access|account|secret|private|(?:pre[-_ ]?)?shared(?:[-_ ]?access)?|encryption|`,
  String.raw`auth(?:entication|orization)?|master|storage|signing|signature|recovery|unlock|session|service|`,
  String.raw`subscription|wpa[23]?|wep|wi-?fi|wlan|vpn|radius|tacacs\+?|deploy|client|licen[cs]e|product|`,
  String.raw`bitlocker|webhook|admin|bot|hmac|aes|sas|ipsec|ike|network[ ]security|function|application|ssh`,
);
const KEYS = whole(
  String.raw`(?<![\p{L}\p{N}])pass|(?:${KEY_OF})[-_ ]?(?:key|schlüssel)(?:-data)?|secret|token|geheimnis|`,
  String.raw`cl(?:é|e)[ ](?:api|secrète|wpa|wifi)|`,
  String.raw`zugangsschlüssel|recovery[ ]code|community[-_ ]?string|snmp[ \w/-]{0,20}community|(?<=^[ \t|`,
  String.raw`>*-]{0,20})community|(?<=[ _"']|^)auth(?==["']?\w|["'][ ]?:)`,
);
/** What may follow a name inside the same identifier: clientSecretValue, password2. */
const SUFFIX = String.raw`(?:[-_]?(?:value|data|text|plain(?:text)?|b64|base64|string))?(?:[ ]?#?\d|s(?=[*_ ]{0,4}[:=|]))?(?![\p{L}\p{N}])`;

export const NAME = new RegExp(`(?<password>(?:${LONG}|${SHORT})${SUFFIX})|(?:${KEYS})${SUFFIX}`, 'gimu');
/** Words before a name that make it a task: "reset the password: portal". */
export const TASK = pattern(
  'i',
  String.raw`\b(?:reset|chang\w*|rotat\w*|renew\w*|forg\w+|lost|expir\w*|how to|recover\w*|manag\w*|`,
  String.raw`generat\w*|creat\w*|show|display|print|get|list|view|copy|add|remove|delet\w*|no|`,
  String.raw`zurücksetzen|ändern)\b[^\n|:=]{0,20}$`,
);

/** Marks of emphasis, code, quotation and HTML around names and values. */
const MARK = String.raw`(?:[*_~"'\x60“”„‘’«»]|\\["']|<\/?[a-z][^<>\n]{0,100}>){0,6}`;
/** "for admin", "(root)", "of the switch": whose secret it is. */
const WHOSE = whole(
  String.raw`(?:[ ](?:for|of|on|to|at|in|für|von|zu|pour|de|du|para|voor|per|till)[ ][^\n:=|<>]{1,60}?`,
  String.raw`|[ ]?\([^()\n]{1,60}\))?`,
);
/** Ends emphasis that began before the name: **Password:** */
const ENDED = String.raw`(?:\*\*|__|[*_"']|<\/[a-z]{1,10}>){0,2}(?=[ \t])`;
const LINE_END = String.raw`[ \t]{0,20}\r?\n[> \t]{0,20}`;

const FENCE = String.raw`(?:(?:\x60{3,6}|~{3,6})[^\n]{0,30}\r?\n[> \t]{0,20})?`;

type AfterName = { after: RegExp; trust: Trust; before?: RegExp; isPassword?: true };
const after = (trust: Trust, source: string, rest: Omit<AfterName, 'after' | 'trust'> = {}): AfterName => ({
  after: new RegExp(source, 'iuy'),
  trust,
  ...rest,
});

/** What stands between a name and its value. The first row with a likely value decides. */
export const AFTER_NAME: AfterName[] = [
  // --password x, -Password x, /pass:x, -token=x
  after('any', String.raw`(?:[ \t]{1,3}(?!-)|[=:][ \t]{0,3})`, {
    before: /(?:^|[\s"'`([])(?:--?|\/)[\w-]{0,40}$/,
  }),
  // DB_PASSWORD=x, "password":"x", ;Password=x, 'password' => 'x'
  after('any', String.raw`${MARK}${WHOSE}${MARK}(?::=|=>|=|:)(?=[^\s:=])`),
  after(
    'alone',
    String.raw`${MARK}${WHOSE}${MARK}[ \t]{0,20}(?:[:=]=?>?(?![:=])|：|->|→|⇒|➜|–|—|(?<=[ ])-(?=[ ]))(?:${ENDED})?[ \t]{0,20}`,
  ),
  // "The password is x", "was set to x", "changed the password to x"
  after(
    'alone',
    whole(
      String.raw`${MARK}${WHOSE}${MARK}[ ](?:(?:is|was|are|ist|lautet|war|est|es|è)(?:[ ](?:now|still|`,
      String.raw`currently|jetzt))?(?:[ ](?:(?:re)?set|changed)[ ]to)?):?[ ]`,
    ),
  ),
  after('random', String.raw`${MARK}${WHOSE}${MARK}[ ](?:to|as|auf):?[ ]`),
  // define('DB_PASSWORD', 'x'), setPassword("x"), password `x`, password **x**
  after('any', String.raw`["'\x60]?[ \t]{0,3}[,(][ \t]{0,3}(?=["'\x60])`),
  after('any', String.raw`[ \t]{1,3}(?:\*\*)?(?=["'\x60“„«*])`, { isPassword: true }),
  // A cell of a table, an element of HTML or XML, two elements
  after('alone', String.raw`${MARK}${WHOSE}${MARK}:?[ \t]{0,20}\|[ \t]{0,20}`, {
    before: /(?:^|[|>])[ \t]*[*_`]{0,3}(?:[\w-]{1,30}[ ]){0,2}[\w.-]{0,40}$/,
  }),
  after('alone', String.raw`${MARK}[ ]?:?\t[ \t]{0,20}`),
  after('alone', String.raw`["']?(?:[ ][^<>\n]{1,200})?>\s{0,40}(?:<!\[CDATA\[|<value>)?`, {
    before: /<[^<>]{0,200}$/,
  }),
  after('alone', String.raw`[ ]?:?(?:<\/[\w:]{1,20}>\s{0,40}){1,3}(?:<[\w:][^<>\n]{0,200}>\s{0,40}){1,3}`),
  // {"name": "DB_PASSWORD", "value": "x"}, also as two lines of YAML
  after('any', String.raw`["']?[,\s]{1,40}["']?value["']?[ \t]{0,5}[:=][ \t]{0,5}`),
  // On the next line, in a block of YAML, or in a block of code
  after(
    'line',
    String.raw`${MARK}${WHOSE}${MARK}[ ]?(?<colon>[:=][ ]?(?:[|>][-+]?)?)?${MARK}(?:${LINE_END}){1,2}${FENCE}(?:[-*+:][ ]{1,3})?`,
    { before: /^[\s>#*_|-]*(?:[\w-]+[ ]){0,2}[\w.-]{0,40}$/ },
  ),
  after('random', String.raw`[ \t]{1,3}(?!-)(?:\d[ ]|\()?`),
];

/** Beginnings that name no password, each with what its value must look like. */
export const BEGINNINGS: { before: RegExp; trust: Trust }[] = [
  // user/pass: a/b · Login: admin / x · credentials: a:b · log in as root/x
  [
    'any',
    whole(
      String.raw`\b(?:(?:user(?:[ -]?name)?|login|benutzer(?:name)?)[ ]?(?:[/&+,]|and|und)[ ]?(?:pass`,
      String.raw`(?:word)?|pw|pwd|passwort|kennwort)|logins?|credentials?|creds|zugangsdaten|anmeldung|`,
      String.raw`accounts?|sign[- ]?in)${MARK}${WHOSE}${MARK}[ ]?(?:[:=|]|are\b|is\b)[ ]{0,3}${MARK}`,
      String.raw`[^\s/:|,<>]{1,100}${MARK}(?:[ ]?\/[ ]?|:)(?!\/)`,
    ),
  ],
  ['any', String.raw`\b(?:u|user|usr)[ ]?[:=][ ]?[^\s,;]{1,60}[,;]?[ ]{1,5}p[ ]?[:=][ ]?`],
  [
    'alone',
    String.raw`\blog[ ]?(?:in|on)[ ](?:as|with)[ ][^\s/]{1,60}(?:[ ]?\/[ ]?|[ ]with[ ](?:the[ ])?password[ ])`,
  ],
  [
    'random',
    whole(
      String.raw`\b(?:log[ ]?in|sign[ ]?in|logon|anmelden|connect|credentials?|creds)[ ](?:(?:as|with|`,
      String.raw`using|mit|als)[ ])?${MARK}[^\s/:|,<>]{1,100}(?:[ ]?\/[ ]?|:|[ ](?:and|with)[ ])(?!\/)`,
    ),
  ],
  // .netrc
  ['alone', String.raw`\b(?:login|user(?:name)?)\s{1,5}\S{1,100}\s{1,20}(?:password|passwd|pass)\s{1,5}`],
  [
    'any',
    String.raw`\b(?:use|try|enter|verwende)[ ](?=\S{1,100}[ ](?:as|als)[ ](?:the[ ]|das[ ])?(?:pass|kenn))`,
  ],
  [
    'any',
    String.raw`\bidentified[ ](?:with[ ]\S{1,60}[ ])?(?:by|as)[ ]{1,3}(?=["'])|(?-i:IDENTIFIED BY[ ]{1,3})`,
  ],
  ['any', String.raw`\bconvertto-securestring(?:[ ]-string)?[ ]{1,3}(?=["'])`],
  ['any', String.raw`\bssid[ ]?[:=][ ]?[^\n]{1,60}?\b(?:key|schlüssel)[ ]?[:=][ ]?`],
  ['any', String.raw`--from-literal[= ]["']?[\w.-]{1,60}=`],
  ['any', String.raw`\b(?:set-)?cookie2?:[ ]?[\w.-]{1,60}=`],
  ['any', String.raw`\b(?:JSESSIONID|PHPSESSID|sessionid|X-Amz-Signature|sig)=`],
  [
    'random',
    String.raw`\b(?:authorization|x-[\w-]{0,20}(?:key|auth|token))["']?[ ]?[:=][ ]?["']?(?:basic|bearer|token|apikey|digest)?[ ]?`,
  ],
  // Configuration of services and devices
  ...[
    'requirepass|masterauth|r[ow]community6?|bindpw|rootpw|rootbindpw|auth_pass|insecure-password|authtoken',
    String.raw`sentinel auth-pass \S{1,60}|com2sec6? \S{1,60} \S{1,60}|createuser \S{1,60} \S{1,10}`,
    String.raw`(?:set )?snmp-server (?:community|host \S{1,60}(?: version \S{1,5})?(?: (?:traps|informs|v1|v2c))*)`,
    String.raw`(?:set )?(?:tacacs|radius)(?:-server)? (?:host \S{1,60} )?(?:\S{4}-port \d{1,5} )*key(?: \d)?`,
    String.raw`key-string(?: \d)?|key \d|pre-shared-key(?: (?:local|remote|ascii-text|hex|\d|address \S{1,60})){0,2}|psk`,
    String.raw`wpa-psk(?: ascii| hex)?(?: \d)?|crypto isakmp key(?: \d)?|ppp(?: chap)? password(?: \d)?`,
    whole(
      String.raw`(?:(?:enable|username \S{1,60}(?: privilege \d{1,2})?|neighbor \S{1,60}|user \S{1,60})`,
      String.raw`(?: algorithm-type \S{1,20})? )?(?:password|secret)(?: \d{1,2})`,
    ),
    String.raw`(?:setx|env|export) \w{0,60}(?:password|passwd|secret|token|key)|set (?:snmp )?community`,
  ].map((words): [Trust, string] => [
    'any',
    String.raw`(?<=^[ \t>$#\x60]{0,20}(?:[-*+] |\d{1,3}[.)] )?\x60?)(?:${words.replaceAll(' ', String.raw`[ \t]{1,5}`)})[ \t]{1,5}`,
  ]),
  [
    'alone',
    whole(
      String.raw`(?<=^[ \t>$#\x60-]{0,20})(?:enable|username[ ]\S{1,60}(?:[ ]privilege[ ]\d{1,2})?|`,
      String.raw`neighbor[ ]\S{1,60})[ ](?:password|secret)[ ]`,
    ),
  ],
].map(([trust, source]) => ({ before: new RegExp(String(source), 'gimu'), trust: trust as Trust }));

const KEY_BLOCK = '[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----';

/** Values that are a secret wherever they stand. The first group, if there is one, is the secret. */
export const FORMATS: RegExp[] = [
  pattern(
    'g',
    String.raw`-----BEGIN ${KEY_BLOCK}(?:(?!-----(?:BEGIN|END))[\s\S]){0,20000}(?:-----END ${KEY_BLOCK})?`,
  ),
  /\beyJ[A-Za-z0-9_-]{8,4000}(?:\.[A-Za-z0-9_-]{4,8000}){1,4}/g,
  pattern(
    'g',
    String.raw`\b(?:(?:github_pat|gh[pousr]|glpat|gl[a-z]{2,6}t|xox[a-z]|xapp|[sprw]k_(?:live|test)|whsec|pypi|dop_v1|hv[sbr]`,
    String.raw`|shp(?:at|ss|ca|pa)|dckr_pat|lin_api|gls?a|glc|rubygems|sntrys|figd|ntn|tskey|ohp|PMAK|NRAK)[-_]`,
    String.raw`|(?:AT[AC]TT|AKIA|ASIA|AROA|AIza|dapi(?=\w{0,20}\d))[-_]?|(?:npm|hf|pul|sk|pk)[-_](?=[\w-]{0,40}\d))[\w.=-]{16,400}`,
  ),
  /\b(?:ya29\.|SG\.|dp\.pt\.)[A-Za-z0-9_.-]{20,400}|\bs\.[A-Za-z0-9]{24}\b/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,100}|\b\d{8,10}:AA[\w-]{30,40}|\b[A-Za-z0-9]{3}8Q~[\w.~-]{30,40}/g,
  /\bhooks\.slack\.com\/(?:services|workflows)\/([\w/]{10,200})/g,
  /\b(?:discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com\/webhookb2)\/([\w/@-]{10,300})/g,
  // Hashes of passwords
  /\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|argon2(?:id?|d)?|pbkdf2[\w-]{0,20}|scrypt)\$[./\w$=,+-]{10,400}/g,
  /\{(?:SSHA|SHA|SMD5|MD5|CRYPT|PBKDF2)\d{0,3}\}([\w+/=$.]{12,300})/gi,
  /\b(?:Bearer|Basic)[ \t](?=\S{0,200}[\d=]|\S{24})([\w.~+/=-]{12,4000})/gi,
  // In addresses and in lines of .pgpass
  /(?<![\w/:.@-])(?!mailto|sips?|xmpp|acct)[\w.-]{1,60}:([^\s/:@"'<>|]{3,100})@(?!sha\d)(?=[\w[])/g,
  /\bthin:\w{1,60}\/([^\s@]{1,100})@/g,
  /:\/\/[^\s/:@"'<>]{0,100}:([^\s/"'<>]{1,200}?)@(?=[\w[{$<])/g,
  /^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*.-]{1,60}:(\S{1,200})$/gm,
  // echo x | passwd --stdin, sudo -S <<< x
  pattern(
    'g',
    String.raw`\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?["']?(?:[\w.-]{1,60}:)?([^\s"':|]{1,200})(?:\\n)?["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?`,
    String.raw`(?:passwd|chpasswd|kinit|cryptsetup|smbpasswd|sudo -S|su\b|gpg[^\n|]{0,80}--passphrase-fd`,
    String.raw`|[^\n|]{1,100}--(?:password-)?stdin)`,
  ),
  /\b(?:sudo -S|kinit|passwd|--(?:password-)?stdin)[^\n<]{0,100}<<<[ \t]*["']?([^\s"']{1,200})/g,
  // A number that opens something
  pattern(
    'giu',
    String.raw`\b(?:pin|puk|passcode|(?:door|alarm|safe|gate|access|security|entry)[ ]code|t(?:ü|ue)rcode)(?:[- ](?:code|number))?`,
    String.raw`${MARK}${WHOSE}${MARK}[ ]?(?:[:=|]|is\b|ist\b)[ ]{0,3}${MARK}(\d[\d -]{1,14}\d#?)`,
    String.raw`(?!\w|\.\d|[ ]?(?:digits|characters|times|days))`,
  ),
];

const OPTION = String.raw`(?<=[ \t])`;
const spaced = (options: string) => String.raw`${OPTION}(?:${options})(?:[ \t]{1,5}|=)["']?`;
const joined = (options: string) => String.raw`${OPTION}(?:${options})["']?(?=[^\s-])`;
const ofUser = (options: string, sign: string) =>
  String.raw`${OPTION}(?:${options})[ \t=]{0,5}["']?[^\s${sign}"']{0,100}[${sign}]`;
const positional = (before: string) => String.raw`(?<=^${before}[ \t]{1,5}["']?)(?=[^\s-])`;

/** Programs, each with the options or the place of its secret. Elsewhere "-p" and "-w" are no secrets. */
export const PROGRAMS: { program: RegExp; secret: RegExp }[] = (
  [
    [
      String.raw`ldap(?:search|add|modify|delete|passwd|whoami|compare|modrdn)|kadmin`,
      `${spaced('-w')}|${joined('-w')}`,
    ],
    ['ldappasswd|slappasswd', spaced('-s|-a')],
    ['redis-cli|valkey-cli|keydb-cli', spaced('-a|--pass')],
    ['sshpass', `${spaced('-p')}|${joined('-p')}`],
    [String.raw`mysql\w*|mariadb[\w-]*|mycli|xtrabackup|mysqladmin`, joined('-p')],
    [String.raw`curl|wget|https?|xh|hurl`, ofUser('-u|--user|-a|--auth|-U|--proxy-user', ':')],
    [String.raw`mongo\w*`, spaced('-p')],
    [
      String.raw`sqlcmd|bcp|isql|tsql|osql|mosquitto_\w+|ipmitool|influx|dsmadmc`,
      `${spaced('-P|-pa')}|${joined('-P')}`,
    ],
    [
      String.raw`racadm|psexec\w*|paexec|evil-winrm|nxc|netexec|crackmapexec|wmic|ncftp|rabbitmqadmin|ipmi\w*|vncviewer`,
      spaced('-p|-password'),
    ],
    [String.raw`snmp\w+`, spaced('-c|-A|-X')],
    [
      whole(
        String.raw`(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|oc|az|cf|argocd|gcloud|heroku|`,
        String.raw`flyctl)\s(?:[\w-]{1,20}\s){0,2}?login`,
      ),
      `${spaced('-p')}|${joined('-p(?=[^\\s-]*\\d)')}`,
    ],
    ['vault login', positional('vault login')],
    [
      String.raw`smbclient|rpcclient|smbget|smbmap|winexe|nmblookup|mount\.cifs|net`,
      ofUser('-U|--user', '%'),
    ],
    ['htpasswd', positional(String.raw`htpasswd[ \t]+-\w*b\w*[ \t]+\S{1,200}[ \t]+\S{1,100}`)],
    ['zip', `${spaced('-P')}|${joined('-P')}`],
    ['7z[ar]?|rar|unrar', joined('-p|-hp')],
    ['openssl', String.raw`${OPTION}-\w*pass\w*[ \t]{1,5}pass:|${spaced('-k')}`],
    ['keytool|jarsigner', spaced(String.raw`-\w*(?:storepass|keypass)`)],
    ['ssh-keygen', spaced('-N|-P')],
    [String.raw`[xw]freerdp\d?|mstsc|rdesktop`, `${OPTION}/p:|${spaced('-p')}`],
    [
      'net use',
      whole(
        String.raw`(?<=^net use[ \t]+(?:\S:[ \t]+)?["']?\\\\\S{1,200}[ \t]{1,5}["']?)(?=[^\s/"])|`,
        String.raw`(?<=/user:\S{1,100}[ \t]{1,5}["']?)(?=[^\s/])`,
      ),
    ],
    ['net user', positional(String.raw`net user[ \t]+\S{1,60}`)],
    ['schtasks|psservice|sc', String.raw`${OPTION}(?:/rp|/p|password=)[ \t]{1,5}["']?`],
    ['nmcli', String.raw`(?<=[ .])(?:password|psk)[ \t]{1,5}["']?`],
    ['lftp', ofUser('-u', ',')],
    ['wpa_passphrase', positional(String.raw`wpa_passphrase[ \t]+(?:"[^"\n]{1,60}"|\S{1,60})`)],
    [
      'sqlplus|impdp|expdp|rman|sqlldr|exp|imp',
      String.raw`(?<=[ \t](?:target[ \t])?["']?\w{1,60})/(?=[^\s@/]{1,100}(?:@|\s|$))`,
    ],
    [
      String.raw`rabbitmqctl (?:add_user|change_password)`,
      positional(String.raw`rabbitmqctl \w+[ \t]+\S{1,60}`),
    ],
    [
      String.raw`ejabberdctl (?:register|change_password)`,
      positional(String.raw`ejabberdctl \w+[ \t]+\S{1,60}[ \t]+\S{1,60}`),
    ],
  ] as [string, string][]
).map(([program, secret]) => ({
  program: new RegExp(String.raw`(?<![\w.-])(?:${program})(?:\.exe)?(?=\s)`, 'gi'),
  secret: new RegExp(secret, 'g'),
}));
