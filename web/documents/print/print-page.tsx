import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { knowledgeBase } from '../../../contract/calls/documents.ts';
import { documentPage } from '../../../contract/shared/item-address.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { useCurrentUser } from '../../api/session.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { DrawAll } from '../../ui/markdown/use-was-seen.ts';
import { useLightTheme } from './light-paper.ts';
import { Paper } from './paper.tsx';

/** A document ready to print: the light theme, all diagrams rendered, no shell. */
export function PrintPage() {
  const { documentId = '' } = useParams({ strict: false });
  const read = useQuery(query(knowledgeBase.find, { params: { id: documentId } }));
  const { data } = read;
  const { data: user } = useCurrentUser();
  const timeStyle = useTimeStyle();
  useLightTheme();
  useEffect(() => scrollTo(0, 0), []);
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || user?.email;
  return (
    <div className="mx-auto min-h-dvh max-w-200 bg-surface px-4 py-6 md:px-8 print:max-w-none print:p-0">
      <div className="mb-6 flex items-center gap-2 print:hidden">
        <Link to={paths.document} params={{ documentId }} className={buttonClass({})}>
          <ArrowLeft size={16} aria-hidden /> Back to the document
        </Link>
        <Button
          look="primary"
          icon={<Printer size={16} aria-hidden />}
          disabled={!data}
          onClick={() => print()}
        >
          Print
        </Button>
      </div>
      <main>
        {data ? (
          <DrawAll value>
            <Paper
              document={data}
              address={location.origin + documentPage(data.id)}
              timeStyle={timeStyle}
              contents="none"
              note={<> · Printed by {name}</>}
            />
          </DrawAll>
        ) : read.isPending ? (
          <Placeholders count={4}>
            <Skeleton className="my-4 h-4 w-3/5" />
          </Placeholders>
        ) : (
          <ReadFailed read={read} title="The document could not be loaded" />
        )}
      </main>
    </div>
  );
}
