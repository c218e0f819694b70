import { expect, test } from 'vitest';
import { withApp } from '../../../test/app.ts';
import { documentsTitled, importReport, picture } from '../../../test/imports.ts';

const at = withApp();

test('N14 a site of MkDocs has what its pages include, its values, icons and short forms', async () => {
  const ann = await at.current.signedIn();
  const report = await importReport(ann, {
    'mkdocs.yml': 'site_name: Depot\nextra:\n  phone: "4711"\nplugins: !!python/name:x.y\n',
    'docs/index.md': [
      '# Depot start',
      '',
      '--8<-- "includes/terms.md"',
      '',
      '- Keys:',
      '',
      '    --8<-- "parts/keys.md:2:3"',
      '',
      '{% include-markdown "parts/keys.md" %}',
      '--8<-- "includes/gone.md"',
      '',
      'The RTO of {{ config.site_name }}, phone {{ phone }}, {{ nothing }}. `RTO`',
      '',
      '| a | :material-check: | :octicons-x-16: | :material-forklift: |',
      '|---|---|---|---|',
    ].join('\n'),
    'docs/includes/terms.md': '*[RTO]: Recovery "time"\n',
    'docs/parts/keys.md': '# Keys\none\ntwo\n',
  });
  expect(report.problems.map(({ path, reason }) => [path, reason])).toEqual([
    ['docs/index.md', 'It includes includes/gone.md, which the zip does not hold'],
    ['docs/index.md', 'A value that only its site generator can fill in stays in the text: nothing'],
    ['docs/index.md', 'An icon of its theme stays in the text as its name: material-forklift'],
    ['docs/includes/terms.md', 'It has no text'],
  ]);
  const [page] = await documentsTitled(ann, 'Depot start');
  const long = '<abbr title="Recovery &quot;time&quot;">RTO</abbr>';
  expect(page.content.split(/\n{2,}/)).toEqual([
    '# Depot start',
    '- Keys:',
    '    one\n    two',
    '# Keys\none\ntwo\n--8<-- "includes/gone.md"',
    `The ${long} of Depot, phone 4711, {{ nothing }}. \`RTO\``,
    '| a | ✅ | ❌ | :material-forklift: |\n|---|---|---|---|',
  ]);
});

test('N6 a page of MkDocs has words below and above the line; elsewhere one tilde is a letter', async () => {
  const ann = await at.current.signedIn();
  const text = 'CO~2~ and 10^6^, ports 70~80 and 90~95\n';
  await importReport(ann, { 'mkdocs.yml': 'site_name: x\n', 'docs/air.md': `# Air\n\n${text}` });
  await importReport(ann, { 'soil.md': `# Soil\n\n${text}` });
  const [air, soil] = await documentsTitled(ann, 'Air', 'Soil');
  expect(air.content).toBe('# Air\n\nCO<sub>2</sub> and 10<sup>6</sup>, ports 70~80 and 90~95\n');
  expect(soil.content).toBe(`# Soil\n\n${text}`);
});

test('N10 pictures whose address a program of Docusaurus works out are shown', async () => {
  const ann = await at.current.signedIn();
  const report = await importReport(ann, {
    'docusaurus.config.js': 'module.exports = {}',
    'docs/pics.mdx': [
      '# Bays',
      '',
      "import useBaseUrl from '@docusaurus/useBaseUrl';",
      "import Both from '@theme/ThemedImage';",
      "import gate from './gate.png';",
      '',
      '<img alt="a" src={useBaseUrl(\'img/bay.png\')} />',
      '',
      '<img alt="b" src={require(\'./gate.png\').default} />',
      '',
      '![c](@site/static/img/bay.png)',
      '',
      '<img alt="d" src={gate} />',
      '',
      "<Both alt=\"e\" sources={{ light: useBaseUrl('/img/bay.png'), dark: useBaseUrl('/img/no.png') }} />",
      '',
      '<img alt="f" src={useBaseUrl(\'img/gone.png\')} />',
    ].join('\n'),
    'docs/gate.png': await picture('red'),
    'static/img/bay.png': await picture('blue'),
  });
  const [page] = await documentsTitled(ann, 'Bays');
  const shown = [...page.content.matchAll(/\/objects\/[\da-f-]{36}/g)].map(([address]) => address);
  expect(shown).toHaveLength(5);
  const [bay, gate] = shown;
  expect(shown).toEqual([bay, gate, bay, gate, bay]);
  expect(report.problems.map(({ reason }) => reason)).toEqual([
    'It refers to /img/gone.png, which the zip does not hold',
  ]);
});

test('N1 the name of a section is no title', async () => {
  const ann = await at.current.signedIn();
  await importReport(ann, {
    'steps/rotate.md': '## Before\n\nx\n\n## After\n',
    'steps/restart.md': 'Restart it.\n\n## Before\n\nx\n',
    'steps/save.md': '<details>\n<summary>x</summary>\n\n### Before\n\n</details>\n\nText\n',
    'steps/fill.md': '## Fill the tank\n\n### Before\n',
    'steps/drain.md': 'Intro.\n\n# Drain the tank\n',
  });
  const titles = await documentsTitled(ann, 'rotate', 'restart', 'save', 'Fill the tank', 'Drain the tank');
  expect(titles).toHaveLength(5);
});
