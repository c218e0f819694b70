import { GROUP_SCHEMA } from './groups.ts';
import { MOST_RESULTS } from './list.ts';
import { ENTERPRISE } from './patch.ts';
import { USER_SCHEMA } from './user-resource.ts';

const SP = 'urn:ietf:params:scim:schemas:core:2.0:';

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${SP}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'A token of the kind SCIM, which an administrator creates in the settings',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) =>
  [
    {
      id: 'User',
      endpoint: '/Users',
      schema: USER_SCHEMA,
      schemaExtensions: [{ schema: ENTERPRISE, required: false }],
    },
    { id: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA, schemaExtensions: [] },
  ].map((type) => ({
    schemas: [`${SP}ResourceType`],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));

type Attribute = Record<string, unknown>;

const attribute = (name: string, more: Attribute = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description: name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const complex = (name: string, subAttributes: Attribute[], more: Attribute = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...more });

const SCHEMAS = [
  {
    id: USER_SCHEMA,
    name: 'User',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('displayName'),
      attribute('active', { type: 'boolean' }),
      complex(
        'name',
        ['givenName', 'familyName', 'formatted'].map((part) => attribute(part)),
      ),
      complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
        multiValued: true,
      }),
      complex('groups', [attribute('value'), attribute('display')], {
        multiValued: true,
        mutability: 'readOnly',
      }),
    ],
  },
  {
    id: GROUP_SCHEMA,
    name: 'Group',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      complex('members', [attribute('value'), attribute('display')], { multiValued: true }),
    ],
  },
  {
    id: ENTERPRISE,
    name: 'EnterpriseUser',
    attributes: [
      ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((part) =>
        attribute(part),
      ),
      complex('manager', [attribute('value'), attribute('displayName')]),
    ],
  },
];

export const schemas = (base: string) =>
  SCHEMAS.map((schema) => ({
    schemas: [`${SP}Schema`],
    ...schema,
    description: schema.name,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
