import { useRouter } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { Button } from '../ui/controls/button.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ChatView, countText } from './chat.tsx';
import { useChat } from './use-chat.ts';

/** The assistant as a separate screen. */
export function AssistantPage() {
  const router = useRouter();
  const chat = useChat((address) => void router.navigate({ href: address }));
  return (
    <>
      <PageHeader title="Ops AI" subtitle="Get intelligent help with your infrastructure" />
      <div className="p-4 md:p-6" data-assistant>
        <section
          aria-label="Ops AI Chat"
          className="flex h-[max(26rem,calc(100dvh-7rem))] max-w-196 flex-col overflow-hidden rounded-lg border border-border"
        >
          <header className="flex min-h-12 items-center gap-2 border-b border-border px-3">
            <h2 className="text-md font-semibold whitespace-nowrap">Ops AI Chat</h2>
            <span className="truncate text-xs text-muted">{countText(chat)}</span>
            <Button
              data-action=""
              size="small"
              look="quiet"
              className="ml-auto"
              icon={<Trash2 size={14} className="text-muted max-[359px]:hidden" aria-hidden />}
              onClick={chat.clear}
            >
              Clear Chat
            </Button>
          </header>
          <ChatView chat={chat} listClass="min-h-0 flex-1" />
        </section>
      </div>
    </>
  );
}
