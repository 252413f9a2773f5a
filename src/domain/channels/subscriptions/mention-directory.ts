import type { Directory } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import { emojiInMessage } from '../../customization/emoji/shown'
import { isAllowed } from '../../people/groups/standing'
import { activeGroupsByName } from '../../people/groups/storage'
import { maybeUserKnownTo } from '../../people/users/known-as'
import { canKnowOf } from '../../people/users/sight'
import { usersNamed } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { findVisibleChannelByName } from './access'

/** Returns the names that an author can use in a message. The name of a channel that the author cannot see stays text. */
export const mentionDirectory = (realm: Realm, author: User): Directory => ({
  userByName: (name) => {
    const users = usersNamed(realm, name).filter((user) => canKnowOf(realm, author, user))
    return users.find((user) => user.is_active) ?? users[0]
  },
  userById: (id) => maybeUserKnownTo(realm, author, id),
  groupByName: (name) => {
    const group = activeGroupsByName(realm).get(name.toLowerCase())
    return group && isAllowed(realm, author, group.permissions.can_mention_group) ? group : undefined
  },
  channelByName: (name) => findVisibleChannelByName(realm, author, name),
  emojiByName: (name) => emojiInMessage(realm, name),
})
