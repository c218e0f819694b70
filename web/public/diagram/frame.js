// Draws diagrams for the page around it. This page has no origin: it can read nothing of the product and nothing of the
// person who is signed in, and its content policy lets it ask nobody for anything. What goes back is a picture.
(() => {
  const mermaid = globalThis.mermaid;
  const configure = (isDark) =>
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: isDark ? 'dark' : 'neutral',
      look: 'classic',
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      // What a diagram may not set by directives of its own.
      secure: [
        'secure',
        'securityLevel',
        'startOnLoad',
        'maxTextSize',
        'maxEdges',
        'htmlLabels',
        'theme',
        'themeCSS',
      ],
    });

  // As an image it has the size that it says, and 100% of nothing would be none.
  const sized = (svg) => {
    const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
    return width
      ? svg.replace(/<svg([^>]*?) width="100%"/, `<svg$1 width="${width}" height="${height}"`)
      : svg;
  };

  const draw = async (id, source) => {
    try {
      const { svg } = await mermaid.render(`diagram-${id}`, source);
      return { id, svg: sized(svg) };
    } catch (error) {
      return { id, problem: String(error?.message ?? error) };
    }
  };

  // One at a time: the library keeps state of its own while it draws.
  let last = Promise.resolve();
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    last = last.then(async () => {
      configure(data.isDark);
      parent.postMessage(await draw(data.id, data.source), '*');
      document.body.replaceChildren();
    });
  });
  parent.postMessage({ isReady: true }, '*');
})();
