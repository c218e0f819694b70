import { toast } from '../../../ui/overlays/toasts.ts';
import { numberOf, withoutNumber } from './entry-identity.ts';

/** Changes the steps of the form as they are by then; false when the form is there no longer. */
type ChangeSteps<T> = (recipe: (steps: T[]) => T[]) => boolean;

/** Takes a step away. The toast puts it back where it stood, numbers of the others and what was typed since in place. */
export function removeStep<T extends { title: string }>(change: ChangeSteps<T>, steps: T[], step: T) {
  const index = steps.indexOf(step);
  change((before) => withoutNumber(before, numberOf(step)));
  toast({
    kind: 'success',
    title: 'Step removed',
    text: step.title || `Step ${index + 1}`,
    action: {
      label: 'Undo',
      run: () => {
        const isBack = change((before) => before.toSpliced(index, 0, step));
        if (!isBack) toast({ kind: 'error', title: 'Not undone', text: 'The form was closed meanwhile.' });
      },
    },
  });
}
