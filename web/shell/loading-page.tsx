/** Shown until it is known whether somebody is signed in. */
export const LoadingPage = () => (
  <main className="grid min-h-dvh place-items-center">
    <Loading />
  </main>
);

/** Shown while a screen inside the shell loads. */
export const Loading = () => <output className="block p-6 text-muted">Loading...</output>;
