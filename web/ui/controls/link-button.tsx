import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, type ButtonProps } from './button.tsx';

/** A link that looks like a button, for the main next step. */
export function LinkButton({
  to,
  look,
  children,
}: Pick<ButtonProps, 'look'> & { to: string; children: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <Button size="large" {...(look && { look })} onClick={() => navigate(to)}>
      {children}
    </Button>
  );
}
