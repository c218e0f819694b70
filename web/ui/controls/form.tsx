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
 * A form with a schema of the contract, so that browser and server apply the same rules. On prerendered pages fields
 * have no initial value: it would replace text that was typed or autofilled before the script ran.
 */
export const useSchemaForm = <S extends Schema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): FormOf<S> =>
  useForm<z.input<S>, unknown, z.output<S>>({ resolver: zodResolver(schema) as never, defaultValues });

/** Props for a field of the form: name, handlers, ref and error. */
export function fieldOf<S extends Schema>(form: FormOf<S>, name: Path<z.input<S>>) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name), error: error?.message };
}

/** Shows the server's validation errors at the fields and focuses the first of them. */
export function showFieldErrors<S extends Schema>(
  form: FormOf<S>,
  errors: Record<string, string> | undefined,
): void {
  for (const [index, [name, message]] of Object.entries(errors ?? {}).entries()) {
    form.setError(name as Path<z.input<S>>, { message }, { shouldFocus: index === 0 });
  }
}

/**
 * Validated by the schema only, without the browser's own messages. `post`: without a script a browser would otherwise
 * write the input into the address, including passwords.
 */
export const Form = ({ className = 'flex flex-col gap-4', ...rest }: ComponentProps<'form'>) => (
  <form noValidate method="post" {...rest} className={className} />
);
