import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MarkdownView } from '../../ui/markdown-view.tsx';
import type { ArticlePreview } from './use-auto-create.ts';

type Props = { article: ArticlePreview; isSaving: boolean; onBack: () => void; onSave: () => void };

/** What the pasted text would become; nothing is stored yet. */
export const ArticleDialog = ({ article, isSaving, onBack, onSave }: Props) => (
  <Dialog
    open
    width="wide"
    title={article.title}
    text={article.excerpt}
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
  </Dialog>
);
