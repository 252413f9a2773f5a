import type { NewUser } from './converted.ts'
import { userEmail, userName } from './names.ts'
import { wholeSeconds } from './times.ts'

/** Addresses that reach no user: an account with such an address is deactivated until an administrator gives it another one. */
const UNREACHABLE = '@imported.invalid'

/** Returns the row of an account, without its id. All rows of a table have the same columns. */
export function userRow(source: string, user: NewUser) {
  const { key, email, name, role, isActive, isBot, joined, timezone, extra } = user
  const delivery_email = userEmail(email, source, key)
  const mayAct = isBot || !delivery_email.endsWith(UNREACHABLE)
  return {
    full_name: userName(name, key),
    delivery_email,
    role,
    is_active: isActive && mayAct ? 1 : 0,
    bot_type: isBot ? 1 : null,
    bot_owner_id: null,
    is_system_bot: 0,
    date_joined: wholeSeconds(joined),
    timezone,
    can_create_users: 0,
    can_change_user_emails: 0,
    avatar_source: 'G',
    avatar_version: 1,
    email_address_visibility: 1,
    profile_data: '{}',
    // An export of another chat has no accounts, only the names of people.
    standing: isBot ? 'claimed' : 'imported',
    ...extra,
  }
}

export const groupRow = (id: number, name: string, about: string) => ({
  id,
  name,
  name_key: name.toLowerCase(),
  description: about,
  date_created: null,
  creator_id: null,
  is_system_group: 0,
  deactivated: 0,
})
