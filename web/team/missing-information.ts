import { toast } from '../ui/overlays/toasts.ts';

/** For a form that was sent with a required field left blank; what is wrong with the others stands at the field. */
export function tellMissing(values: Record<string, unknown>, required: string[]): void {
  if (required.every((name) => typeof values[name] === 'string' && values[name].trim())) return;
  toast({ kind: 'error', title: 'Missing Information', text: 'Please fill in all required fields.' });
}
