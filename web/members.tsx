import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveEvents } from './api/live.ts';
import { useAppliedSettings } from './api/own-settings.ts';
import { newRouter } from './routes.tsx';

/** All screens that require sign-in. */
export function Members() {
  const [router] = useState(newRouter);
  useLiveEvents();
  useAppliedSettings();
  return <RouterProvider router={router} />;
}
