import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { ImportReport, servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';

const at = withApp();
const add = (client: Client, name: string, more: object = {}) =>
  client.call(servers.create, { body: { name, ...more } });
const csv = (text: string) => new File([text], 'servers.csv', { type: 'text/csv' });
const upload = (client: Client, text: string, dryRun?: 'true') =>
  client.call(servers.import, { file: csv(text), query: dryRun ? { dryRun } : {} });
const namesLike = async (client: Client, q: string) =>
  (await client.call(servers.list, { query: { q } })).map(({ name }) => name);

describe('bulk changes', () => {
  test('INFRA-13 many servers are changed at once, and one undo reverts it', async () => {
    const ann = await at.current.signedIn();
    const made = [await add(ann, 'bulk-1'), await add(ann, 'bulk-2', { environment: 'production' })];
    const ids = made.map(({ id }) => id);
    const gone = randomUUID();
    const result = await ann.call(servers.bulk, {
      body: {
        // The same id in capital letters.
        ids: [...ids, (ids[0] ?? '').toUpperCase(), gone],
        action: 'set',
        fields: { status: 'maintenance', teamOwner: 'Server Services' },
      },
    });
    expect(result).toMatchObject({ changed: 2, problems: [{ id: gone }] });
    expect(result.problems).toHaveLength(1);
    expect(await ann.call(servers.list, { query: { q: 'bulk-', status: 'maintenance' } })).toHaveLength(2);
    await ann.call(servers.update, { params: { id: ids[0] ?? '' }, body: { notes: 'changed since' } });
    const undone = await ann.call(servers.undoBatch, { params: { id: result.batchId ?? '' } });
    expect(undone).toEqual({ changed: 1, kept: 1 });
    const [first, second] = await Promise.all(ids.map((id) => ann.call(servers.find, { params: { id } })));
    expect(first).toMatchObject({ status: 'maintenance', notes: 'changed since' });
    expect(second).toMatchObject({ status: 'unknown', teamOwner: null, environment: 'production' });
  });

  test('INFRA-13 many are deleted at once and restored by one undo, which only its author can use, for a day', async () => {
    const ann = await at.current.signedIn();
    const ids = [(await add(ann, 'del-1')).id, (await add(ann, 'del-2')).id];
    const { batchId } = await ann.call(servers.bulk, { body: { ids, action: 'delete' } });
    expect(await namesLike(ann, 'del-')).toEqual([]);
    const bob = await at.current.signedIn();
    const url = `/api/servers/batches/${batchId}/undo`;
    expectRefusal(await bob.send({ method: 'POST', url }), 404);
    const age = (hours: number) =>
      at.current.database.pool.query(
        "update server_batches set created_at = created_at - $1 * interval '1 hour' where id = $2",
        [hours, batchId],
      );
    await age(25);
    expectRefusal(await ann.send({ method: 'POST', url }), 404);
    await age(-25);
    expect(await ann.call(servers.undoBatch, { params: { id: batchId ?? '' } })).toEqual({
      changed: 2,
      kept: 0,
    });
    expect(await namesLike(ann, 'del-')).toEqual(['del-1', 'del-2']);
    expectRefusal(await ann.send({ method: 'POST', url }), 404);
  });
});

describe('CSV', () => {
  test('INFRA-13 a preview reports each row and stores nothing', async () => {
    const ann = await at.current.signedIn();
    await add(ann, 'csv-old', { teamOwner: 'A' });
    const text = 'name,ipAddress,teamOwner,Rack\r\ncsv-new,10.0.0.1,B,7\r\nCSV-OLD,,C,8\r\n';
    const report = await upload(ann, text, 'true');
    expect(report).toMatchObject({ dryRun: true, created: 1, updated: 1, failed: 0, batchId: null });
    expect(report.ignoredColumns).toEqual(['Rack']);
    expect(await namesLike(ann, 'csv-new')).toEqual([]);
  });

  test('INFRA-13 reports errors by line and field, and imports nothing in part', async () => {
    const ann = await at.current.signedIn();
    const text =
      'name;ipAddress;environment\nhalf-1;10.0.0.1;production\nhalf-2;10.0.0.999;moon\n;10.0.0.3;\nhalf-1;;\n';
    const report = await upload(ann, text);
    expect(report).toMatchObject({ dryRun: false, created: 0, updated: 0, failed: 3, batchId: null });
    // The result if every row were valid.
    expect(await upload(ann, text, 'true')).toMatchObject({ dryRun: true, created: 1, failed: 3 });
    expect(report.rows.filter(({ errors }) => errors.length > 0)).toMatchObject([
      { line: 3, errors: [{ field: 'ipAddress' }, { field: 'environment' }] },
      { line: 4, errors: [{ field: 'name' }] },
      {
        line: 5,
        errors: [
          { field: 'name', message: 'The same name stands on line 2. Rename or remove one of the two rows' },
        ],
      },
    ]);
    expect(await namesLike(ann, 'half-')).toEqual([]);
  });

  test('INFRA-13 an import adds and changes, and one undo reverts all of it', async () => {
    const ann = await at.current.signedIn();
    await add(ann, 'imp-old', { teamOwner: 'A' });
    const text =
      'name,teamOwner,checkKind,checkTarget,checkRetries\nimp-new,B,tcp,10.0.0.1:22,5\nimp-old,C,,,\n';
    const report = await upload(ann, text);
    expect(report).toMatchObject({ dryRun: false, created: 1, updated: 1, failed: 0 });
    const [created] = await ann.call(servers.list, { query: { q: 'imp-new' } });
    expect(created?.check).toMatchObject({ kind: 'tcp', target: '10.0.0.1:22', retries: 5 });
    await ann.call(servers.undoBatch, { params: { id: report.batchId ?? '' } });
    expect(await ann.call(servers.list, { query: { q: 'imp-' } })).toMatchObject([
      { name: 'imp-old', teamOwner: 'A' },
    ]);
  });

  test('INFRA-13 undoes an import after a later change was undone, and after a check set statuses', async () => {
    const ann = await at.current.signedIn();
    await add(ann, 'again-old', { teamOwner: 'A' });
    const text =
      'name,teamOwner,checkKind,checkTarget\nagain-new,B,tcp,10.0.0.1:22\nagain-old,C,tcp,10.0.0.2:22\n';
    const { batchId } = await upload(ann, text);
    const ids = (await ann.call(servers.list, { query: { q: 'again-' } })).map(({ id }) => id);
    const later = await ann.call(servers.bulk, { body: { ids, action: 'set', fields: { notes: 'later' } } });
    const undo = (id: string | null) => ann.call(servers.undoBatch, { params: { id: id ?? '' } });
    expect(await undo(later.batchId)).toEqual({ changed: 2, kept: 0 });
    const { pool } = at.current.database;
    await pool.query(`update servers set status = 'online' where name = 'again-new'`);
    await pool.query(`update servers set status = 'offline' where name = 'again-old'`);
    expect(await undo(batchId)).toEqual({ changed: 2, kept: 0 });
    expect(await ann.call(servers.list, { query: { q: 'again-' } })).toMatchObject([
      { name: 'again-old', teamOwner: 'A', status: 'offline' },
    ]);
  });

  test('INFRA-13 imports as many servers as one file can contain', async () => {
    const ann = await at.current.signedIn();
    const names = Array.from({ length: 10_000 }, (_, n) => `many-${n}`);
    expect(await upload(ann, `name\n${names.join('\n')}\n`)).toMatchObject({ created: 10_000, failed: 0 });
    const { total } = await ann.page(servers.list, { query: { q: 'many-', limit: 1 } });
    expect(total).toBe(10_000);
  });

  test('threat 77 formulas are inert in the file and are imported unchanged', async () => {
    const ann = await at.current.signedIn();
    const texts = [
      '=HYPERLINK("http://evil")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '＝1',
      '＋1',
      '－1',
      '＠SUM(A1)',
      "'quoted",
      "'=1",
      "it's",
      'a "b", c\nd',
      "a;=1;\t-1\n@x\n'=1",
      'first line\nsecond line',
      'old\rlines',
      '\n=1+1',
      '\r=1',
      '\tindented',
      'with a last line\n',
      ' with space ',
      'a;"=1+1;b',
      'a\n"=HYPERLINK("x")',
      'a;""\t-1',
      '\t',
      '\n\n',
      '\tx\n',
      ' =1 ',
    ];
    for (const [index, notes] of texts.entries()) await add(ann, `formula-${index}`, { notes });
    await add(ann, '=cmd', { description: 'formula-name' });
    const answer = await ann.send({ url: '/api/servers/export?q=formula-' });
    expect(answer.headers['content-type']).toContain('text/csv');
    const cells = [
      // Cells of a program that ends a row at every kind of line break, unless it is quoted.
      ...(parse(answer.body, { record_delimiter: ['\r\n', '\n', '\r'] }) as string[][]).flat(),
      // Cells of a program with semicolons as separators, for which a quote in the middle has no meaning.
      ...answer.body.split(/[;\r\n]/),
    ];
    expect(cells.filter((cell) => /^["\s]*[=+\-@＝＋－＠]|^"?[\t\r\n]+./.test(cell))).toEqual([]);
    const before = await ann.call(servers.list, { query: { q: 'formula-' } });
    const report = ImportReport.parse(await upload(ann, answer.body, 'true'));
    expect(report).toMatchObject({ unchanged: before.length, created: 0, updated: 0, failed: 0 });
    await upload(ann, "name,notes\nquote-by-hand,'tis so\n");
    const [byHand] = await ann.call(servers.list, { query: { q: 'quote-by-hand' } });
    expect(byHand?.notes).toBe("'tis so");
  });

  test('threat 78 deleted servers are in no file and no output', async () => {
    const ann = await at.current.signedIn();
    const { id } = await add(ann, 'canary-of-the-bin', { ipAddress: '10.66.66.66', notes: 'canary-note' });
    const outputs = ['/api/servers/export', '/api/servers/http-sd', '/api/servers/ansible', '/api/servers'];
    const tellOfIt = async (url: string) => /canary|10\.66\.66/.test((await ann.send({ url })).body);
    for (const url of outputs) expect([url, await tellOfIt(url)]).toEqual([url, true]);
    await ann.call(servers.remove, { params: { id } });
    for (const url of outputs) {
      expect([url, await tellOfIt(url)]).toEqual([url, false]);
      expect((await at.current.anonymous.send({ url })).statusCode).toBe(401);
    }
  });

  test.each([
    ['', 'name'],
    ['a,b\n1,2\n', 'name'],
    ['name\n', 'no server'],
    ['name\n"open', 'not a CSV'],
  ])('INFRA-13 refuses %j with an explanation', async (text, words) => {
    const ann = await at.current.signedIn();
    await expect(upload(ann, text)).rejects.toThrow(words);
  });
});

describe('outputs for other programs', () => {
  test('INFRA-12 http_sd lists exporters and addresses, filtered like the list', async () => {
    const ann = await at.current.signedIn();
    await add(ann, 'sd-1', { ipAddress: '10.7.0.1', environment: 'production' });
    await add(ann, 'sd-2', { check: { kind: 'node_exporter', target: 'sd-2.example.com' } });
    await add(ann, 'sd-3', { check: { kind: 'windows_exporter', target: '[fd00::3]:9999' } });
    await add(ann, 'sd-4');
    await add(ann, 'sd-5', {
      check: { kind: 'node_exporter', target: 'https://sd-5.example.com/node/metrics?auth=a&auth=b' },
    });
    await add(ann, 'sd-6', { check: { kind: 'node_exporter', target: 'sd-6?target=10.0.0.1:80' } });
    await add(ann, 'sd-7', { check: { kind: 'node_exporter', target: 'sd-7:81/a%20b%C3%BC%ff' } });
    await add(ann, 'sd-8', { check: { kind: 'node_exporter', target: 'sd-8/a%20b%C3%BC/m' } });
    const answer = await ann.send({ url: '/api/servers/http-sd?q=sd-' });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.json<{ targets: string[] }[]>().map(({ targets }) => targets)).toEqual([
      ['10.7.0.1:9100'],
      ['sd-2.example.com:9100'],
      ['[fd00::3]:9999'],
      ['sd-5.example.com:443'],
      ['sd-6:9100'],
      ['sd-7:81'],
      ['sd-8:9100'],
    ]);
    const ways = answer
      .json<{ labels: object }[]>()
      .map(({ labels }) =>
        Object.fromEntries(Object.entries(labels).filter(([label]) => !label.startsWith('__meta_'))),
      );
    expect(ways).toEqual([
      {},
      {},
      {},
      { __scheme__: 'https', __metrics_path__: '/node/metrics', __param_auth: 'a' },
      { __param_target: '10.0.0.1:80' },
      { __metrics_path__: '/a%20b%C3%BC%ff' },
      { __metrics_path__: '/a bü/m' },
    ]);
    expect(await ann.call(servers.httpSd, { query: { q: 'no such server at all' } })).toEqual([]);
  });

  test('INFRA-12 Ansible gets hosts with their facts, and groups', async () => {
    const ann = await at.current.signedIn();
    await add(ann, 'play-1', {
      ipAddress: '10.8.0.1',
      environment: 'production',
      teamOwner: 'Server Services',
    });
    const inventory = await ann.call(servers.ansible, { query: { q: 'play-' } });
    expect(inventory).toMatchObject({
      _meta: { hostvars: { 'play-1': { ansible_host: { __ansible_unsafe: '10.8.0.1' } } } },
      env_production: { hosts: ['play-1'] },
      team_server_services: { hosts: ['play-1'] },
    });
  });

  test('INFRA-12 Ansible gets a group for each place, in any script', async () => {
    const ann = await at.current.signedIn();
    const places = ['東京', '大阪', 'Zürich', 'Zärich', 'Rack 7'];
    for (const [n, serverLocation] of places.entries()) await add(ann, `place-${n}`, { serverLocation });
    await add(ann, 'place-5', { serverLocation: 'ZÜRICH' });
    const inventory = await ann.call(servers.ansible, { query: { q: 'place-' } });
    const groups = Object.keys(inventory).filter((name) => name.startsWith('location_'));
    expect(groups).toHaveLength(5);
    for (const name of groups) expect(name).toMatch(/^[a-z_][a-z0-9_]*$/);
    expect(inventory).toHaveProperty('location_rack_7');
    expect(Object.values(inventory)).toContainEqual({ hosts: ['place-2', 'place-5'] });
  });

  test('INFRA-12 Ansible gets a group for each team, also if they differ only in special characters', async () => {
    const ann = await at.current.signedIn();
    const teams = ['C++', 'C#', 'C', 'dc-1', 'dc 1', 'DC  1', 'eu-west 2', 'R&D', 'R D'];
    for (const [n, teamOwner] of teams.entries()) await add(ann, `sign-${n}`, { teamOwner });
    const groupsOf = async (q: string) => {
      const inventory = await ann.call(servers.ansible, { query: { q } });
      return Object.entries(inventory as Record<string, { hosts?: string[] }>)
        .filter(([name]) => name.startsWith('team_'))
        .map(([name, { hosts }]) => [name, hosts?.join()]);
    };
    const groups = await groupsOf('sign-');
    expect(groups).toEqual([
      [expect.stringMatching(/^team_c_[0-9a-f]{8}$/), 'sign-0'],
      [expect.stringMatching(/^team_c_[0-9a-f]{8}$/), 'sign-1'],
      ['team_c', 'sign-2'],
      [expect.stringMatching(/^team_dc_1_[0-9a-f]{8}$/), 'sign-3'],
      [expect.stringMatching(/^team_dc_1_[0-9a-f]{8}$/), 'sign-4,sign-5'],
      ['team_eu_west_2', 'sign-6'],
      [expect.stringMatching(/^team_r_d_[0-9a-f]{8}$/), 'sign-7'],
      ['team_r_d', 'sign-8'],
    ]);
    // The group has the same name, whichever servers are requested.
    expect(await groupsOf('sign-3')).toEqual(groups.filter(([, hosts]) => hosts === 'sign-3'));
  });
});
