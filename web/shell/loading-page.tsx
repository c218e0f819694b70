/** While it is unknown whether somebody is signed in. */
export const LoadingPage = () => (
  <main className="grid min-h-dvh place-items-center">
    <Loading />
  </main>
);

/** While a screen inside of the shell is fetched. */
export const Loading = () => <output className="block p-6 text-muted">Loading...</output>;
