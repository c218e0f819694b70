import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { demo } from '../../contract/demo.ts';
import { messageOf } from '../../contract/error.ts';
import { system } from '../../contract/system.ts';
import { useSave } from '../api/save.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/controls/button.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';

export function MailTestButton() {
  const test = useSave(system.testMail, {
    invalidates: [system.status],
    saved: ({ to, via }) => ({
      title: 'Letter Written',
      text: via === 'smtp' ? `It is on its way to ${to}.` : `It lies in the outbox, for ${to}.`,
    }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to send the letter. Please try again.'),
    }),
  });
  return (
    <Button busy={test.isPending} onClick={() => test.mutate({})}>
      Send Test Letter
    </Button>
  );
}

export const ImportLink = () => (
  <Link to={paths.knowledgeBase} className={buttonClass({})}>
    Open Knowledge Base
  </Link>
);

export function DemoButton({ isThere }: { isThere: boolean }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  // Servers, documents and people are in every list of the product.
  const everything = () => void client.invalidateQueries();
  const add = useSave(demo.add, {
    invalidates: [],
    saved: ({ servers, documents, members }) => {
      everything();
      return {
        title: 'Demo Data Added',
        text: `${servers} servers, ${documents} documents, ${members} people.`,
      };
    },
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to add the demo data. Please try again.'),
    }),
  });
  const remove = useSave(demo.remove, {
    invalidates: [],
    saved: () => {
      everything();
      return { title: 'Demo Data Removed', text: 'What people made themselves is still there.' };
    },
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to remove the demo data. Please try again.'),
    }),
  });
  if (!isThere)
    return (
      <Button busy={add.isPending} onClick={() => add.mutate({})}>
        Add Demo Data
      </Button>
    );
  return (
    <>
      <Button busy={remove.isPending} onClick={() => setAsking(true)}>
        Remove Demo Data
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({})}
        title="Remove the demo data?"
        text="Its servers, documents and people go for good, with whatever was changed of them."
        confirmLabel="Remove"
      />
    </>
  );
}
