import { documentPage, serverPage } from '../../contract/shared/item-address.ts';
import {
  serverFields,
  shortLabel,
  type Server,
  type ServerField,
} from '../../contract/shared/server-fields.ts';
import { utcTime } from '../../contract/shared/dates.ts';

type ListedDocument = { id: string; title: string; category: string | null };

const valueOf = (server: Server, field: ServerField): string =>
  (field === 'managedBy' ? server.managedByName : server[field]) ?? '';

/** The state with its age, because a kit is read when nobody can ask the server. */
const stateOf = ({ status, statusSince }: Server): string =>
  statusSince ? `${status} since ${utcTime(statusSince)}` : status;

export type KitServer = { server: Server; documents: ListedDocument[] };

/** The server with everything recorded about it, and the documents to read about it. */
export const ServerPage = ({ server, documents }: KitServer) => (
  <>
    <h1>{server.name}</h1>
    <p className="kit-note">
      Last checked {utcTime(server.lastHealthCheck)} · changed {utcTime(server.updatedAt)}
    </p>
    <table className="kit-facts">
      <tbody>
        {serverFields
          .filter((field) => field !== 'name' && valueOf(server, field) !== '')
          .map((field) => (
            <tr key={field}>
              <th scope="row">{shortLabel(field)}</th>
              <td>{field === 'status' ? stateOf(server) : valueOf(server, field)}</td>
            </tr>
          ))}
      </tbody>
    </table>
    <h2>Documents</h2>
    {documents.length === 0 && <p>No document of this kit is linked to this server or names it.</p>}
    <ul className="kit-list">
      {documents.map(({ id, title, category }) => (
        <li key={id}>
          <a href={documentPage(id)}>{title}</a>
          {category && <span className="kit-note"> {category}</span>}
        </li>
      ))}
    </ul>
  </>
);

/** What people look for first. A narrow window shows the first two (kit.css). */
const COLUMNS: ServerField[] = ['name', 'ipAddress', 'status', 'environment', 'serverLocation', 'teamOwner'];

/** All servers of the kit. */
export const ServersPage = ({ servers }: { servers: Server[] }) => (
  <>
    <h1>Servers</h1>
    {servers.length === 0 ? (
      <p>This kit has no servers.</p>
    ) : (
      <table className="kit-facts kit-servers">
        <thead>
          <tr>
            {COLUMNS.map((field) => (
              <th key={field} scope="col">
                {shortLabel(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <tr key={server.id}>
              {COLUMNS.map((field) => (
                <td key={field}>
                  {field === 'name' ? (
                    <a href={serverPage(server.id)}>{server.name}</a>
                  ) : (
                    valueOf(server, field)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </>
);
