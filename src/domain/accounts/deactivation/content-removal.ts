import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, optional } from '../../../api/params'
import { keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import { setStatus } from '../../personal/user-status/actions'
import { recordAudit } from '../../realm/audit-log/record'
import { realmRow } from '../../realm/settings/storage'
import { changeEmail, changeTimezone, setName } from '../../people/users/actions'
import { insertErased } from '../../people/users/erased-storage'
import { userUpdated, usersWhoCanSee } from '../../people/users/events'
import { dummyEmailOf, findUser, writeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { removeAvatar } from '../avatars/actions'
import { setFieldValue } from '../profile-fields/actions'
import { writeMessageRemoval } from './storage'

/** What an administrator deletes with an account. */
export const contentToRemove = named(
  'ContentToRemove',
  v.object({
    delete_profile: optional(boolean(), false),
    delete_public_channel_messages: optional(boolean(), false),
    delete_private_channel_messages: optional(boolean(), false),
    delete_direct_messages: optional(boolean(), false),
  }),
)
export type ContentToRemove = v.InferOutput<typeof contentToRemove>

const DELETED_NAME = 'Deleted user'

/** Deletes the profile of a deactivated user at once. The alarm deletes the messages. */
export function removeContent(realm: Realm, user: User, actions: ContentToRemove): void {
  const { user_id } = user
  if (actions.delete_profile) {
    emptyProfile(realm, user, DELETED_NAME)
    writeUser(realm, user_id, { standing: 'deleted' })
    insertErased(realm.sql, user_id, realm.now())
    realm.publish(userUpdated({ person: { user_id, is_deleted: true } }), usersWhoCanSee({ user_id }))
  }
  const kinds = {
    in_public_channels: Number(actions.delete_public_channel_messages),
    in_private_channels: Number(actions.delete_private_channel_messages),
    in_direct_messages: Number(actions.delete_direct_messages),
  }
  const parts = keysOf(actions).filter((name) => actions[name])
  if (parts.length > 0) recordAudit(realm, 'content_removed', { user_id }, { parts })
  if (!Object.values(kinds).includes(1)) return
  writeMessageRemoval(realm.sql, { user_id, ...kinds, position: 0, last_message_id: realm.messageIds.last })
  realm.wakeAt(realm.now())
}

/** Gives the account a name and an otherwise empty profile, and publishes each change. */
export function emptyProfile(realm: Realm, { user_id }: User, full_name: string): void {
  const current = () => findUser(realm, user_id)!
  const user = current()
  setStatus(realm, user, { status_text: '', emoji_name: '' })
  for (const id of Object.keys(user.profile_data)) setFieldValue(realm, user, Number(id), undefined)
  if (user.timezone !== '') changeTimezone(realm, user, '')
  if (user.avatar_source === 'U') removeAvatar(realm, current())
  changeEmail(realm, current(), dummyEmailOf(user_id, realmRow(realm).host))
  setName(realm, current(), full_name)
}
