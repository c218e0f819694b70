import { describe, expect, test } from 'vitest';
import { edited } from '../text/markdown/edits.ts';
import { parse } from '../text/markdown/parse.ts';
import { tidyLooseLinks, wikiTargets } from './loose-links.ts';
import { resolverFor } from './resolve.ts';

const resolve = resolverFor([
  'Vault/Start.md',
  'Vault/Net/Core Switch.md',
  'Vault/Net/VLAN (old).md',
  'Vault/img/rack front.png',
  'Vault/img/plan.png',
  'Vault/files/manual.pdf',
  'Vault/Install-Guide.md',
  'Vault/one/Same.md',
  'Vault/two/Same.md',
]);
const tidy = (source: string) => {
  const { edits, changes } = tidyLooseLinks(parse(source), (address) => resolve('Vault/Start.md', address));
  return { content: edited(source, edits), changes };
};

describe('KB-11 links of other dialects', () => {
  test.each([
    ['[[Core Switch]]', '[Core Switch](/Vault/Net/Core%20Switch.md)'],
    ['[[Net/Core Switch|the core]]', '[the core](/Vault/Net/Core%20Switch.md)'],
    [
      '[[core switch#Power supply]]',
      '[core switch > Power supply](/Vault/Net/Core%20Switch.md#power-supply)',
    ],
    ['[[Core Switch#^a1b2c3]]', '[Core Switch](/Vault/Net/Core%20Switch.md)'],
    ['[[#Rack plan]]', '[Rack plan](#rack-plan)'],
    ['[[Install Guide]]', '[Install Guide](/Vault/Install-Guide.md)'],
    ['[[the steps|Install Guide#rack-it]]', '[the steps](/Vault/Install-Guide.md#rack-it)'],
    ['| [[Core Switch\\|core]] |', '| [core](/Vault/Net/Core%20Switch.md) |'],
    ['[[VLAN (old)]]', '[VLAN (old)](/Vault/Net/VLAN%20%28old%29.md)'],
    ['[[manual.pdf]]', '[manual.pdf](/Vault/files/manual.pdf)'],
    ['See ![[plan.png]] here', 'See ![plan.png](/Vault/img/plan.png) here'],
    ['See ![[plan.png|300]] here', 'See <img src="/Vault/img/plan.png" alt="plan.png" width="300"> here'],
    ['![[plan.png|300x200]]', '<!-- width=300px height=200px -->\n![plan.png](/Vault/img/plan.png)'],
    ['![[plan.png|Rack plan|120]]', '<!-- width=120px height=auto -->\n![Rack plan](/Vault/img/plan.png)'],
    ['![front](img/rack front.png)', '![front](/Vault/img/rack%20front.png)'],
    ['![f](img/rack front.png "Title")', '![f](/Vault/img/rack%20front.png)'],
    ['![p](img/plan.png =300x)', '<!-- width=300px height=auto -->\n![p](/Vault/img/plan.png)'],
    [
      'a ![p](img/plan.png " =640x480")',
      'a <img src="/Vault/img/plan.png" alt="p" width="640" height="480">',
    ],
    ['![p|90](img/plan.png)', '<!-- width=90px height=auto -->\n![p](/Vault/img/plan.png)'],
    ['[core](Net/Core Switch.md#Ports)', '[core](/Vault/Net/Core%20Switch.md#Ports)'],
    [
      '![x](https://a.example/b.png =20x10) y',
      '<img src="https://a.example/b.png" alt="x" width="20" height="10"> y',
    ],
  ])('KB-11 %s', (source, content) => {
    expect(tidy(source)).toEqual({ content, changes: [] });
  });

  test.each([
    '`[[Core Switch]]` and ``![[plan.png]]``',
    '```sh\n[[ -f /etc/fstab ]] && ![[plan.png]]\n```',
    'if [[ -n $x ]]; then',
    '[a](b c d) and [x](see below)',
    '[web](https://a.example/a b.png)',
    '![p](img/plan.png)',
    '[gone]([[bsexport:page:99]])',
  ])('KB-11 leaves unchanged: %s', (content) => {
    expect(tidy(content)).toEqual({ content, changes: [] });
  });

  test('KB-11 leaves and reports links with no target or several, and a page within a page', () => {
    expect(tidy('[[Nowhere]] ![[gone.png|200]] ![x](no such.png) [[Same]] ![[Core Switch]]')).toEqual({
      content:
        '[[Nowhere]] ![[gone.png|200]] ![x](no such.png) [[Same]] [Core Switch](/Vault/Net/Core%20Switch.md)',
      changes: [
        'It links to Nowhere, which the zip does not hold',
        'It shows gone.png, which the zip does not hold',
        'It shows no such.png, which the zip does not hold',
        'It links to Same, which several files of the zip are called; write its path',
        'The embedded page Core Switch was replaced by a link',
      ],
    });
  });

  test('KB-11 are found outside of code', () => {
    expect(wikiTargets(parse('[[a]] `[[b]]` ![c](d e.png)'))).toEqual(['a']);
  });
});
