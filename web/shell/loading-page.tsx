/** While it is unknown whether somebody is signed in. */
export const LoadingPage = () => (
  <main className="grid min-h-dvh place-items-center text-muted">
    <p role="status">Loading...</p>
  </main>
);
