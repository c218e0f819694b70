import { expect, test } from 'vitest';
import { withoutSecrets } from './secrets-in-text.ts';

test.each([
  ['DB_PASSWORD=Zx9!kk', 'Zx9!kk'],
  ['PGPASSWORD=qqqq1111 psql', 'qqqq1111'],
  ['adminPassword: Foo12345', 'Foo12345'],
  ['aws_secret_access_key = wJalrXUtnFEMI', 'wJalrXUtnFEMI'],
  ['"pass": "hunter33"', 'hunter33'],
  ['the password is hunter44', 'hunter44'],
  ['mysql -u root -pS3cretPw hub', 'S3cretPw'],
  ['curl -u admin:Passw0rd9 https://x.example', 'Passw0rd9'],
  ['sshpass -p Qwerty99 ssh root@db', 'Qwerty99'],
  [
    'Authorization eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
    'dozjgNryP4J3jVmNHl0w5N',
  ],
  ['postgres://hub:Geheim77@db.example/hub', 'Geheim77'],
  ['passwd: Qq1!zz', 'Qq1!zz'],
  ['pwd=Qq1!zz', 'Qq1!zz'],
  ['passphrase is Qq1!zz', 'Qq1!zz'],
  ['token: Qq1!zz', 'Qq1!zz'],
  ['hub_secret=Qq1!zz', 'Qq1!zz'],
  ['client secret: Qq1!zz', 'Qq1!zz'],
  ['api-key: Qq1!zz', 'Qq1!zz'],
  ['export X ghp_abcdefghij0123456789', 'abcdefghij0123456789'],
  ['use sk-abcdefghij0123456789 here', 'abcdefghij0123456789'],
  ['AKIAABCDEFGHIJ0123456789', 'ABCDEFGHIJ0123456789'],
  ['Authorization: Bearer abc.def~ghi+jkl/mno=', 'abc.def~ghi'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----', 'IBAAK'],
])('threat 88 masks the secrets in %j, and restores them', (text, secret) => {
  const { text: sent, restored } = withoutSecrets(text);
  expect(sent).not.toContain(secret);
  expect(sent).toContain('[secret 1]');
  expect(restored(sent)).toBe(text);
});

test.each([
  'The compass is north of it',
  'mkdir -p /srv/data',
  'Tokens are kept for 30 days',
  'docker run -u 1000 web',
])('threat 88 finds no secret in %j', (text) => {
  expect(withoutSecrets(text).text).toBe(text);
});
