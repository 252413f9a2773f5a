import { Failure, USED_WRONGLY } from './failure.ts'
import { table } from './table.ts'

const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }
export const MEMBER = ROLES.member
export const ROLE_NAMES = Object.keys(ROLES).join(', ')

export const roleName = (role) => Object.keys(ROLES).find((name) => ROLES[name] === role) ?? String(role)

export function roleOf(name) {
  if (!Object.hasOwn(ROLES, name)) throw new Failure(`A role is one of ${ROLE_NAMES}.`, USED_WRONGLY)
  return ROLES[name]
}

/** Returns the user with this id or email address. */
export async function findUser(ask, idOrEmail) {
  const path = /^\d+$/.test(idOrEmail) ? idOrEmail : encodeURIComponent(idOrEmail)
  return (await ask(`GET /users/${path}`)).user
}

export const userTable = (users) =>
  table(users, {
    ID: ({ user_id }) => user_id,
    NAME: ({ full_name }) => full_name,
    EMAIL: ({ delivery_email, email }) => delivery_email ?? email,
    ROLE: ({ role, is_bot }) => (is_bot ? 'bot' : roleName(role)),
    STATE: stateOf,
  })

export const stateOf = ({ is_active }) => (is_active ? '' : 'deactivated')
