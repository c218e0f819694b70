/** The content policy requires Trusted Types: no string becomes markup or a script URL except through these two policies. */
const OWN_SCRIPT = /^\/(assets|ocr)\/[\w-]+\.js$/;

/** The browser calls it for each script URL: workers start from our own built files only. */
window.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href);
    if (origin === location.origin && OWN_SCRIPT.test(pathname)) return address;
    throw new TypeError(`No script of ours: ${address}`);
  },
});

const pasted = window.trustedTypes?.createPolicy('pasted', { createHTML: (html) => html });

/** For DOMParser only, whose document runs and loads nothing. The types of the DOM do not include TrustedHTML. */
export const trustedPaste = (html: string): string => (pasted?.createHTML(html) ?? html) as unknown as string;
