/** The header row of a table of people, with actions in the last column. */
export const ColumnHeads = ({
  names,
  cell,
  className,
}: {
  names: string[];
  cell: string;
  className: string;
}) => (
  <thead className={className}>
    <tr className="border-b border-border text-xs text-muted">
      {names.map((name) => (
        <th key={name} scope="col" className={`${cell} font-medium whitespace-nowrap`}>
          {name}
        </th>
      ))}
      <th scope="col" className={`${cell} text-right font-medium`}>
        Actions
      </th>
    </tr>
  </thead>
);
