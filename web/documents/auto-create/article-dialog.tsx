import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';
import { MarkdownView } from '../../ui/markdown/markdown-view.tsx';
import type { ArticlePreview } from './use-auto-create.ts';

type Props = { article: ArticlePreview; isSaving: boolean; onBack: () => void; onSave: () => void };

/** Preview of the article from the pasted text; nothing is stored yet. */
export const ArticleDialog = ({ article, isSaving, onBack, onSave }: Props) => (
  <Dialog
    open
    width="wide"
    // Keep its buttons clear of the toast about the preview.
    isTall
    title={article.title}
    onClose={onBack}
    footer={
      <>
        <Button onClick={onBack} disabled={isSaving}>
          Back to Edit
        </Button>
        <Button look="primary" busy={isSaving} onClick={onSave}>
          {isSaving ? 'Saving...' : 'Save Document'}
        </Button>
      </>
    }
  >
    <ScrollBox label="Preview" className="min-h-0 flex-1 overflow-y-auto">
      <p className="text-sm text-muted">{article.excerpt}</p>
      <div className="mt-3 flex flex-wrap gap-1.5">
        {article.category && <Badge>{article.category}</Badge>}
        {article.tags.map((tag) => (
          <Badge key={tag} look="dashed">
            {tag}
          </Badge>
        ))}
      </div>
      <div className="mt-4 border-t border-border pt-4">
        <MarkdownView text={article.content} />
      </div>
    </ScrollBox>
  </Dialog>
);
