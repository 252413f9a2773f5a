import type { Ask } from '../api-client.ts'
import { Failure, USED_WRONGLY } from './failure.ts'
import { table } from './table.ts'

/** A user or a bot, as the API shows them. */
export type User = {
  user_id: number
  full_name: string
  email: string
  delivery_email?: string | null
  role: number
  is_bot: boolean
  is_active: boolean
  bot_type?: number | null
  bot_owner_id?: number | null
}

const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }
export const MEMBER = ROLES.member
export const ROLE_NAMES = Object.keys(ROLES).join(', ')

export const roleName = (role: number): string =>
  Object.entries(ROLES).find(([, number]) => number === role)?.[0] ?? String(role)

export function roleOf(name: string): number {
  const found = Object.entries(ROLES).find(([each]) => each === name)
  if (found === undefined) throw new Failure(`A role is one of ${ROLE_NAMES}.`, USED_WRONGLY)
  return found[1]
}

/** Returns the user with this id or email address. */
export async function findUser(ask: Ask, idOrEmail: string): Promise<User> {
  const path = /^\d+$/.test(idOrEmail) ? idOrEmail : encodeURIComponent(idOrEmail)
  return (await ask<{ user: User }>(`GET /users/${path}`)).user
}

export const userTable = (users: readonly User[]): string =>
  table(users, {
    ID: ({ user_id }) => user_id,
    NAME: ({ full_name }) => full_name,
    EMAIL: ({ delivery_email, email }) => delivery_email ?? email,
    ROLE: ({ role, is_bot }) => (is_bot ? 'bot' : roleName(role)),
    STATE: stateOf,
  })

export const stateOf = ({ is_active }: User): string => (is_active ? '' : 'deactivated')
