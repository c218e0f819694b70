/** Known attacks on Markdown renderers: they run script, navigate or send requests. Each calls `hit()`. */

const TAGS = `img svg iframe video audio body details input object embed math style link base form a marquee
  script template noscript textarea select table td div p b image meta`.split(/\s+/);
const HANDLERS =
  'onerror onload ontoggle onfocus onmouseover onanimationstart onpointerenter onbegin onclick'.split(' ');
const SHAPES: ((tag: string, handler: string) => string)[] = [
  (tag, handler) => `<${tag} src=x href=x open autofocus ${handler}=hit()>x`,
  (tag, handler) =>
    `<${tag.toUpperCase()} SRC="x" ${handler}="hit()" style="animation-name:x" tabindex=1>x</${tag}>`,
  (tag, handler) => `<${tag}/src=x/${handler}=hit()//>`,
  (tag, handler) => `<${tag} title="</${tag}><${tag} src=x ${handler}=hit()>">`,
  (tag, handler) => `<svg><${tag} src=x ${handler}=hit() attributeName=href values=javascript:hit()></svg>`,
];

const ADDRESSES = [
  'javascript:hit()',
  'JaVaScRiPt:hit()',
  'java\tscript:hit()',
  'java&#10;script:hit()',
  '&#106;avascript:hit()',
  '&#x6A;&#x61;vascript:hit()',
  'javascript&colon;hit()',
  '\u0001javascript:hit()',
  ' javascript:hit()',
  'javascript:/*--></title></style></script><svg/onload=hit()>*/hit()',
  'data:text/html,<script>parent.hit()</script>',
  'data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"/>',
  'vbscript:hit()',
  'blob:http://evil.invalid/x',
  'file:///etc/passwd',
  '//evil.invalid/x',
  String.raw`/\evil.invalid/x`,
  'https:evil.invalid',
  'http://evil.invalid/x.png',
  '/api/logout',
  '/objects/../api/logout',
  '/%61pi/logout',
];
const PLACES: ((address: string) => string)[] = [
  (address) => `[link](${address})`,
  (address) => `[link](<${address}>)`,
  (address) => `![image](${address})`,
  (address) => `<${address}>`,
  (address) => `<a href="${address}">x</a>`,
  (address) => `<img src="${address}" srcset="${address} 2x">`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<object data="${address}"></object><embed src="${address}">`,
  (address) => `<form action="${address}"><button formaction="${address}">x</button></form>`,
  (address) => `<svg><a xlink:href="${address}"><text>x</text></a><use href="${address}#x"/></svg>`,
  (address) => `<video poster="${address}" src="${address}"></video>`,
  (address) => `<div style="background:url(${address})">x</div><table background="${address}"><td>x`,
  (address) => `[ref]: ${address}\n\n[ref] ![ref]`,
  (address) => `<meta http-equiv="refresh" content="0;url=${address}"><base href="${address}">`,
  (address) => `<link rel="stylesheet" href="${address}"><style>@import "${address}";</style>`,
  (address) => `<a href="${address}" ping="${address}" target=_self>x</a>`,
];

const OTHERS = [
  '<script>hit()</script>',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '<!--><script>hit()</script>-->',
  '<![CDATA[<script>hit()</script>]]>',
  '<noscript><p title="</noscript><script>hit()</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=hit()>">',
  '<form id=test><input name=attributes><input name=querySelector></form>',
  '<a id=currentUser name=cookie href="x">x</a><img name=body><form name=document>',
  '<style>:has(body){display:none} *{display:none!important}</style>',
  '<div style="position:fixed;inset:0;z-index:9999;background:red">cover</div>',
  '<div class="fixed inset-0 z-50 bg-red">cover</div>',
  '```html\n<script>hit()</script>\n```',
  '```"><img/src=x/onerror=hit()>\nx\n```',
  '| <img src=x onerror=hit()> |\n| --- |\n| <svg onload=hit()> |',
  '[^1]\n\n[^1]: <img src=x onerror=hit()>',
];

export const HOSTILE_TEXTS: string[] = [
  ...TAGS.flatMap((tag) => HANDLERS.flatMap((handler) => SHAPES.map((shape) => shape(tag, handler)))),
  ...ADDRESSES.flatMap((address) => PLACES.map((place) => place(address))),
  ...OTHERS,
];

/** Diagrams with the same attacks, including those that worked in older versions of the library. */
export const HOSTILE_DIAGRAMS: string[] = [
  'flowchart LR\n  A["<img src=x onerror=hit()>"] --> B["<script>hit()</script>"]',
  'flowchart LR\n  A --> B\n  click A "javascript:hit()" "x"\n  click B call hit()',
  '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}, "themeCSS": "} * ' +
    '{display:none!important} .x {"}}%%\nflowchart LR\n  A["<iframe ' +
    "srcdoc='<script>parent.hit()</script>'>\"] --> B",
  '---\nconfig:\n  securityLevel: loose\n  themeCSS: "} body{display:none} .x{"\n---\nflowchart ' +
    'LR\n  A["<img src=http://evil.invalid/x.png>"] --> B',
  'sequenceDiagram\n  participant A as Alice<img src="x" onerror="hit()">\n  A->>B: $$x$$ <svg onload=hit()>',
  'architecture-beta\n  service s("<img src=x onerror=hit()>")[x]',
  'classDiagram\n  class A["<img src=x onerror=hit()>"]\n  style A fill:#fff;}body{display:none',
  'flowchart LR\n  A@{ img: "http://evil.invalid/x.png", label: "x" }',
];
