import { Suspense, useState } from 'react';
import type { RecordedResult } from '../../../contract/checks.ts';
import { messageOf } from '../../../contract/error.ts';
import { Failed } from '../../ui/feedback/list-states.tsx';
import { fetchedPart } from '../../ui/feedback/fetched-part.tsx';
import { Part } from '../../ui/feedback/part.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Section } from './section.tsx';
import type { Chart } from './line-chart.tsx';
import { useResults } from './use-results.ts';

const LineChart = fetchedPart<Chart>(() => import('./line-chart.tsx'), 'LineChart');
/** A caption and the picture under it: what stands below must not move when they come. */
const CHART_HEIGHT = 'mb-4 h-41';

const SPANS = [
  { value: '1', label: '24 h' },
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
] as const;
type Span = (typeof SPANS)[number]['value'];

const METRICS = [
  { key: 'cpuUsage', label: 'CPU', unit: '%', max: 100 },
  { key: 'memoryUsage', label: 'Memory', unit: '%', max: 100 },
  { key: 'diskUsage', label: 'Disk', unit: '%', max: 100 },
  { key: 'latencyMs', label: 'Response time', unit: ' ms', max: undefined },
] as const;

/** The recorded figures over time, one chart a figure; figures that were never measured have none. */
export function Charts({ serverId }: { serverId: string }) {
  const [span, setSpan] = useState<Span>('1');
  const results = useResults(serverId, Number(span));
  const measured = (results.data ?? []).filter(({ simulated }) => !simulated);
  const shown = METRICS.filter(({ key }) => measured.some((result) => result[key] !== null));
  return (
    <Section
      title="Usage"
      end={<Segmented label="Time span" value={span} onChange={setSpan} choices={[...SPANS]} />}
    >
      {results.isError && (
        <Failed
          title="The figures could not be loaded"
          text={messageOf(results.error, 'The server did not answer.')}
          onRetry={() => void results.refetch()}
        />
      )}
      {results.data && shown.length === 0 && (
        <p className="py-4 text-sm text-muted">Nothing was measured in this time.</p>
      )}
      {shown.map(({ key, label, unit, max }) => (
        <Part key={key} name={`The chart of ${label}`} of={[span]}>
          <Suspense fallback={<div className={CHART_HEIGHT} />}>
            <LineChart label={label} unit={unit} max={max} points={pointsOf(measured, key)} />
          </Suspense>
        </Part>
      ))}
    </Section>
  );
}

const pointsOf = (results: RecordedResult[], key: (typeof METRICS)[number]['key']) =>
  results.map((result) => ({ at: Date.parse(result.at) / 1000, value: result[key] }));
