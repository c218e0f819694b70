import './api/without-eval.ts';
import './trusted.ts';
import './fresh-address.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { Application } from './application.tsx';
import { fetchAhead } from './ui/fetch-ahead.ts';
import './styles.css';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element #root');

createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Application />
    </QueryClientProvider>
  </StrictMode>,
);

fetchAhead();
