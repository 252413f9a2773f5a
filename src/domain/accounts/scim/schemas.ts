import type { Attribute, Schema } from './attribute'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export const ROLE_NAMES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const complex = (subAttributes: readonly Attribute[]) => ({ type: 'complex', subAttributes }) as const

const primary = attribute('primary', 'Whether this value counts first.', { type: 'boolean' })
const externalId = attribute('externalId', 'The name of the resource in the directory.', { caseExact: true })

/** Returns the attributes of users. The role of an owner is among the values only if the organization permits it. */
export const userSchema = (managesOwners: boolean): Schema => ({
  id: USER_SCHEMA,
  name: 'User',
  description: 'A person with an account.',
  attributes: [
    attribute('userName', 'The name of the user in the directory, often an email address.', {
      required: true,
      uniqueness: 'server',
    }),
    externalId,
    attribute('displayName', 'The name that other users see.'),
    attribute('name', 'The parts of the name. They count if there is no displayName.', {
      ...complex([
        attribute('formatted', 'The whole name.'),
        attribute('givenName', 'The given name.'),
        attribute('familyName', 'The family name.'),
      ]),
    }),
    attribute('active', 'Whether the user can log in.', { type: 'boolean', required: true }),
    attribute('emails', 'The addresses. The primary one is that of the account. Without addresses, userName is it.', {
      ...complex([
        attribute('value', 'An email address.', { required: true }),
        attribute('type', 'The kind of the address.', { canonicalValues: ['work', 'home', 'other'] }),
        primary,
      ]),
      multiValued: true,
      required: true,
    }),
    attribute('roles', 'The role in the organization. Without one, new users are members.', {
      ...complex([
        attribute('value', 'The role.', {
          canonicalValues: managesOwners ? ROLE_NAMES : ROLE_NAMES.filter((name) => name !== 'owner'),
        }),
        primary,
      ]),
      multiValued: true,
    }),
  ],
})

export const GROUP: Schema = {
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'A user group that the directory manages.',
  attributes: [
    attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
    externalId,
    attribute('members', 'The users in the group.', {
      ...complex([
        attribute('value', 'The id of a user.', { mutability: 'immutable' }),
        attribute('$ref', 'The address of the user.', {
          type: 'reference',
          referenceTypes: ['User'],
          mutability: 'immutable',
        }),
        attribute('type', 'What the member is.', { canonicalValues: ['User'], mutability: 'immutable' }),
      ]),
      multiValued: true,
    }),
  ],
}

const SCHEMA_OF_SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

export const wireSchema = (schema: Schema, root: string): object => ({
  schemas: [SCHEMA_OF_SCHEMAS],
  ...schema,
  meta: { resourceType: 'Schema', location: `${root}/Schemas/${schema.id}` },
})

export const wireResourceType = (name: 'User' | 'Group', root: string): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name === 'User' ? 'People with accounts.' : 'User groups.',
  schema: name === 'User' ? USER_SCHEMA : GROUP_SCHEMA,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${root}/ResourceTypes/${name}` },
})

export const serviceProviderConfig = (root: string, resourcesPerPage: number): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: resourcesPerPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an owner of the organization created.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${root}/ServiceProviderConfig` },
})
