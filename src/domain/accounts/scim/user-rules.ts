import { MAX_NAME_LENGTH, refusalOfEmail } from '../../people/users/rules'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type Role, type User } from '../../people/users/user'
import { isObject, type Json, type Resource } from './attribute'
import { ROLE_NAMES } from './schemas'

const ROLES: Record<(typeof ROLE_NAMES)[number], Role> = {
  owner: OWNER,
  administrator: ADMINISTRATOR,
  moderator: MODERATOR,
  member: MEMBER,
  guest: GUEST,
}

const nameOfRole = (role: Role) => ROLE_NAMES.find((name) => ROLES[name] === role)!

const textAt = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** Returns the value that counts first: the primary one, or the first one. */
function firstValue(values: Json | undefined): string | undefined {
  const items = Array.isArray(values) ? values.filter(isObject) : []
  return textAt((items.find(({ primary }) => primary === true) ?? items[0])?.value)
}

/** Returns the name that an account has by a document of the directory, without characters that no name may have. */
export function fullNameIn({ displayName, name }: Resource): string | undefined {
  const parts = isObject(name) ? name : {}
  const joined = [textAt(parts.givenName), textAt(parts.familyName)].filter(Boolean).join(' ')
  const text = textAt(displayName) ?? textAt(parts.formatted) ?? textAt(joined)
  const allowed = text
    ?.replaceAll(/[*`\\>"@\p{Cc}\p{Cs}]/gu, '')
    .replace(/\|(\d+)$/, ' $1')
    .trim()
  return allowed === undefined ? undefined : textAt([...allowed].slice(0, MAX_NAME_LENGTH).join(''))
}

/** Returns the address that an account has by a document: the primary one, or else the name of the user if it is an address. */
export function addressIn({ emails, userName }: Resource): string | undefined {
  const address = firstValue(emails) ?? textAt(userName)
  return address === undefined || refusalOfEmail(address) ? undefined : address
}

/** Returns the role in a document; undefined if it states none. */
export function roleIn({ roles }: Resource): Role | undefined {
  const stated = firstValue(roles)?.toLowerCase()
  const name = ROLE_NAMES.find((candidate) => candidate === stated)
  return name && ROLES[name]
}

export const isSameAddress = (a: string | undefined, b: string): boolean =>
  a?.trim().toLowerCase() === b.trim().toLowerCase()

/** Returns the document of an account of which the directory stated nothing yet. */
export const firstDocument = ({ delivery_email, full_name }: User): Resource => ({
  userName: delivery_email,
  displayName: full_name,
  name: { formatted: full_name },
  emails: [addressValue(delivery_email)],
})

const addressValue = (value: string) => ({ value, type: 'work', primary: true })

/** Returns what the directory stated, with the facts of the account where these differ: users and administrators change them. */
export function currentDocument(document: Resource, user: User): Resource {
  const { full_name, delivery_email, role } = user
  const current: Record<string, Json> = { ...document }
  const stated = fullNameIn(document)
  if (stated !== undefined && stated !== full_name)
    Object.assign(current, { displayName: full_name, name: { formatted: full_name } })
  if (!isSameAddress(addressIn(document), delivery_email)) current.emails = [addressValue(delivery_email)]
  if ((roleIn(document) ?? MEMBER) !== role) current.roles = [{ value: nameOfRole(role), primary: true }]
  return current
}
