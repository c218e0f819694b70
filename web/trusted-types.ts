/** The content policy requires Trusted Types: only these two policies may turn a string into markup or a script URL. */
const OWN_SCRIPT = /^\/(sw|(assets|ocr)\/[\w-]+)\.js$/;

/** The browser calls it for each script URL: workers may only start from our own built files. */
window.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href);
    if (origin === location.origin && OWN_SCRIPT.test(pathname)) return address;
    throw new TypeError(`No script of ours: ${address}`);
  },
});

const pasted = window.trustedTypes?.createPolicy('pasted', { createHTML: (html) => html });

/** Only for DOMParser, whose document runs no scripts and loads nothing. The DOM types do not include TrustedHTML. */
export const trustedPaste = (html: string): string => (pasted?.createHTML(html) ?? html) as unknown as string;
