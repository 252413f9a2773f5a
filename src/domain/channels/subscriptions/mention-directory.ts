import type { Directory } from '../../../markdown/template'
import type { ReadOnlyRealm } from '../../../realm'
import { findEmojiImage } from '../../customization/emoji/wire-emoji'
import { holdsPermission } from '../../people/groups/membership'
import { activeGroupsByName } from '../../people/groups/storage'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { canSeeUser } from '../../people/users/visible-users'
import { usersWithName } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { findVisibleChannelByName } from './access'

/** Returns the names that an author can use in a message. The name of a channel that the author cannot see stays text. */
export const mentionDirectory = (realm: ReadOnlyRealm, author: User): Directory => ({
  userByName: (name) => {
    const users = usersWithName(realm, name).filter((user) => canSeeUser(realm, author, user))
    return users.find((user) => user.is_active) ?? users[0]
  },
  userById: (id) => findVisibleUser(realm, author, id),
  groupByName: (name) => {
    const group = activeGroupsByName(realm).get(name.toLowerCase())
    return group && holdsPermission(realm, author, group.permissions.can_mention_group) ? group : undefined
  },
  channelByName: (name) => findVisibleChannelByName(realm, author, name),
  emojiByName: (name) => findEmojiImage(realm, name),
  // Only messages have previews.
  pictureByPath: () => undefined,
})
