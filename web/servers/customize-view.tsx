import { Columns3 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';

const loadColumns = () => import('./open-columns.tsx');
const OpenColumns = lazy(async () => ({ default: (await loadColumns()).OpenColumns }));

/** Which columns the table has. What opens is fetched when the button is first pointed at or focused. */
export function CustomizeView() {
  const [wasOpened, setWasOpened] = useState(false);
  const button = {
    icon: <Columns3 size={16} className="text-muted" aria-hidden />,
    children: 'Customize View',
  };
  const closed = (
    <Button
      {...button}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void loadColumns()}
      onFocus={() => void loadColumns()}
      onClick={() => setWasOpened(true)}
    />
  );
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenColumns trigger={<Button {...button} />} />
    </Suspense>
  );
}
