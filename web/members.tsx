import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveEvents } from './api/live.ts';
import { useAppliedSettings } from './api/own-settings.ts';
import { newRouter } from './routes.tsx';

/** All that people see who are signed in. */
export function Members() {
  const [router] = useState(newRouter);
  useLiveEvents();
  useAppliedSettings();
  return <RouterProvider router={router} />;
}
