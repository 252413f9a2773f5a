import type { Realm } from '../../../realm'
import { userSettingsOf } from '../../people/user-settings/storage'
import type { User } from '../../people/users/user'
import type { SecretLink } from '../../../store/email'
import { SECONDS_PER_DAY, SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { emailContextOf, timeFor } from '../mail/email-context'
import { deviceOf, MAX_KNOWN_DEVICES, KNOWN_FOR_DAYS } from './device-rules'
import { newDeviceEmail, securityChangeEmail, type SecurityChange } from './emails'
import { deleteDevice, devicesOf, writeDevice } from './storage'
import { unsubscribeLink } from './unsubscribe-link'

/**
 * Notes the device of a login, and sends the user an email if it is unknown. The first login of an account sends none: the user
 * has just created it. `device` is the browser and its system, or the name of another client, and `program` its name in the
 * email.
 */
export function noteLogin(realm: Realm, user: User, device: string, program = device): void {
  if (!rememberDevice(realm, user, device) || !userSettingsOf(realm, user).enable_login_emails) return
  const { address } = realm.client
  const login = {
    program,
    address,
    time: timeFor(realm, user, realm.now()),
    unsubscribe: unsubscribeLink(realm, user, 'login'),
  }
  realm.emails.add(newDeviceEmail(emailContextOf(realm, user), login), realm.now() + SECONDS_PER_WEEK)
}

/** Notes the device of a login. Returns whether it is unknown, and not the first one of the account. */
export function rememberDevice(realm: Realm, { user_id }: User, program: string): boolean {
  const device = deviceOf(program, realm.client.address)
  const devices = devicesOf(realm, user_id)
  const last = devices.find((row) => row.device === device)
  writeDevice(realm, user_id, device)
  const others = devices.filter((row) => row.device !== device)
  for (const row of others.slice(MAX_KNOWN_DEVICES - 1)) deleteDevice(realm, user_id, row.device)
  const isKnown = last !== undefined && last.used_at > realm.now() - KNOWN_FOR_DAYS * SECONDS_PER_DAY
  return !isKnown && devices.length > 0
}

/**
 * Sends an email about a change of how an account logs in, to its address and to the previous one. The user cannot turn these
 * emails off: a thief would.
 */
export function notifySecurityChange(
  realm: Realm,
  user: User,
  change: SecurityChange,
  { previous, link }: { previous?: string; link?: SecretLink | undefined } = {},
): void {
  const addresses = new Set([user.delivery_email, previous ?? user.delivery_email])
  const time = timeFor(realm, user, realm.now())
  for (const address of addresses)
    realm.emails.add(
      securityChangeEmail(emailContextOf(realm, user, address), change, { time, link }),
      realm.now() + SECONDS_PER_WEEK,
    )
}
