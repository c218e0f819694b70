/**
 * The content policy lets no text become markup, a script or a script's address; browsers that know Trusted Types ask
 * these two policies. Others have the rest of the content policy alone.
 */
const OWN_SCRIPT = /^\/(assets|ocr)\/[\w-]+\.js$/;

/** Asked by the browser itself: workers start from our own built files and from nowhere else. */
window.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href);
    if (origin === location.origin && OWN_SCRIPT.test(pathname)) return address;
    throw new TypeError(`No script of ours: ${address}`);
  },
});

const pasted = window.trustedTypes?.createPolicy('pasted', { createHTML: (html) => html });

/** For DOMParser alone, whose document runs and loads nothing; the types of the browser do not know the trusted kind. */
export const trustedPaste = (html: string): string => (pasted?.createHTML(html) ?? html) as unknown as string;
