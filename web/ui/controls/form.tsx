import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniType<unknown, FieldValues>;
export type FormOf<S extends Schema> = UseFormReturn<z.input<S>, unknown, z.output<S>>;

/**
 * A form over a schema of the contract: the browser and the server check the same rules. On a page that comes drawn, a field
 * has no value of its own to begin with: it would take the place of what was typed or filled in before the program ran.
 */
export const useSchemaForm = <S extends Schema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): FormOf<S> =>
  useForm<z.input<S>, unknown, z.output<S>>({ resolver: zodResolver(schema) as never, defaultValues });

/** What a field of the form needs: name, handlers, ref and its error. */
export function fieldOf<S extends Schema>(form: FormOf<S>, name: Path<z.input<S>>) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name), error: error?.message };
}

/** Puts what the server found wrong under the fields; the first of them takes the focus. */
export function showFieldErrors<S extends Schema>(
  form: FormOf<S>,
  errors: Record<string, string> | undefined,
): void {
  for (const [index, [name, message]] of Object.entries(errors ?? {}).entries()) {
    form.setError(name as Path<z.input<S>>, { message }, { shouldFocus: index === 0 });
  }
}

/**
 * Checked by the schema alone: the browser's own bubbles stay away. Where no script runs, a browser would write what was typed
 * into the address, a password too, but for the method.
 */
export const Form = ({ className = 'flex flex-col gap-4', ...rest }: ComponentProps<'form'>) => (
  <form noValidate method="post" {...rest} className={className} />
);
