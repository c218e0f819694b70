import type { ReactNode } from 'react';

type SectionProps = { title: string; text: string; children: ReactNode };

/** A section of the settings: heading, one sentence, then rows. */
export const SettingsSection = ({ title, text, children }: SectionProps) => (
  <section>
    <h2 className="text-md">{title}</h2>
    <p className="mt-1 mb-4 text-sm text-muted">{text}</p>
    <div className="border-t border-border">{children}</div>
  </section>
);

type RowProps = { icon: ReactNode; title: ReactNode; text: ReactNode; children: ReactNode };

/** A row: icon, title and text, with the controls on the right, or below on narrow screens. */
export const SettingsRow = ({ icon, title, text, children }: RowProps) => (
  <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-b border-border py-2.5 max-md:justify-start">
    <div className="flex min-w-0 flex-1 basis-60 items-center gap-4 max-md:basis-full">
      <span className="flex-none text-muted">{icon}</span>
      <div className="min-w-0">
        <h3 className="text-sm font-medium [overflow-wrap:anywhere]">{title}</h3>
        <p className="text-xs text-muted">{text}</p>
      </div>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
);
