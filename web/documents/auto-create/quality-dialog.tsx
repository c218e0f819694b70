import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type Severity, summaryOf } from '../../../contract/shared/quality.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';
import { previewOf, checkTexts } from './messages.ts';
import type { QualityResult } from './use-auto-create.ts';

const LISTS: { severity: Severity; title: string; Icon: LucideIcon; colour: string }[] = [
  { severity: 'high', title: 'Critical Issues', Icon: CircleX, colour: 'text-red' },
  { severity: 'medium', title: 'Warnings', Icon: TriangleAlert, colour: 'text-yellow' },
  { severity: 'low', title: 'Suggestions', Icon: Info, colour: 'text-muted' },
];

type Props = { judgement: QualityResult; content: string; onCancel: () => void; onProceed: () => void };

/** Findings of the quality check; the author decides. */
export function QualityDialog({ judgement, content, onCancel, onProceed }: Props) {
  const { title, proceed } = checkTexts(judgement);
  return (
    <Dialog
      open
      width="form"
      title={title}
      text={summaryOf(judgement)}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look="primary" onClick={onProceed}>
            {proceed}
          </Button>
        </>
      }
    >
      <ScrollBox label="Findings" className="mt-3 max-h-[45dvh] overflow-y-auto">
        <p className="rounded-md border border-border bg-hover px-3 py-2 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
          {previewOf(content)}
        </p>
        {LISTS.map(({ severity, title: name, Icon, colour }) => {
          const issues = judgement.issues.filter((issue) => issue.severity === severity);
          return (
            issues.length > 0 && (
              <section key={severity} aria-label={name} className="mt-4">
                <h3 className="flex items-center gap-1.5 text-sm font-semibold">
                  <Icon size={16} className={colour} aria-hidden />
                  {name}
                </h3>
                <ul className="mt-1 flex list-disc flex-col gap-1 pl-9 text-sm">
                  {issues.map(({ type, message, detected }) => (
                    <li key={message}>
                      {message}
                      {/* The messages about the length mention it themselves. */}
                      {type !== 'length' && <span className="text-muted"> {detected}</span>}
                    </li>
                  ))}
                </ul>
              </section>
            )
          );
        })}
        {judgement.suggestions.length > 0 && (
          <section aria-label="Suggestions for Improvement" className="mt-4">
            <h3 className="text-sm font-semibold">Suggestions for Improvement</h3>
            <ul className="mt-1 flex list-disc flex-col gap-1 pl-9 text-sm text-muted">
              {judgement.suggestions.map((suggestion) => (
                <li key={suggestion}>{suggestion}</li>
              ))}
            </ul>
          </section>
        )}
      </ScrollBox>
    </Dialog>
  );
}
