import { describe, expect, test } from 'vitest';
import { withoutSecrets } from './secrets-in-text.ts';

/** X is the secret: once with digits and signs, once a word. */
const KINDS: Record<string, string[]> = {
  'settings of programs': [
    'DB_PASSWORD=X',
    'PGPASSWORD=X psql -h db',
    'export API_KEY=X',
    'adminPassword: X',
    'spring.datasource.password=X',
    '"password": "X"',
    String.raw`{\"password\":\"X\"}`,
    "'password' => 'X',",
    "define('DB_PASSWORD', 'X');",
    "setPassword('X')",
    'pass: X # old',
    'clientSecret: "X"',
    '- name: DB_PASSWORD\n  value: X',
    '{"name":"DB_PASSWORD","value":"X"}',
    'password: |\n  X\n',
    '-e "MYSQL_ROOT_PASSWORD=X" mysql',
    '"auths":{"r.example":{"auth":"X"}}',
    'machine h\nlogin bob\npassword X\n',
    'db.example:5432:hub:hub:X',
    'wpa_passphrase=X',
    'psk="X"',
    'bindpw X',
    'requirepass X',
  ],
  'addresses and connection strings': [
    'postgres://hub:X@db.example/hub',
    'redis://:X@cache.example:6379/0',
    'Server=tcp:db;User ID=sa;Password=X;Encrypt=true',
    'AccountName=a;AccountKey=X;EndpointSuffix=b',
    'https://h.example/?token=X&page=1',
    'username=b,password=X,vers=3',
  ],
  'options of programs': [
    'tool --password X --now',
    'tool --secret=X',
    'tool -Password X',
    'cmdkey /add:h /user:b /pass:X',
    'curl -u bob:X https://x.example',
    'sshpass -p X ssh root@db',
    'mysql -u root -pX hub',
    'ldapsearch -x -D cn=admin -w X -b dc=x',
    'redis-cli -h h -a X ping',
    'sqlcmd -S h -U sa -P X',
    'mongosh -u a -p X',
    'docker login -u bob -p X reg.example',
    String.raw`net use Z: \\srv\share X /user:bob`,
    String.raw`net use \\srv\share /user:bob X`,
    'net user bob X /add',
    'smbclient //s/h -U bob%X',
    'htpasswd -b f bob X',
    '7z x -pX a.7z',
    'openssl enc -pass pass:X',
    'keytool -list -storepass X',
    'xfreerdp /u:b /p:X /v:h',
    'ipmitool -U a -P X power on',
    'lftp -u bob,X h',
    'sqlplus system/X',
    'vault login X',
    'nmcli dev wifi connect x password X',
    'snmpwalk -v2c -c X 10.0.0.1',
    'curl \\\n  -u bob:X \\\n  https://x.example',
    'echo X | sudo -S ls',
    'echo "root:X" | chpasswd',
    "ConvertTo-SecureString 'X' -AsPlainText",
    'kubectl create secret generic x --from-literal=key=X',
    "ALTER USER bob WITH PASSWORD 'X';",
    "CREATE USER b IDENTIFIED BY 'X';",
  ],
  'configurations of devices': [
    'snmp-server community X RO',
    'rocommunity X 10.0.0.0/8',
    'SNMP community: X',
    'enable secret 5 X',
    ' username bob privilege 15 secret X',
    'tacacs-server key X',
    'crypto isakmp key X address 0.0.0.0',
    'neighbor 10.1.1.1 password X',
    'Pre-shared key: X',
    'Pre-shared key is `X`',
  ],
  prose: [
    'Password for admin: X',
    'Password (root): X',
    'the root password is X.',
    'The password for the switch is X',
    'Password → X',
    '**Password:** X',
    '**Password**: `X`',
    '- Password: **X**',
    'password “X”',
    'user/pass: admin/X',
    'Login: root / X',
    'Credentials: `root` / `X`',
    'log in as root with password X',
    'Username: bob Password: X',
    'Password:\n\nX\n',
    'Password:\n```\nX\n```',
    '> Password: X',
    'Passwort: X',
    'Kennwort für root: X',
    'Das Passwort lautet X',
    'mot de passe : X',
    'Contraseña: X',
    'パスワード: X',
    'пароль: X',
  ],
  'tables and elements': [
    '| password | X |',
    '| **DB password** | `X` |',
    '| user | password |\n| --- | --- |\n| al | none |\n| bob | X |',
    'user,password\nbob,X\n',
    'user\tpassword\nbob\tX',
    '<tr><td>Password</td><td>X</td></tr>',
    '<dt>Password</dt>\n<dd>X</dd>',
    '<password>X</password>',
    '<input name="password" value="X">',
    "<input value='X' type=password>",
    '<add key="DbPassword" value="X"/>',
    'kind: Secret\ndata:\n  first: X\n',
    'stringData:\n  first: |\n    X\nkind: Secret\n',
    '{"kind":"x"}\n```json\n{"data": {"first": "X"},\n"kind": "Secret"}\n```',
  ],
};

test.each(Object.entries(KINDS))('threat 88 masks the secrets in %s, and restores them', (_, forms) => {
  const seen = ['Zq7!pL2x', 'swordfish'].flatMap((secret) =>
    forms.filter((form) => {
      const text = form.replaceAll('X', secret);
      const { text: sent, restored } = withoutSecrets(text);
      return sent.includes(secret) || restored(sent) !== text;
    }),
  );
  expect(seen).toEqual([]);
});

test.each([
  'github_pat_11ABCDEFG0123456789_abcdefghijklmnopqrstuvwxyz',
  'ghp_abcdefghij0123456789',
  'glpat-abcdefghij0123456789',
  'sk-abcdefghij0123456789',
  'sk_live_abcdefghij0123456789',
  'xoxb-123456789012-abcdefghijkl',
  'AKIAABCDEFGHIJ0123456789',
  'AIzaSyA1234567890abcdefghijklmnopqrstu',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
  '$6$abcd$efghijklmnopqrstuvwxyz',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----',
  '-----BEGIN OPENSSH PRIVATE KEY-----\nMIIEow\nthe end is missing',
])('threat 88 masks %j by its form', (secret) => {
  expect(withoutSecrets(`use ${secret}`).text).toBe('use [secret 1]');
});

describe('threat 88 keeps the text around a secret', () => {
  test.each([
    ['Authorization: Bearer abc.def~ghi+jkl/mno1=', 'Authorization: Bearer [secret 1]'],
    ['https://hooks.slack.com/services/T000/B000/XXXX', 'https://hooks.slack.com/services/[secret 1]'],
    ['postgres://hub:Geheim77@db.example/hub', 'postgres://hub:[secret 1]@db.example/hub'],
    ['Server=db;Password=Geheim77;Encrypt=true', 'Server=db;Password=[secret 1];Encrypt=true'],
    ['| root | Password | `Geheim77` | db |', '| root | Password | `[secret 1]` | db |'],
    ['Login: root / Geheim77, then wait', 'Login: root / [secret 1], then wait'],
    ['The PIN of the door is 4711.', 'The PIN of the door is [secret 1].'],
    ['passphrase: correct horse battery staple', 'passphrase: [secret 1]'],
    ['pw: Aa1!x and pw: Aa1!x and pw: Bb2!x', 'pw: [secret 1] and pw: [secret 1] and pw: [secret 2]'],
  ])('threat 88 %s', (text, sent) => {
    expect(withoutSecrets(text).text).toBe(sent);
  });
});

test('threat 88 finds no secret in ordinary sentences and commands', () => {
  const texts = `The compass is north of it
mkdir -p /srv/data
Tokens are kept for 30 days
docker run -u 1000:1000 -p 8080:80 web
reset the password in the portal
password policy: 12 characters
the token ring
grep -w foo file
iptables -w 5 -A INPUT
ssh -p 2222 host
ldapsearch -s sub -W -D cn=admin
mysql -p -u root
mysqldump --password --all-databases
curl -u bob https://x.example
net use * /delete
kubectl get secret my-app-2 -o yaml
openssl passwd -apr1
Password: see the vault
Password: ask Ann in the office
Password: [the vault](https://vault.example)
Token: expires after 30 days
Token: 30d
The password is stored in KeePass
the password is the same as on the phone
Set the password to \`PASSWORD\` of the form
PASSWORD=$DB_PASSWORD
password: \${PW}
--password <password>
password: ********
password: {{ vault_password }}
password = getenv("X")
POSTGRES_PASSWORD_FILE=/run/secrets/pg
Passwords: 12 or more characters
Change password:
passwd
| reset password | portal |
| token | 30 days |
secretName: app-tls
primary key: id
public key: abc
ssh-keygen -t ed25519
Print a secret to \`stdout\`
identified by letter
with basic authentication:
glib-compile-resources --skip-ssl-validation
Community: open source
API key rotation
Accounts: ask HR
Login: open the portal
mimikatz "token::list"
user/pass: see the vault
[secret 1] stays
password: [secret 1]`;
  const changed = texts.split('\n').filter((text) => withoutSecrets(text).text !== text);
  expect(changed).toEqual([]);
  expect(withoutSecrets('kind: Secret\nmetadata:\n  name: x\n').text).not.toContain('[secret');
  expect(withoutSecrets('passwordSecretRef:\n  name: x\n').text).not.toContain('[secret');
});
