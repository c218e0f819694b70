import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button, type ButtonProps } from './button.tsx';

/** The one thing to do next: a button that leads to another page. */
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
