// Renders diagrams for the page that contains this frame. The frame has no origin, so it cannot read data of the
// product or of the user, and its content policy forbids all requests. It returns a picture.
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
      // Settings that directives in a diagram cannot change.
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

  // As an image, an SVG needs its own size: a width of 100% has nothing to refer to.
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

  // One at a time, because the library keeps state while it renders.
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
